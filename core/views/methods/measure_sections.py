"""The measures of information loss on What is lost, section by section."""

from core import utility
from core.assessment import CATALOGUE

_LOSSES = [m for m in CATALOGUE if m.section is not None and not m.is_risk]
_SECTIONS = list(dict.fromkeys([*utility.SECTIONS, *(m.section for m in _LOSSES)]))

INFORMATION_LOSS = tuple(sorted(_LOSSES, key=lambda m: (_SECTIONS.index(m.section), m.place)))
"""What numbers and categories lost: sections in the page's order, then those that only measures name."""
