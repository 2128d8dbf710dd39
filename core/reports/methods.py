"""The cards of all measures as one Markdown document."""

from __future__ import annotations

from collections.abc import Iterator

from core.assessment import PARAMETERS
from core.measures import Measure
from core.views import GROUPS, direction, measures_of, needs, scale, settings_of, source, weighting, what_of

HEAD = """# Methods

How every figure of R-U Map is computed, how to read it, and when it misleads. The same cards are in the help
drawer of the dashboard. This document is written by `python -m core measures --markdown`; do not edit it by hand.
"""

BAR = r"\|"
"""A bar within a cell of a table."""


def methods_markdown() -> str:
    """Return the document; formulas as LaTeX in ``math`` blocks."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield HEAD
    for group in GROUPS:
        yield f"- [{group.title}](#{group.title.lower().replace(' ', '-')}) ({len(measures_of(group))})"
    yield "- [Settings](#settings)"
    for group in GROUPS:
        yield f"\n## {group.title}\n\n{group.about}"
        for measure in measures_of(group):
            yield from _card(measure)
    yield from _settings()


def _settings() -> Iterator[str]:
    yield "\n## Settings\n\nOn the command line: `--set FAMILY.name=value`; the defaults are those of the dashboard."
    for family in PARAMETERS:
        yield f"\n### Family `{family}`\n\n| setting | default | may be | what it does |\n|---|---|---|---|"
        for setting in settings_of(family):
            cells = (f"`{setting.name}`", setting.default, setting.choices, setting.about)
            yield f"| {' | '.join(cell.replace('|', BAR) for cell in cells)} |"


def _card(measure: Measure) -> Iterator[str]:
    yield f"\n### {measure.name}\n\n{measure.summary}"
    if measure.formula:
        yield f"\n```math\n{measure.formula}\n```"
    yield f"\n- **Scale**: {scale(measure)}; {direction(measure)}; {what_of(measure)}"
    yield f"- **How to read it**: {measure.reading}"
    yield f"- **When it misleads**: {measure.misleads}"
    yield f"- **Needs**: {needs(measure)}"
    if measure.interval_caution:
        yield f"- **Its interval**: {measure.interval_caution}"
    if weighting(measure):
        yield f"- **Sampling weights**: {weighting(measure)}"
    yield f"- **Source**: {source(measure)}"
    yield f"- **Settings**: family `{measure.family}`"
    yield f"- **On the command line**: `{measure.id}`"
