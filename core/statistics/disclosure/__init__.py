"""Kernels of disclosure risk: uniques, individual risk, diversity, attribution, households."""
