"""Parts of the tools for each game: a folder for each, whose modules are found by their names."""
