"""The program's verdicts on the deck and the truth: one line for each file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from core.decision import FileVerdict, Verdict
from core.decision.guards import OF_UTILITY
from experiments.decks.deck import FILES, Planted, made_up, planted_original
from experiments.decks.through_engine import NEEDED, RISK_ALONE, verdicts_on
from experiments.decks.true_utility import TrueUtility

MADE_UP_EVERY = 8
"""One original in so many has synthetic files, whose attacks take as long as all others together."""

NOT_ASKED = TrueUtility(0.0, clear=False)


@dataclass(frozen=True)
class Line:
    """One file: what it is, the truth, and what the program says."""

    number: int
    place: int
    shape: str
    n: int
    m: int
    kind: str
    dose: float
    links: str
    declared: str
    excess: float
    true_rules: dict[str, float]
    lost: float
    clear: bool
    of_no_use: bool
    standing: str
    figures: dict[str, float | None]
    risk_met: bool
    missed: tuple[str, ...]
    utility_missed: tuple[str, ...]
    guards: tuple[str, ...]
    intervals: dict[str, tuple[float, float]]

    @property
    def unsafe(self) -> bool:
        """Whether the true risk breaks the policy."""
        return self.excess > 1 + 1e-9

    @property
    def goes_out(self) -> bool:
        """Whether the program says that it can go out."""
        return self.standing == "can go out"


def lines_of(seed: int, number: int, files: int = FILES, needed: Sequence[str] = NEEDED) -> list[dict[str, Any]]:
    """Return what is to be counted of one original's files, JSON-ready."""
    _, deck = planted_original(seed, number, files)
    with_use = needed != RISK_ALONE
    lines = list(_lines(number, deck, verdicts_on([p.file for p in deck], needed=needed), with_use=with_use))
    if with_use and number % MADE_UP_EVERY == MADE_UP_EVERY - 1:
        made, control = made_up(seed, number)
        lines += _lines(number, made, verdicts_on([p.file for p in made], control), with_use=True)
    return lines


def _lines(
    number: int, deck: Iterable[Planted], verdicts: Iterable[FileVerdict], *, with_use: bool
) -> Iterator[dict[str, Any]]:
    for place, (each, verdict) in enumerate(zip(deck, verdicts, strict=True)):
        yield asdict(_line(number, place, each, verdict, each.utility if with_use else NOT_ASKED))


def _line(number: int, place: int, planted: Planted, verdict: FileVerdict, utility: TrueUtility) -> Line:
    file = planted.file
    pairs = [pair for each in verdict.judgements for pair in each.judgements]
    return Line(
        number,
        place,
        file.population.shape,
        file.population.n,
        file.m,
        file.kind,
        round(file.dose, 3),
        file.links,
        file.file_kind or ",".join(sorted(set(file.declared.values()))),
        planted.excess,
        planted.rules,
        utility.lost,
        utility.clear,
        utility.of_no_use,
        str(verdict.standing),
        {r.threshold: j.value for r, j in pairs if j.verdict is not Verdict.NOT_FOR},
        bool(pairs) and {j.verdict for _, j in pairs} <= {Verdict.MET, Verdict.NOT_FOR},
        tuple(r.threshold for r, j in pairs if j.verdict is Verdict.NOT_MET),
        tuple(str(g.kind) for g in verdict.guards if g.kind in OF_UTILITY),
        tuple(f"{g.kind}: {g.clause}"[:200] for g in verdict.guards),
        {r.threshold: j.interval for r, j in pairs if j.interval is not None},
    )
