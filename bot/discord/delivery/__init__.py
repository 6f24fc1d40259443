"""The way of public messages to Discord: the table service has queued them, and the outbox sends each of them once."""
