"""Local links, their anchors and their verdicts.

Floors, each of which imports from those under it only:

=========== =========================================================================
``running`` many documents: processes, and what is remembered from run to run
``judging`` verdicts, by the rules of GitHub or of a Sphinx project
``markup``  links, headings and ids in Markdown, reStructuredText, HTML and notebooks
``tree``    the files below a root: listed, found and read
=========== =========================================================================
"""
