"""The risk-utility map in numbers: its axes, its points with what chance may do to them, measures over epsilon."""
