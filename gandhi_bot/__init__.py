"""The program as it is installed from a wheel, in which its packages are below this name and no one else's way."""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> int:
    """Run the command line, with the packages that are beside this file in a wheel and above it in the repository."""
    here = Path(__file__).resolve().parent
    sys.path.insert(0, str(here if (here / "engine").is_dir() else here.parent))
    from bot.cli import main as run

    return run()
