"""What is said at a table of Rajas of the Ganges."""
