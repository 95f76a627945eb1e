"""``runtime-ref completion``: a completion script, made from the parser itself."""

from __future__ import annotations

import argparse
import shlex
from dataclasses import dataclass

from sphinxext_runtime_ref.cli.output import emit
from sphinxext_runtime_ref.cli.parser import build_parser

SHELLS = ("bash", "zsh", "fish")
FOLDER, FILES = ("DIR",), ("FILE", "PATH", "SOURCE", "DOCUMENT")
"""Metavars that say what an argument completes to."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An option, or a positional argument (without flags)."""

    flags: tuple[str, ...]
    help: str
    choices: tuple[str, ...]
    metavar: str
    takes_value: bool
    repeated: bool


@dataclass(frozen=True, slots=True)
class Command:
    """A sub-command, or the program itself with an empty name."""

    name: str
    help: str
    arguments: tuple[Argument, ...]

    @property
    def flags(self) -> list[str]:
        """Give every option's every spelling."""
        return [flag for argument in self.arguments for flag in argument.flags]

    @property
    def words(self) -> list[str]:
        """Give what may stand for a positional argument with choices."""
        positional = (item for item in self.arguments if not item.flags)
        return [word for item in positional for word in item.choices]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that will read the script")
    parser.epilog = (
        'bash: eval "$(runtime-ref completion bash)" in ~/.bashrc; zsh: write it to a file '
        "_runtime-ref in a folder of $fpath; fish: write it to "
        "~/.config/fish/completions/runtime-ref.fish"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    writers = {"bash": _bash, "zsh": _zsh, "fish": _fish}
    emit(writers[arguments.shell](_commands(build_parser())))
    return 0


def _commands(parser: argparse.ArgumentParser) -> list[Command]:
    found = [Command("", "", _arguments(parser))]
    for action in parser._actions:  # argparse has no public way to look at itself
        if isinstance(action, argparse._SubParsersAction):
            for choice in action._choices_actions:
                own = action.choices[choice.dest]
                found.append(Command(choice.dest, choice.help or "", _arguments(own)))
    return found


def _arguments(parser: argparse.ArgumentParser) -> tuple[Argument, ...]:
    return tuple(
        Argument(
            flags=tuple(action.option_strings),
            help=(action.help or "").replace("%(prog)s", "runtime-ref").replace("%%", "%"),
            choices=tuple(str(choice) for choice in action.choices or ()),
            metavar=str(action.metavar or action.dest),
            takes_value=action.nargs != 0,
            repeated=action.nargs in {"*", "+"},
        )
        for action in parser._actions
    )


def _bash(commands: list[Command]) -> str:
    names = "|".join(command.name for command in commands if command.name)
    values, words = [], []
    for command in commands:
        pattern = shlex.quote(command.name) if command.name else '""'
        offered = shlex.quote(" ".join([*command.words, *command.flags]))
        words.append(f"    {pattern}) words={offered} ;;")
        for argument in command.arguments:
            generator = _bash_values(argument)
            if argument.flags and argument.takes_value and generator:
                flags = "|".join(f'"{command.name} {flag}"' for flag in argument.flags)
                reply = f'COMPREPLY=($(compgen {generator} -- "$current"))'
                values.append(f"    {flags}) {reply}; return ;;")
    return "\n".join(
        [
            "# bash completion of runtime-ref",
            "_runtime_ref() {",
            '  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"',
            '  local command="" words="" word',
            '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
            f'    case "$word" in {names}) command="$word"; break ;; esac',
            "  done",
            '  case "$command $previous" in',
            *values,
            "  esac",
            '  case "$command" in',
            *words,
            "  esac",
            '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
            "}",
            "complete -o default -F _runtime_ref runtime-ref",
            "",
        ]
    )


def _bash_values(argument: Argument) -> str:
    if argument.choices:
        return f"-W {shlex.quote(' '.join(argument.choices))}"
    if argument.metavar in FOLDER:
        return "-d"
    return "-f" if argument.metavar in FILES else ""


def _zsh(commands: list[Command]) -> str:
    top, *rest = commands
    described = " ".join(shlex.quote(f"{_colons(item.name)}:{item.help}") for item in rest)
    lines = [
        "#compdef runtime-ref",
        "_runtime_ref() {",
        "  local context state line",
        "  local -a commands",
        f"  commands=({described})",
        "  _arguments -C \\",
        *(f"    {spec} \\" for spec in _zsh_specs(top)[:-1]),
        "    '1: :->command' '*:: :->rest'",
        '  case "$state" in',
        "    command) _describe command commands ;;",
        "    rest)",
        '      case "$words[1]" in',
    ]
    for command in rest:
        specs = " ".join(_zsh_specs(command))
        lines.append(f"        {command.name}) _arguments {specs} ;;")
    return "\n".join([*lines, "      esac ;;", "  esac", "}", '_runtime_ref "$@"', ""])


def _zsh_specs(command: Command) -> list[str]:
    specs: list[str] = []
    position = 0
    for argument in command.arguments:
        value = f":{argument.metavar}:{_zsh_values(argument)}" if argument.takes_value else ""
        if not argument.flags:
            position += 1
            specs.append(shlex.quote(f"{'*' if argument.repeated else position}{value}"))
        for flag in argument.flags:
            text = argument.help.replace("[", "(").replace("]", ")")
            specs.append(shlex.quote(f"{flag}[{_colons(text)}]{value}"))
    return specs


def _zsh_values(argument: Argument) -> str:
    if argument.choices:
        return f"({' '.join(argument.choices)})"
    if argument.metavar in FOLDER:
        return "_files -/"
    return "_files" if argument.metavar in FILES else " "


def _colons(text: str) -> str:
    return text.replace(":", r"\:")


def _fish(commands: list[Command]) -> str:
    lines = ["# fish completion of runtime-ref", "complete -c runtime-ref -f"]
    for command in commands:
        when = f"__fish_seen_subcommand_from {command.name}" if command.name else ""
        when = when or "__fish_use_subcommand"
        if command.name:
            lines.append(
                f"complete -c runtime-ref -n __fish_use_subcommand -a {command.name} "
                f"-d {shlex.quote(command.help)}"
            )
        for argument in command.arguments:
            lines.extend(_fish_lines(f"complete -c runtime-ref -n {shlex.quote(when)}", argument))
    return "\n".join([*lines, ""])


def _fish_lines(start: str, argument: Argument) -> list[str]:
    values = shlex.quote(" ".join(argument.choices))
    if not argument.flags:
        if argument.choices:
            return [f"{start} -a {values}"] if argument.metavar != "COMMAND" else []
        return [f"{start} -F"]
    flags = " ".join(
        f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in argument.flags
    )
    value = ""
    if argument.takes_value:
        value = f" -x -a {values}" if argument.choices else " -r"
        value += " -F" if argument.metavar in FOLDER + FILES else ""
    return [f"{start} {flags}{value} -d {shlex.quote(argument.help)}"]
