"""The internal report: everything, confidential."""
