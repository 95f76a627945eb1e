"""Functions and methods by name: which change what they get, which give a part or a copy of it."""

from __future__ import annotations

import builtins

MUTATORS = frozenset(
    {
        *("append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse"),
        *("update", "setdefault", "popitem", "move_to_end", "appendleft", "extendleft"),
        *("popleft", "rotate", "subtract"),
        *("add", "discard", "difference_update", "intersection_update"),
        *("symmetric_difference_update", "__setitem__", "__delitem__", "__ior__", "__iadd__"),
        *("__imul__", "__iand__", "__isub__", "__ixor__"),
    }
)
"""Methods that change what they are called on."""

SETTERS = frozenset({"setattr", "delattr", "__setattr__", "__delattr__"})
"""Functions that change an attribute of what they are given first."""

COLLECTIONS = frozenset(
    {
        *("list", "dict", "set", "tuple", "frozenset", "int", "str", "float", "bool"),
        *("defaultdict", "OrderedDict", "deque"),
        *("collections.defaultdict", "collections.OrderedDict", "collections.deque"),
    }
)
"""Types of collections and scalars."""

BUILTINS = COLLECTIONS | frozenset(dir(builtins))
"""Names of what no statement changes in place, where nothing else is bound to them."""

KEEPING = frozenset({"append", "insert", "add", "setdefault"})
"""Methods that keep their argument itself, not what is in it."""

MAKERS = frozenset(
    {
        *("list", "dict", "set", "tuple", "frozenset", "sorted", "copy", "deepcopy", "OrderedDict"),
        *("defaultdict", "len", "str", "int", "float", "bool", "sum", "split", "join", "lower"),
        *("upper", "format", "replace", "strip", "range", "union"),
    }
)
"""Functions that give a new object."""

ITEMS = frozenset({"get", "setdefault", "pop", "popitem", "popleft", "__getitem__"})
"""Methods that give what is in a collection itself, not a copy."""

VIEWS = frozenset({"values", "items", "keys", "copy", "union", "most_common", "elements"})
"""Methods that give a new object with what is in a collection."""

COPYING = (MAKERS - {"deepcopy"}) | {
    *("reversed", "enumerate", "zip", "filter", "iter", "map", "deque", "Counter", "ChainMap"),
    *("chain", "from_iterable", "islice", "product", "cycle", "repeat", "starmap", "partial"),
    *("fromkeys", "zip_longest", "permutations", "combinations", "groupby"),
}
"""Functions that give a new object which holds what they are given, or what is in it."""

UNRELATED = frozenset(
    {
        *("deepcopy", "len", "str", "int", "float", "bool", "range", "repr", "ascii", "format"),
        *("isinstance", "issubclass", "hasattr", "callable", "id", "hash", "type", "any", "all"),
        *("join", "split", "lower", "upper", "strip", "replace", "startswith", "endswith"),
        *("getLogger", "compile", "open", "print", "count", "index", "abs", "round", "signature"),
    }
)
"""Functions that give nothing of what they are given."""
