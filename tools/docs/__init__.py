"""Programs that write pages of docs/."""
