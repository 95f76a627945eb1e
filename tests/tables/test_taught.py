"""Declarations as real code bases have them, in small."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxext_runtime_ref.tables.model import Table

    Build = Callable[..., Table]
    Texts = Callable[..., list[list[str]]]


def test_a_mapping_inside_of_a_function(texts: Texts) -> None:
    text = """\
from typing import Literal, get_args
Method = Literal["awq", "fp8"]
_CUSTOM = {}

def get_config(name: Method):
    from pkg.awq import AWQConfig
    from .fp8 import Fp8Config

    method_to_config: dict[str, type] = {
        "awq": AWQConfig,
        "fp8": Fp8Config,
    }
    method_to_config.update(_CUSTOM)
    return method_to_config[name]
"""
    files = {"pkg/__init__.py": "", "pkg/quant.py": text}
    assert texts(files, "pkg/quant.py:get_config.method_to_config") == [
        ["awq", "AWQConfig"],
        ["fp8", "Fp8Config"],
    ]


def test_a_registry_that_is_filled_bit_by_bit(texts: Texts) -> None:
    text = """\
PATH = 'app.models'
MODULE_MAP = dict()
ASCEND_MAP = dict()
DEVICE_MAP = dict(ascend=ASCEND_MAP)

# llama
MODULE_MAP.update({
    'Llama': f'{PATH}.llama.Llama',
})

# two names
MODULE_MAP.update({'Glm': f'{PATH}.glm.Glm', 'GlmOld': f'{PATH}.glm.Glm'})
ASCEND_MAP.update({'Llama': 'ascend.Llama'})
"""
    assert texts(text, "MODULE_MAP", columns="key, value, source") == [
        ["Llama", "app.models.llama.Llama", "m.py:8"],
        ["Glm", "app.models.glm.Glm", "m.py:12"],
        ["GlmOld", "app.models.glm.Glm", "m.py:12"],
    ]
    assert texts(text, "DEVICE_MAP", shape="nested") == [["ascend", "Llama", "ascend.Llama"]]


def test_pairs_with_an_optional_third_element(texts: Texts) -> None:
    text = """\
from collections import OrderedDict
ARCHS = OrderedDict(
    [
        (
            "Bagel",
            ("app.bagel.model", "Bagel"),
        ),
        ("Retriever", ("app.llama.model", "Encoder", {"retrieval"})),
    ]
)
"""
    assert texts(text, "ARCHS", fields="module, class, tags") == [
        ["Bagel", "app.bagel.model", "Bagel", ""],
        ["Retriever", "app.llama.model", "Encoder", "retrieval"],
    ]


def test_a_missing_comma_in_a_list_of_names(build: Build) -> None:
    table = build("__all__ = [\n    'A',\n    'QWenConfig'\n    'QWenModel',\n]\n", "__all__")
    assert [row.id for row in table.rows] == ["A", "QWenConfigQWenModel"]
    assert [str(item).partition(":")[0] for item in table.diagnostics] == ["m.py"]
    assert "a comma may be missing" in table.diagnostics[0].message


def test_a_key_and_a_value_from_two_places_are_no_stretch(build: Build) -> None:
    source = """\
A = {
    "x": ("a",),  # of A
    "y":  # of y
        ("b",),
}
B = {
    **{k: (v, 1) for k, (v,) in A.items()},  # of B
}
"""
    table = build(source, "B")
    found = [(row.location.line_range, row.cells["doc"].text) for row in table.rows]
    assert found == [((2, 2), "of A"), ((3, 3), "of y")]
    rows = build(source, "A").rows
    assert [(row.location.line_range, row.cells["doc"].text) for row in rows] == [
        ((2, 2), "of A"),
        ((3, 4), "of y"),
    ]


def test_keys_that_are_names_and_comments_behind_split_entries(texts: Texts) -> None:
    text = """\
from .config import GEMMA_ARCHITECTURE
from .model import Gemma, Llama
MODEL_MAP = {
    GEMMA_ARCHITECTURE: Gemma,
    'Mllama':
    Llama,  # loaded by Auto
}
"""
    assert texts(text, "MODEL_MAP") == [
        ["GEMMA_ARCHITECTURE", "Gemma", ""],
        ["Mllama", "Llama", "loaded by Auto"],
    ]


def test_a_field_function_of_ones_own(texts: Texts) -> None:
    text = """\
from typing import Any, Optional
from pydantic import BaseModel
from pydantic import Field as PydanticField

def Field(default: Any = ..., *, status: Optional[str] = None, **kwargs: Any) -> Any:
    return PydanticField(default, **kwargs)

class Strict(BaseModel): ...

class Graphs(Strict):
    sizes: Optional[list[int]] = Field(
        default=None,
        min_length=1,
        description="Batch sizes.")
    padding: bool = Field(default=False, status="beta", description=
        "Whether batches "
        "are rounded up.")
    name: str = Field(description="No default.")
"""
    assert texts(text, "Graphs", columns="name, default, required, constraints, doc") == [
        ["sizes", "None", "False", "min_length=1", "Batch sizes."],
        ["padding", "False", "False", 'status="beta"', "Whether batches are rounded up."],
        ["name", "", "True", "", "No default."],
    ]


def test_constants_with_strings_after_them_between_boxes(texts: Texts) -> None:
    text = '''\
class Groups:
    # ---------------------------------------------- #
    # Fine-grained (in "all")
    # ---------------------------------------------- #

    MICROBATCH = "microbatch"
    """Spans of a microbatch."""

    # ---------------------------------------------- #
    # Inference
    # ---------------------------------------------- #

    SERVER = "server"
    """Spans of a request."""
    ALL = frozenset([MICROBATCH, SERVER])
'''
    assert texts(text, "Groups", columns="name, value, doc, group") == [
        ["MICROBATCH", "microbatch", "Spans of a microbatch.", 'Fine-grained (in "all")'],
        ["SERVER", "server", "Spans of a request.", "Inference"],
        ["ALL", "microbatch, server", "", "Inference"],
    ]


def test_variables_read_at_import_by_helpers(texts: Texts) -> None:
    text = """\
import os

def env_to_bool(env_var: str, default: bool = False, *, true_values: set = {'1', 'true'}):
    return os.getenv(env_var, default)

def env_to_int(env_var: str, default: int = 0):
    return int(os.getenv(env_var, default))

with patched():
    # loader
    random_weights = env_to_bool('APP_RANDOM', True)
    port = env_to_int('APP_PORT')
"""
    columns = "env_var, default, function, symbol, doc"
    assert texts(text, "env_to_*", shape="calls", columns=columns) == [
        ["APP_RANDOM", "True", "env_to_bool", "random_weights", "loader"],
        ["APP_PORT", "0", "env_to_int", "port", ""],
    ]


def test_arguments_whose_choices_depend_on_a_switch(texts: Texts) -> None:
    text = """\
import flags
CHOICES = ["a", "b"]

class Args:
    @staticmethod
    def add_cli_args(parser):
        choices = CHOICES
        if flags.EXTRA:
            choices = [*CHOICES, "c"]
        parser.add_argument("--backend", type=str, choices=choices, default="a")
        parser.add_argument("--other", choices=CHOICES if flags.X else None)
"""
    assert texts(text, "Args.add_cli_args", shape="argparse") == [
        ["--backend", "str", "a", "a, b, c", "if flags.EXTRA"],
        ["--backend", "str", "a", "a, b", "if not flags.EXTRA"],
        ["--other", "", "None", "CHOICES if flags.X else None", ""],
    ]


def test_two_columns_of_a_large_enum_of_paths(texts: Texts) -> None:
    text = """\
from enum import Enum

class Backend(Enum):
    FLASH = "app.attention.flash.FlashBackend"
    # Torch's own.
    SDPA = "app.attention.sdpa.SdpaBackend"
    # Placeholder for third-party backends.
    CUSTOM = ""

    def get_path(self) -> str:
        return self.value
"""
    assert texts(text, "Backend") == [
        ["FLASH", "app.attention.flash.FlashBackend", ""],
        ["SDPA", "app.attention.sdpa.SdpaBackend", "Torch's own."],
        ["CUSTOM", "", "Placeholder for third-party backends."],
    ]
