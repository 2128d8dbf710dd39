"""SPSS, Stata and SAS files -> columns, with variable labels, value labels and declared missing codes."""
