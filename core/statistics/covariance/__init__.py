"""Covariance matrices, summed in one order, robust ones too, and how much two differ."""
