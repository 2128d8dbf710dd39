"""What makes decisions and random streams the same everywhere: the rule for ties, and named seeds."""
