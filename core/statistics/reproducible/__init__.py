"""What makes decisions and random streams the same everywhere: the rule for ties, and named seeds."""

from core.statistics.reproducible.seeds import generator, mixed_bits
from core.statistics.reproducible.ties import (
    TOLERANCE,
    above,
    below,
    comparable,
    comparable_number,
    first_largest,
    multiples,
    power_of_ten,
    sign_of,
    sort_value,
)
