"""Excel workbooks -> columns: one sheet, text as text, dates as ISO text, what Excel could not compute counted."""
