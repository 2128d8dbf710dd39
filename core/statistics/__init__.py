"""Plain arrays in, numbers out: tables, ranks, distribution functions, resampling."""
