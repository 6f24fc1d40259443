"""The table service: everything that people do at a table, with any client. It does not know Discord."""
