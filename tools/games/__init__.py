"""What the tools know of each game: a folder for each, whose modules are found by their names."""
