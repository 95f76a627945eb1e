"""Methods that get a name for other modules to call: ``add_choices = CHOICES.extend``."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinxext_runtime_ref.source.scopes.scope import Scope


def is_unused(method: ast.Attribute, statement: ast.AST, module: Scope) -> bool:
    """Tell whether a statement only gives a method a name that its module never uses.

    What other modules do with it is not seen, as with any function.
    """
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return statement.value is method and _uses(name, module) == 1
        case _:
            return False


def _uses(name: str, module: Scope) -> int:
    """Count the places where a module has a name, comments left out; texts may be used as one."""
    wanted = re.compile(rf"\b{re.escape(name)}\b")
    comments = module.module.comments
    uses = 0
    for number, line in enumerate(module.module.text.lines, 1):
        if name in line:
            comment = comments.get(number)
            uses += len(wanted.findall(line[: comment.column - 1] if comment else line))
    return uses
