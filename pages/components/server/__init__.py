"""The server's own room: settings, sessions, cookie, sign-in, sweeper, headers."""
