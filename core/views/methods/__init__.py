"""What is said of measures: their cards, their sections on the pages, and what the Practice Guide warns of."""
