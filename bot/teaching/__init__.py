"""Teaching: the rules in our own words, Faction sheets, help by situation, a guided first turn."""
