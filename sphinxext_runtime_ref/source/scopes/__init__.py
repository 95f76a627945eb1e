"""Scopes: what the names of a module, class or function are bound to, without evaluating."""
