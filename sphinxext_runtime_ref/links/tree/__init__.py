"""The files below a root: listed, found and read."""
