"""The texts of Rajas of the Ganges: its Changes, views and options as sentences, from the catalogues."""
