"""The texts of a table of Rajas of the Ganges."""
