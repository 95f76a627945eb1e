"""The share of a Sphinx build that this extension takes, by timers in the process.

Wall time can't resolve a share of one per cent. So every event handler, transform, directive, role
and domain method of the extension is wrapped in a timer of processor time; nested ones count once.
"""

from __future__ import annotations

import gc
import io
import pickle
import shutil
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.docutils import docutils_namespace, patch_docutils
from sphinx.util.tags import Tags

if TYPE_CHECKING:
    from collections.abc import Callable
    from cProfile import Profile

EXTENSION = "sphinxext_runtime_ref"
_MANY = 1000
"""Calls from which the cost of a timer itself is told."""


class Clock:
    """Processor time without that of the collector of cycles.

    The collector walks all that lives, hundreds of milliseconds in a large build, and it is chance
    whose object sets it off.
    """

    def __init__(self) -> None:
        """Watch the collector from now on."""
        self.collecting = 0.0
        self._begun = 0.0
        gc.callbacks.append(self._note)

    def __call__(self) -> float:
        """Give the time in seconds."""
        return time.process_time() - self.collecting

    def _note(self, phase: str, _info: dict[str, int]) -> None:
        if phase == "start":
            self._begun = time.process_time()
        else:
            self.collecting += time.process_time() - self._begun


class Timers:
    """Seconds by name; what runs inside of another timer counts for the outer one only.

    The cost of the timers themselves, a microsecond or two a call, is taken off.

    :param profile: takes note of what the timed functions call.
    """

    def __init__(self, profile: Profile | None = None) -> None:
        """Begin with nothing."""
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.clock = Clock()
        self._running = False
        self._cost = 0.0
        self._profile = None
        self._cost = self._cost_of_one()
        self._profile = profile

    def _cost_of_one(self) -> float:
        """Give the seconds that a timer counts where nothing is done."""
        timed = self.wrap("", lambda: None)
        for _ in range(_MANY):
            timed()
        return self.seconds.pop("") / _MANY

    def wrap(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Give a function that is timed under a name."""

        @wraps(function)
        def timed(*args: Any, **kwargs: Any) -> Any:
            if self._running:
                return function(*args, **kwargs)
            self._running = True
            begin = self.clock()
            try:
                if self._profile:
                    return self._profile.runcall(function, *args, **kwargs)
                return function(*args, **kwargs)
            finally:
                self.seconds[name] += self.clock() - begin - self._cost
                self._running = False

        return timed


@dataclass(frozen=True, slots=True)
class Share:
    """What one build took.

    :param total: processor seconds of the build, from reading to the end, those of the collector
        of cycles left out; so for ``ours``.
    :param ours: seconds by part of the extension.
    :param pages: documents in the project.
    :param stored: bytes that the extension adds to the pickled environment.
    :param environment: bytes of the pickled environment.
    """

    builder: str
    total: float
    ours: dict[str, float]
    pages: int
    stored: int
    environment: int

    def seconds(self, part: str = "") -> float:
        """Give the seconds of the extension, or of the part whose modules begin so."""
        return sum(value for name, value in self.ours.items() if name.startswith(part))


def measure(
    docs: Path, out: Path, builder: str, conf: dict[str, Any], profile: Profile | None = None
) -> Share:
    """Build a site once, from nothing, with the extension added to what its ``conf.py`` has."""
    shutil.rmtree(out, ignore_errors=True)
    timers = Timers(profile)
    extensions = [*Config.read(docs, overrides={}, tags=Tags()).extensions, EXTENSION]
    conf = {**conf, "extensions": list(dict.fromkeys(extensions))}
    with patch_docutils(docs), docutils_namespace():
        app = Sphinx(
            srcdir=docs,
            confdir=docs,
            outdir=out / "html",
            doctreedir=out / "doctrees",
            buildername=builder,
            confoverrides=conf,
            status=None,
            warning=io.StringIO(),
        )
        _wrap(app, timers)
        begin = timers.clock()
        app.build()
        total = timers.clock() - begin
        environment, stored = _sizes(app)
    pages = len(app.env.all_docs)
    return Share(builder, total, dict(timers.seconds), pages, stored, environment)


def _sizes(app: Sphinx) -> tuple[int, int]:
    """Give the bytes of the pickled environment, and how many of them the extension adds."""
    whole = len(pickle.dumps(app.env, pickle.HIGHEST_PROTOCOL))
    for name in [name for name in app.env.domaindata if _is_ours(app, name)]:
        del app.env.domaindata[name]
    return whole, whole - len(pickle.dumps(app.env, pickle.HIGHEST_PROTOCOL))


def _short(module: str) -> str:
    return module.removeprefix(f"{EXTENSION}.extension.")


def _is_ours(app: Sphinx, domain: str) -> bool:
    return type(app.env.domains[domain]).__module__.startswith(EXTENSION)


def _wrap(app: Sphinx, timers: Timers) -> None:
    for event, listeners in app.events.listeners.items():
        for index, listener in enumerate(listeners):
            handler = listener.handler
            module = getattr(handler, "__module__", None) or type(handler).__module__
            if module.startswith(EXTENSION):
                timed = timers.wrap(f"{_short(module)} at {event}", handler)
                listeners[index] = listener._replace(handler=timed)
    classes = [*app.registry.get_transforms(), *app.registry.get_post_transforms()]
    for kind in classes:
        if kind.__module__.startswith(EXTENSION):
            _wrap_method(kind, "apply", timers)
    for directive in vars(directives)["_directives"].values():
        if isinstance(directive, type) and directive.__module__.startswith(EXTENSION):
            _wrap_method(directive, "run", timers)
    for name, domain in app.env.domains.items():
        if _is_ours(app, name):
            for method in ("resolve_xref", "resolve_any_xref", "clear_doc", "process_doc"):
                _wrap_method(type(domain), method, timers)


def _wrap_method(kind: type, name: str, timers: Timers) -> None:
    function = getattr(kind, name, None)
    if function is not None and not hasattr(function, "__wrapped__"):
        label = f"{_short(kind.__module__)}, {kind.__name__}.{name}"
        setattr(kind, name, timers.wrap(label, function))


def main() -> None:
    """Measure ``DOCS OUT BUILDER``, and print where the time goes."""
    docs, out, builder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3]
    share = measure(docs, out, builder, {})
    print(f"{share.pages} pages, {share.total:.2f} s")
    for title, part in (("all of the extension", ""), ("the links alone", "links")):
        own = share.seconds(part)
        print(
            f"{title}: {own * 1000:.1f} ms, {100 * own / share.total:.2f} %, "
            f"{1000 * own / share.pages:.3f} ms a page"
        )
    print(f"environment {share.environment} bytes, of these {share.stored} ours")
    for name, value in sorted(share.ours.items(), key=lambda item: -item[1])[:10]:
        print(f"{value * 1000:9.1f} ms  {name}")


if __name__ == "__main__":
    main()
