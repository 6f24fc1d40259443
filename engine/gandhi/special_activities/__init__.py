"""4.0 Special Activities: what a Faction may do beside its Operation, a file for each Faction or pair."""
