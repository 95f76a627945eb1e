"""The domains of this extension, in which the environment keeps what it knows of documents.

The modules of the domains use those that ask for them, so that they are not imported here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinxext_runtime_ref.extension.domain import RuntimeDomain
    from sphinxext_runtime_ref.extension.links.domain import LinksDomain

RUNTIME, LINKS = "runtime", "runtime_links"
"""Names of the domains."""


def runtime_domain(env: BuildEnvironment) -> RuntimeDomain:
    """Give the domain of rows and source references."""
    return cast("RuntimeDomain", env.domains[RUNTIME])


def links_domain(env: BuildEnvironment) -> LinksDomain:
    """Give the domain of links."""
    return cast("LinksDomain", env.domains[LINKS])
