"""Discord: commands, prompts, presenters, languages; the table service; the command line."""

__version__ = "1.0.0"
"""The version of everything in this repository: also that of pyproject.toml and of the newest part of the changelog."""
