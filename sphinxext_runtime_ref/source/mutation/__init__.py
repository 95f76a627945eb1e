"""Which statements and calls change which objects, as far as the text tells."""
