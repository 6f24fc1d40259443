"""The web pages of tables: what everybody may see of a game, and a private page to play it on. Knows no Discord."""
