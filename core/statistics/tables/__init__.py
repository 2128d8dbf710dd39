"""Contingency tables: counted, compared, modelled."""
