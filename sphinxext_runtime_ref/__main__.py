"""``python -m sphinxext_runtime_ref`` is the command ``runtime-ref``."""

from __future__ import annotations

import sys

from sphinxext_runtime_ref.cli import main

if __name__ == "__main__":
    sys.exit(main())
