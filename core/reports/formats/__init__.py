"""Documents: a report model as HTML, Word, PDF, spreadsheet and JSON, with its figures drawn."""
