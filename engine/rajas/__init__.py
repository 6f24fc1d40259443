"""Rajas of the Ganges (Inka and Markus Brand, 2017): the rules, as the rulebook tells them."""
