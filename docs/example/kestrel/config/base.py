"""What all configuration classes share."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, ClassVar

import kestrel_native


@dataclass
class BaseConfig:
    """A configuration class with a hash over the options that change compiled code."""

    schema_version: ClassVar[int] = 3
    """Raised when the meaning of a field changes; part of every hash."""

    def hash_options(self) -> dict[str, Any]:
        """Give the options that take part in the hash."""
        return dict(vars(self))

    def compute_hash(self) -> str:
        """Hash the options, so that compiled graphs can be reused between runs."""
        text = repr(sorted(self.hash_options().items()))
        return hashlib.sha256(f"{self.schema_version}{text}".encode()).hexdigest()


@dataclass
class ResolvedConfig(BaseConfig):
    """A configuration class whose missing values depend on the machine."""

    def resolve(self) -> None:
        """Fill in what was left open."""
        for name, value in kestrel_native.defaults(type(self).__name__).items():
            if getattr(self, name) is None:
                setattr(self, name, value)
