"""Discord: commands, prompts, presenters, languages; the table service; the command line."""
