"""The bot around the rules: tables, seasons, texts, Discord, web pages and the command line.

The rules of games are in `engine`, pictures in `render`, the database in `storage`, and catalogues in `texts`.
"""

__version__ = "1.0.0"
"""The version of this repository. It is also in pyproject.toml and in the newest section of the changelog."""
