"""Everything that knows Discord: presses and commands in, panels, pictures and messages out."""
