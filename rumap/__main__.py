"""``python -m rumap``: the same as the command ``ru-map``."""

import sys

from rumap.command_line import main

if __name__ == "__main__":
    sys.exit(main())
