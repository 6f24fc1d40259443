"""Public messages on their way: queued by the table service, drawn, and sent once each."""
