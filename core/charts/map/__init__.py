"""The risk-utility map and the frontier: scales, geometry, labels."""
