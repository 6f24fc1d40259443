"""The words of a table of Rajas of the Ganges."""
