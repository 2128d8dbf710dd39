"""Data utility: one file per measure or family; every measure is listed here."""

from core.measures import Measure
from core.utility.gdu import MEASURES as GDU

MEASURES: tuple[Measure, ...] = (*GDU,)

__all__ = ["MEASURES"]
