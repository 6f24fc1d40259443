"""Text about tables: events, questions, the state of a game. Nothing here knows Discord."""
