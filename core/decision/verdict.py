"""What is said of every file, and of all of them together: may it go out, and why not."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum

from core.assessment import measure_by_id
from core.decision.judging import ScenarioVerdict
from core.measures import Better
from core.statistics.reproducible import sort_value
from core.wording import sentence_case


class Standing(StrEnum):
    """Whether a file can go out: green, amber or red.

    A broken rule: it cannot. Else a rule without a figure that holds: it is not known. Else it can.
    """

    GO = "can go out"
    NOT_KNOWN = "not known"
    NO = "cannot go out"

    @property
    def heading(self) -> str:
        """The word with a capital: alone, or at the beginning of a line."""
        return sentence_case(self.value)


class GuardKind(StrEnum):
    """Why a file is never proposed."""

    IDENTICAL = "identical"
    OTHER_PEOPLE = "other people"
    OTHER_SURVEY = "other survey"
    NO_COMMON_VARIABLES = "no common variables"
    NOT_MEASURED = "not measured"
    NO_UTILITY = "no utility"
    LIKE_SHUFFLED = "like shuffled columns"
    KEEPS_NOTHING = "keeps nothing"
    UTILITY_UNKNOWN = "utility unknown"
    THRESHOLD = "threshold"
    DOES_NOT_HOLD = "does not hold"
    STRADDLES = "straddles"
    NO_CONTROL = "no control"
    PROVES_NOTHING = "proves nothing"


UNDECIDED = frozenset({
    GuardKind.NOT_MEASURED,
    GuardKind.NO_UTILITY,
    GuardKind.UTILITY_UNKNOWN,
    GuardKind.DOES_NOT_HOLD,
    GuardKind.STRADDLES,
    GuardKind.NO_CONTROL,
    GuardKind.PROVES_NOTHING,
})  # fmt: skip
"""These leave open whether the file could go out; every other guard says no."""

NO_RELEASE = frozenset({
    GuardKind.IDENTICAL,
    GuardKind.OTHER_PEOPLE,
    GuardKind.OTHER_SURVEY,
    GuardKind.NO_COMMON_VARIABLES,
    GuardKind.NOT_MEASURED,
    GuardKind.NO_UTILITY,
})  # fmt: skip
"""Such a file is no masked version of the original, or nothing is known of it: it comes close to nothing."""


SAID_TOGETHER = {
    GuardKind.NOT_MEASURED: "{n} rules have no figure: {reason}",
    GuardKind.DOES_NOT_HOLD: "{n} figures do not hold: {reason}",
    GuardKind.NO_CONTROL: "{n} attacks cannot be told: {reason}",
}
"""How several of one reason are said in one sentence."""


@dataclass(frozen=True)
class Guard:
    """One reason why a file is struck out.

    Parameters
    ----------
    kind : GuardKind
    sentence : str
        What is wrong, in words and without a full stop: of a threshold what was found, else what is said of the file,
        such as "was not measured".
    threshold : str
        Id of the threshold that it is about; empty where it is about none.
    reason : str
        Why a threshold was not measured, or why its figure does not hold; else empty.
    """

    kind: GuardKind
    sentence: str
    threshold: str = ""
    reason: str = ""

    @property
    def clause(self) -> str:
        """The sentence as it is after a colon."""
        return self.sentence if self.threshold else f"it {self.sentence}"

    @property
    def standing(self) -> Standing:
        """What the guard alone makes of the file."""
        return Standing.NOT_KNOWN if self.kind in UNDECIDED else Standing.NO


@dataclass(frozen=True)
class RiskFigure:
    """The one risk of a file: the largest over the key sets.

    Parameters
    ----------
    measure, keyset : str
        Id of the measure; name of the key set.
    value : float
        A share in 0..1.
    limit : float or None
        What it may be at most; None: these rules have no such threshold.
    interval : (float, float) or None
        95% interval.
    holds : bool
        Whether the figure holds under the file's masking.
    comparable_with_original : bool
        Whether it can be compared with the original's.
    at_most : bool
        Whether it is only known to be at most this.
    repeats : bool
        Whether it is the share of people whose record a synthetic file repeats, beyond chance.
    keys : tuple of str
        What the intruder is taken to know; empty: the figure is of a file that holds records of nobody.
    informed : str
        How one fares who knows more, from the attacks of the run; empty: none was measured.
    """

    measure: str
    keyset: str
    value: float
    limit: float | None = None
    interval: tuple[float, float] | None = None
    holds: bool = True
    comparable_with_original: bool = True
    at_most: bool = False
    repeats: bool = False
    keys: tuple[str, ...] = ()
    informed: str = ""


@dataclass(frozen=True)
class FileVerdict:
    """Whether one file can go out, and what it is worth.

    Parameters
    ----------
    scenario, file : str
        Name and file name.
    guards : tuple of Guard
        Why it is struck out, the weightiest first; empty: it can go out.
    judgements : tuple of ScenarioVerdict
        By key set.
    met, rules : int
        Rules met in every key set, of all that are in force for such a file: thresholds and utility.
    risk : RiskFigure or None
        None: not measured.
    utility : float or None
        On the default axis; None: not measured.
    place : float or None
        Where what is published lies between shuffled columns (0) and the original (1) on it; None where not known.
    kept, published : int
        Published figures inside the original's 95% interval, of all that were chosen before the run; 0 of 0: none.
    households_judged : bool
        False: the risk of households was measured, and no rule is about it.
    utility_measure : str
        Id of the default axis of utility; GDU where none can distinguish.
    """

    scenario: str
    file: str
    guards: tuple[Guard, ...] = ()
    judgements: tuple[ScenarioVerdict, ...] = ()
    met: int = 0
    rules: int = 0
    risk: RiskFigure | None = None
    utility: float | None = None
    place: float | None = None
    kept: int = 0
    published: int = 0
    households_judged: bool = True
    utility_measure: str = "gdu"

    @property
    def usefulness(self) -> float:
        """The utility turned so that larger is better, comparable; a file without one is last."""
        if self.utility is None:
            return -math.inf
        return sort_value(
            self.utility if measure_by_id(self.utility_measure).better is Better.HIGHER else -self.utility
        )

    @property
    def utility_text(self) -> str:
        """The utility as it is written; empty where there is none."""
        return "" if self.utility is None else measure_by_id(self.utility_measure).value_text(self.utility)

    @property
    def standing(self) -> Standing:
        """It cannot where one guard says so, it is not known where one leaves it open, else it can."""
        standings = {guard.standing for guard in self.guards}
        return next((s for s in (Standing.NO, Standing.NOT_KNOWN) if s in standings), Standing.GO)

    @property
    def distinct_guards(self) -> tuple[Guard, ...]:
        """The guards as they are said: figures that fail to hold for one reason are one."""
        hollow = Counter(g.reason for g in self.guards if g.kind in SAID_TOGETHER and g.reason)
        first = {g.reason: g.threshold for g in reversed(self.guards)}
        together = (
            replace(
                g, sentence=SAID_TOGETHER[g.kind].format(n=n, reason=g.reason.rstrip(".")), threshold=first[g.reason]
            )
            if g.kind in SAID_TOGETHER and (n := hollow[g.reason]) > 1
            else g
            for g in self.guards
        )
        return tuple(dict.fromkeys(together))

    @property
    def quoted(self) -> str:
        """Its name as it is in a sentence."""
        return f"“{self.scenario}”"

    @property
    def of_no_use(self) -> bool:
        """Whether nobody could use it: like shuffled columns, or without one of the published figures."""
        return self.struck_by(GuardKind.LIKE_SHUFFLED) or self.struck_by(GuardKind.KEEPS_NOTHING)

    @property
    def unranked(self) -> Guard | None:
        """Why it comes close to nothing: it is no masked version of the original, or was not measured at all."""
        return next((g for g in self.guards if g.kind in NO_RELEASE and not g.threshold), None)

    @property
    def failed(self) -> int:
        """How many rules it breaks."""
        return sum(guard.standing is Standing.NO for guard in self.guards)

    @property
    def comes_near(self) -> bool:
        """Whether all that speaks against it is a matter of degree, and it is of use."""
        return bool(self.guards) and all(g.kind is GuardKind.THRESHOLD for g in self.guards)

    def struck_by(self, kind: GuardKind) -> bool:
        """Whether one of its guards is of this kind."""
        return any(guard.kind is kind for guard in self.guards)


class StepKind(StrEnum):
    """What the officer can do next."""

    LABORATORY = "laboratory"
    SIDE_BY_SIDE = "side by side"
    WHY = "why"
    LOSSES = "losses"
    LIMITS = "limits"
    FILES = "files"
    VARIABLES = "variables"
    MEASURE = "measure"
    RECORD = "record"


@dataclass(frozen=True)
class NextStep:
    """One thing to do next, with the scenarios that it is about."""

    kind: StepKind
    sentence: str
    scenarios: tuple[str, ...] = ()


@dataclass(frozen=True)
class Decision:
    """What can go out of all files, and why.

    Parameters
    ----------
    standing : Standing
        Green: ``chosen`` can go out. Amber: a file may be, but these figures do not prove it. Red: nothing can.
    files : tuple of FileVerdict
        In the order of the comparison.
    chosen, closest : str or None
        Scenario that is proposed, or that comes nearest where none is; None where nothing deserves it.
    runner_up : str or None
        What that file is worth comparing with: its neighbour among the files than which none keeps more at less risk.
    headline : str
        What can go out, or that nothing can; names of files are in it as they are: a page must escape them.
    nearest : str
        Which file comes nearest and what it is short of; empty where one is proposed or none comes near.
    reasons : tuple of str
        Further sentences.
    steps : tuple of NextStep
    """

    standing: Standing
    files: tuple[FileVerdict, ...]
    chosen: str | None
    closest: str | None
    runner_up: str | None
    headline: str
    nearest: str = ""
    reasons: tuple[str, ...] = ()
    steps: tuple[NextStep, ...] = ()

    @property
    def sentence(self) -> str:
        """The verdict: what can go out, or what comes nearest."""
        return f"{self.headline} {self.nearest}".strip()

    @property
    def text(self) -> str:
        """The sentence with its reasons."""
        return " ".join((self.sentence, *self.reasons))

    @property
    def ranked(self) -> tuple[FileVerdict, ...]:
        """The files from the best standing to the worst; of equals the named one, then those of use by rules met."""
        return tuple(sorted(self.files, key=self._rank))

    def _rank(self, file: FileVerdict) -> tuple[int, bool, bool, bool, int, float]:
        standing, others = list(Standing).index(file.standing), file.scenario not in (self.chosen, self.closest)
        return standing, others, bool(file.unranked), file.of_no_use, -file.met, -file.usefulness

    def of(self, scenario: str) -> FileVerdict:
        """Return the verdict on a scenario; KeyError where there is none."""
        for file in self.files:
            if file.scenario == scenario:
                return file
        raise KeyError(scenario)
