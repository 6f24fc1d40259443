"""The private draft of a turn, and what crosses a barrier."""
