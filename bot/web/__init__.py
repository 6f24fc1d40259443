"""The web pages of tables: what everyone may see of a game, and a private page to play it on. Knows no Discord."""
