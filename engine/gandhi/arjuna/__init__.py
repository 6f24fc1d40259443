"""8.0 Non-player Factions: Arjuna answers the engine's decisions as a person would, and says why."""
