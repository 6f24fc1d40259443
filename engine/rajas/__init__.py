"""Rajas of the Ganges (Inka and Markus Brand, 2017): the rules, in the order of the rulebook."""
