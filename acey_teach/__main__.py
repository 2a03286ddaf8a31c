"""`python -m acey_teach` is `acey-teach`."""

from __future__ import annotations

import sys

from acey_teach.cli import main

if __name__ == "__main__":
    sys.exit(main())
