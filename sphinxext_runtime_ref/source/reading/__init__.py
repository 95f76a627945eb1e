"""Reading source files: their bytes, text, syntax and comments."""
