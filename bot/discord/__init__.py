"""Everything that knows Discord: clicks and commands in, panels, pictures and messages out."""
