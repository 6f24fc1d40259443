"""The table service: everything that people do at a table, whatever they do it with. It knows nothing of Discord."""
