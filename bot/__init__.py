"""The bot around the rules: tables, seasons, texts, Discord, web pages and the command line.

The rules of games are in `engine`, pictures in `render`, the database in `storage`, and catalogues in `texts`.
"""

__version__ = "1.0.0"
"""The version of this repository. pyproject.toml and the newest section of the changelog have the same."""
