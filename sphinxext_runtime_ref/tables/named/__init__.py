"""The four tables whose declarations have a fixed shape."""
