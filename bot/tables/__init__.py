"""The table service: tables, their games, votes, timers and announcements, for any client. It does not know Discord."""
