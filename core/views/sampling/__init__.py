"""What is said of how the records were drawn: units dealt, and sampling weights."""
