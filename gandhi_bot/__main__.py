"""The same as the command ``gandhi``: ``python -m gandhi_bot``."""

import sys

from gandhi_bot import main

sys.exit(main())
