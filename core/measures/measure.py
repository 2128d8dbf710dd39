"""A measure: a function with declared traits.

A measure is computed in two steps, so that what several measures share is computed once:
``prepare(subject, parameters)`` makes the costly part (local utilities, key frequencies ...), and
``compute(prepared)`` yields the measure's outcomes from it. Measures with the same ``prepare``
are run together.

All that is known about a measure is declared at it, and listed once: the fields of ``Measure``. Whatever shows,
lists or judges measures reads it there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass, fields
from enum import StrEnum
from typing import Any

from core.measures.interval_coverage import FOUND, coverage_in_words
from core.measures.outcome import Outcome
from core.measures.places import Group, PageSection
from core.wording import exact_percent


class Scope(StrEnum):
    """What one outcome is about."""

    FILE = "file"
    VARIABLE = "variable"
    PAIR = "pair"
    RECORD = "record"


class Better(StrEnum):
    """Which direction is good: more utility, or less risk."""

    HIGHER = "higher"
    LOWER = "lower"


class Subject(StrEnum):
    """What is measured: the pair of files, one release alone (also the original), or the original and a size."""

    PAIR = "pair"
    RELEASE = "release"
    SIZE = "size"


class Passes(StrEnum):
    """What a measure passes over all records for: what its time grows with."""

    VARIABLES = "variables"
    PAIRS = "pairs of variables"
    KEYS = "key variables"
    RECORDS = "records compared with records, up to a limit of the measure's own"


class Requires(StrEnum):
    """What a measure cannot do without."""

    LINKS = "links"
    KEYS = "keys"
    WEIGHTS = "weights"


class Basis(StrEnum):
    """What a measure of risk rests on, which decides under which masking it does not hold."""

    FREQUENCIES = "frequencies"
    GROUPS = "groups"
    LINKS = "links"
    MATCHES = "matches"
    INTERVALS = "intervals"
    AGREEMENT = "agreement"
    PREDICATES = "predicates"
    NEAREST = "nearest records"
    MEMBERSHIP = "membership"


class Written(StrEnum):
    """How a value is written."""

    PERCENT = "percent"
    NUMBER = "number"


Prepare = Callable[..., Any]
Compute = Callable[[Any], Iterator[Outcome]]
UNDECLARED: Any = object()
"""In the place of a trait that a measure must declare, itself or with the measures that share it."""


@dataclass(frozen=True)
class Measure:
    """A measure and its traits.

    Parameters
    ----------
    compute : callable
        ``compute(prepared)`` yields the outcomes. Of a SIZE measure it takes the tuple of all repetitions.
    id, name : str
        Fixed id; name in words.
    family : str
        Name of the parameter family (gdu, risk ...).
    parameters : type
        Frozen dataclass of the family's parameters; its defaults are the measure's.
    prepare : callable
        The shared step ``(subject, parameters) -> prepared``. Of a SIZE measure ``prepare(pair, size, parameters,
        random)`` is one repetition, with the original on both sides of the pair.
    scope : Scope
    subject : Subject
    better : Better
    bounds : (float, float)
    reference : str
        Source of the formula.
    group : Group
        Where its card stands.
    requires : frozenset of Requires
    needs : str
        What it cannot do without beside ``requires``, in words.
    summary : str
        What it says, in one sentence for an officer.
    formula : str
        As LaTeX, for its card; empty where words say it better.
    reading : str
        How to read a value, with the values that stand for good and bad.
    misleads : str
        When it misleads.
    departs : str
        Where the formula departs from its source, and why; empty where it does not.
    section : PageSection or None
        The table of a page in which it has a column; None: it has none.
    heading : str
        Of that column. Empty: its name.
    place : int
        Of that column: smaller ones stand before larger ones, equal ones in the order of the catalogue.
    written : Written or None
        How a value is written; None: in percent where the bounds are 0 and 1, else as a number.
    replicable : bool
        Whether it may be computed again on jackknife replicates; False where that would cost too much, or where
        replicates measure something else than the file.
    by_group : bool
        Whether what is prepared has the figures without each jackknife group of the pair (``Pair.groups``) as well, so
        that results bring their replicates (``value_or_reason``): the same for all measures that share ``prepare``.
        Else ``prepare`` is repeated on the records outside each group.
    repetitions : callable or None
        Of a SIZE measure: ``null.replicates`` -> how many repetitions it takes.
    sees_suppression : bool
        Of a SIZE measure: whether its repetitions leave blank what the masked file does (``Pair.suppressed``).
    passes : Passes
        What ``prepare`` passes over: the same for all measures that share it.
    cost : float
        How many times as long as usual a pass takes, as far as known: the time that a run will take is estimated by it.
    basis : Basis or None
        What a measure of risk rests on; None: it holds under any masking.
    why_above : str
        Why a figure above the original's own says little; empty where it says what it seems to say.
    value_by_value : bool
        Whether each value is compared with the one that it was, which misleads where values were interchanged.
    caution : str
        What a reader of the figure is told beneath its table, whatever the file.
    weighting : str
        How sampling weights enter it where utility is weighted, and when that misleads: the same for all measures
        that share ``prepare``. Empty: they do not enter, every record counts alike.
    compares_sets : bool
        Whether files that are sets of one scenario are compared with each other, too.
    no_interval : str
        Why a jackknife does not hold for it; empty where it does.
    interval_note : str
        Why its 95% interval is too narrow, or wider than it need be; marks the interval. What it was found to cover
        is in ``interval_coverage``.
    interval_of_log : bool
        Whether its interval is that of its logarithm: of figures without an upper bound that large squares decide.

    Raises
    ------
    TypeError
        Where a trait without a default is not declared.
    """

    compute: Compute
    _: KW_ONLY
    id: str = UNDECLARED
    name: str = UNDECLARED
    family: str = UNDECLARED
    parameters: type = UNDECLARED
    prepare: Prepare = UNDECLARED
    scope: Scope = UNDECLARED
    subject: Subject = UNDECLARED
    better: Better = UNDECLARED
    bounds: tuple[float, float] = UNDECLARED
    reference: str = UNDECLARED
    group: Group = UNDECLARED
    requires: frozenset[Requires] = frozenset()
    needs: str = ""
    summary: str = ""
    formula: str = ""
    reading: str = ""
    misleads: str = ""
    departs: str = ""
    section: PageSection | None = None
    heading: str = ""
    place: int = 0
    written: Written | None = None
    replicable: bool = True
    by_group: bool = False
    repetitions: Callable[[int], int] | None = None
    sees_suppression: bool = False
    passes: Passes = Passes.VARIABLES
    cost: float = 1.0
    basis: Basis | None = None
    why_above: str = ""
    value_by_value: bool = False
    caution: str = ""
    weighting: str = ""
    compares_sets: bool = False
    no_interval: str = ""
    interval_note: str = ""
    interval_of_log: bool = False

    def __post_init__(self) -> None:
        lacking = [f.name for f in fields(self) if getattr(self, f.name) is UNDECLARED]
        if lacking:
            raise TypeError(f"the measure {self.compute.__name__} does not declare {', '.join(lacking)}")

    @property
    def column_name(self) -> str:
        """Return the heading of its column."""
        return self.heading or self.name

    @property
    def interval_caution(self) -> str:
        """What its card says of a 95% interval that does not hold as it should; empty where it does."""
        covered = coverage_in_words(FOUND.get(self.id, ()))
        return " ".join(said for said in (covered, self.interval_note) if said)

    @property
    def interval_mark(self) -> str:
        """What stands behind each of its intervals; empty where they hold."""
        return " (see its card)" if self.interval_caution else ""

    @property
    def is_risk(self) -> bool:
        """Whether it measures disclosure risk, not utility."""
        return self.family == "risk"

    @property
    def is_share(self) -> bool:
        """Whether its values are written in percent."""
        if self.written is None:
            return self.bounds == (0, 1)
        return self.written is Written.PERCENT

    def value_text(self, x: float) -> str:
        """Return a value as it is written: a share in percent, else with four digits."""
        return exact_percent(x) if self.is_share else f"{x:,.4g}"
