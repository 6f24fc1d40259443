"""What the host uses: the commands of ``gandhi``, settings, logs, backups, and the page to play in."""
