"""Which release, and why: its purpose, the thresholds it must meet, checks, and the record of the decision."""
