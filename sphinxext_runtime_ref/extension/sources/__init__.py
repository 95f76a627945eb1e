"""Source files in the documentation: the role, its links, and generated pages."""
