"""Time: timers, reminders, limits, and what happens when somebody does not answer."""
