"""Moving key/value blocks between machines."""
