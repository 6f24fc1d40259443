"""The host's tools: the commands of ``gandhi``, settings, logs, backups, and the page to play in."""
