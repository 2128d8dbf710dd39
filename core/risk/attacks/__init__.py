"""Attacks net of chance: singling out, linkability, inference, nearness, membership, on the original and on others."""
