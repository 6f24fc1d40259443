"""Sending of public messages: the table service queues them, and the outbox sends each of them once."""
