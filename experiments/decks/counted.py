"""What the deck shows, counted and written as tables in Markdown."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from core.decision.verdict import GuardKind
from experiments.decks.judged import Line

FRESH = "fresh survey"
SYNTHETIC = "synthetic"
STANDINGS = ("can go out", "not known", "cannot go out")
LOST = (0.5, 0.75, 0.9)
COMMON = 8
"""Reasons that are listed."""


def report(lines: Sequence[Line]) -> str:
    """Return all tables."""
    parts = (headline(lines), by_kind(lines), by_rule(lines), not_judged(lines), survivors(lines))
    return "\n\n".join(part for part in parts if part)


def headline(lines: Sequence[Line]) -> str:
    """Return what the deck is for, a line each."""
    unsafe = [line for line in lines if line.unsafe]
    useless = [line for line in lines if line.of_no_use]
    fresh = [line for line in lines if line.kind in (FRESH, SYNTHETIC)]
    steps, broken = rising(lines)
    covered = [low <= 0 for line in lines if line.kind == SYNTHETIC for low, _ in line.intervals.values()]
    rows = [
        ("files judged", len(lines), ""),
        ("unsafe", len(unsafe), f"{_share([line.excess <= 2 for line in unsafe])} within a factor 2 of the limit"),
        ("unsafe, can go out", sum(line.goes_out for line in unsafe), _limit([line.goes_out for line in unsafe])),
        ("unsafe, meets all rules of risk", sum(flags := [line.risk_met for line in unsafe]), _limit(flags)),
        ("of no use", len(useless), "half or more of what shuffling costs is lost"),
        *(
            (f"of no use by {lost:.0%}, can go out", sum(flags), f"of {len(flags):,}; {_limit(flags)}")
            for lost in LOST
            if (flags := [line.goes_out for line in useless if line.lost >= lost]) is not None
        ),
        ("fresh surveys struck out for utility", sum(_struck(fresh)), f"of {len(fresh):,}"),
        ("steps of rising dose", steps, "linked and declared truly"),
        ("a higher dose has the higher risk", broken, "by more than a fifth and .005"),
        ("attacks on made-up records whose interval holds 0", sum(covered), f"of {len(covered):,}"),
    ]
    return _table(("", "files", ""), rows)


def _struck(lines: Iterable[Line]) -> list[bool]:
    """Return whether each is said to be of no use; one whose utility is not known is not."""
    return [str(GuardKind.LIKE_SHUFFLED) in line.utility_missed for line in lines]


def by_kind(lines: Sequence[Line]) -> str:
    """Return unsafe files and safe ones of use by what was done."""
    kinds = sorted({line.kind for line in lines})
    rows = []
    for kind in kinds:
        own = [line for line in lines if line.kind == kind]
        unsafe, safe = [line for line in own if line.unsafe], [line for line in own if _good(line)]
        rows.append((
            kind,
            len(own),
            len(unsafe),
            sum(line.goes_out for line in unsafe),
            len(safe),
            *(sum(line.standing == each for line in safe) for each in STANDINGS),
        ))  # fmt: skip
    return _table(("masking", "files", "unsafe", "that can go out", "safe and of use", *STANDINGS), rows)


def _good(line: Line) -> bool:
    return not line.unsafe and not line.of_no_use and line.kind != FRESH


def by_rule(lines: Sequence[Line]) -> str:
    """Return how each rule alone agrees with the truth, where it has a figure."""
    rows = []
    for rule in ("file_risk", "individual_risk", "smallest_group", "sample_uniques"):
        judged = [line for line in lines if rule in line.true_rules and line.figures.get(rule) is not None]
        broken = [line for line in judged if line.true_rules[rule] > 1 + 1e-9]
        passed = [line for line in broken if rule not in line.missed]
        worst = max((line.true_rules[rule] for line in passed), default=0.0)
        strict = [line for line in judged if line.true_rules[rule] <= 1 + 1e-9 and rule in line.missed]
        rows.append((rule.replace("_", " "), len(judged), len(broken), len(passed), f"{worst:.2f}", len(strict)))
    return _table(
        ("rule", "judged", "broken in truth", "and said to be met", "by at most", "met and said broken"), rows
    )


def not_judged(lines: Sequence[Line]) -> str:
    """Return the commonest reasons why safe files of use are not known, or cannot go out."""
    first = [line.guards[0] for line in lines if _good(line) and not line.goes_out and line.guards]
    reasons = Counter(_without_figures(guard) for guard in first)
    return _table(("why a safe file of use does not go out", "files"), reasons.most_common(COMMON))


def _without_figures(guard: str) -> str:
    kind, _, clause = guard.partition(": ")
    return f"{kind}: {''.join('#' if c.isdigit() else c for c in clause)}"[:110].replace("|", "/")


def survivors(lines: Sequence[Line]) -> str:
    """Return the unsafe files that no rule of risk speaks against."""
    rows = [
        (line.number, line.place, line.shape, line.n, line.kind, line.dose, line.links, f"{line.excess:.2f}")
        for line in sorted(lines, key=lambda line: -line.excess)
        if line.unsafe and (line.goes_out or line.risk_met)
    ]
    head = ("original", "file", "population", "people", "masking", "dose", "linked by", "risk / limit")
    return _table(head, rows[:30]) if rows else ""


def rising(lines: Iterable[Line]) -> tuple[int, int]:
    """Return the steps between two doses of one masking, and those after which the risk is clearly higher."""
    series: dict[tuple[int, str], list[Line]] = defaultdict(list)
    for line in lines:
        if line.kind.endswith("rising"):
            series[line.number, line.kind].append(line)
    risks = [[line.figures.get("file_risk") for line in sorted(each, key=_dose)] for each in series.values()]
    steps = [(a, b) for each in risks for a, b in pairwise(each) if a is not None and b is not None]
    return len(steps), sum(b > 1.2 * a + 0.005 for a, b in steps)


_dose: Callable[[Line], float] = lambda line: line.dose  # noqa: E731


def _share(flags: Sequence[bool]) -> str:
    return f"{sum(flags) / len(flags):.0%}" if flags else "none"


def _limit(flags: Sequence[bool]) -> str:
    """Return what follows of the true share: of none seen by the rule of three, else with its standard error."""
    n, k = len(flags), sum(flags)
    if not n:
        return "none"
    return f"below {3 / n:.2%}" if not k else f"{k / n:.2%} (s.e. {(k / n * (1 - k / n) / n) ** 0.5:.2%})"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    written = [tuple(f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row) for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in (tuple(head), ("---",) * len(head), *written))
