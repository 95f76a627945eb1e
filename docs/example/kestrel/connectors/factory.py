"""Connectors by name; a module is imported when its connector is first asked for."""

from __future__ import annotations

import importlib
from typing import Any


class ConnectorFactory:
    """Finds connectors."""

    _registry: dict[str, tuple[str, str]] = {}

    @classmethod
    def register_connector(cls, name: str, module_path: str, class_name: str) -> None:
        """Remember where a connector lives."""
        if name in cls._registry:
            raise ValueError(f"connector {name!r} is registered twice")
        cls._registry[name] = (module_path, class_name)

    @classmethod
    def create(cls, name: str) -> Any:
        """Import a connector and make one."""
        module_path, class_name = cls._registry[name]
        return getattr(importlib.import_module(module_path), class_name)()


# Blocks go through a folder that all machines see; for tests.
ConnectorFactory.register_connector(
    "shared_storage", "kestrel.connectors.shared_storage", "SharedStorageConnector"
)

# Direct copies between devices over InfiniBand.
ConnectorFactory.register_connector("rdma", "kestrel.connectors.rdma", "RdmaConnector")

# Copies through host memory, on any network.
ConnectorFactory.register_connector("tcp", "kestrel.connectors.tcp", "TcpConnector")

# Tries several others in turn.
ConnectorFactory.register_connector(
    "multi", "kestrel.connectors.multi", class_name="MultiConnector"
)
