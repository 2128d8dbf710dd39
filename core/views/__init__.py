"""What is read from a comparison for one chart, table or card; nothing is measured here."""
