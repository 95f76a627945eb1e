"""Verdicts on links, by the rules of GitHub or of a Sphinx project."""
