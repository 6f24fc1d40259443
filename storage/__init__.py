"""Tables, repositories and migrations. Knows nothing of rules or Discord."""
