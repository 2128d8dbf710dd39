"""Estimates with their standard errors: linearisation, jackknife, bootstrap."""
