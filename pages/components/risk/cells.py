"""One figure of risk as a cell: value, interval, own n, what else belongs beside it, and in words whether it holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from string import ascii_lowercase

from core.assessment import measure_by_id
from core.measures import Outcome, Result, Skipped, detail_of
from core.risk import DiscoDetail, RiskDetail
from core.views import not_comparable, rate_in_words, validity
from pages.components.escaping import md
from pages.components.figures_in_words import value

TOO_LOW = "Too low: the file is a small part of the population, and this estimate then lies below the true mean."


@dataclass
class Notes:
    """The notes beneath a table, collected while its cells are written; texts are escaped.

    Parameters
    ----------
    undefined : dict of str to str
        Reason -> its letter.
    invalid : dict of str to list of str
        File -> why figures of it do not hold.
    beside : dict of str to list of str
        File -> why figures of it cannot be compared with the original's.
    no_interval : list of str
        Why figures have no interval.
    too_low : list of str
        Why estimates lie below what they estimate.
    """

    undefined: dict[str, str] = field(default_factory=dict)
    invalid: dict[str, list[str]] = field(default_factory=dict)
    beside: dict[str, list[str]] = field(default_factory=dict)
    no_interval: list[str] = field(default_factory=list)
    too_low: list[str] = field(default_factory=list)

    def letter(self, reason: str) -> str:
        """Return the letter of a reason."""
        return self.undefined.setdefault(reason, _letter(len(self.undefined)))

    def say_invalid(self, file: str, sentences: tuple[str, ...]) -> None:
        """Note why figures of a file do not hold."""
        _add(self.invalid, file, sentences)

    def say_beside(self, file: str, sentences: tuple[str, ...]) -> None:
        """Note why figures of a file cannot be held against the original's."""
        _add(self.beside, file, sentences)


def _add(told: dict[str, list[str]], file: str, sentences: tuple[str, ...]) -> None:
    known = told.setdefault(file, [])
    known.extend(s for s in sentences if s not in known)


def _letter(i: int) -> str:
    return ascii_lowercase[i] if i < 26 else f"{ascii_lowercase[i // 26 - 1]}{ascii_lowercase[i % 26]}"


def cell(
    outcome: Outcome | None, file: str, n_of_row: int | None, notes: Notes, original: Outcome | None = None
) -> str:
    """Return a figure as Markdown, and note what has to be said about it, also beside the original's."""
    if outcome is None:
        return "–"
    if isinstance(outcome, Skipped):
        return f":small[:gray[not defined ({notes.letter(outcome.reason)})]]"
    if not isinstance(outcome, Result):
        return f":small[:gray[failed ({notes.letter('a fault of the program')})]]"
    sentences = validity(outcome)
    if sentences:
        notes.say_invalid(file, sentences)
    if outcome.interval is None and (reason := outcome.interval_reason):
        notes.no_interval += [] if reason in notes.no_interval else [reason]
    if _is_too_low(outcome) and TOO_LOW not in notes.too_low:
        notes.too_low.append(TOO_LOW)
    shown = f"**{value(measure_by_id(outcome.measure), outcome.value)}**"
    # an interval would lend precision to a figure that does not hold; the download has it
    lines = [":orange[does not hold]"] if sentences else _interval(outcome)
    if not sentences and _say_beside(outcome, file, notes, original):
        lines.append(":orange[not comparable]")
    lines += [f":gray[{line}]" for line in _beneath(outcome, n_of_row)]
    return "  \n".join([shown, *(f":small[{line}]" for line in lines)])


def _is_too_low(outcome: Result) -> bool:
    """Whether the notices of a re-identification rate say that it lies below what it estimates."""
    return outcome.measure == "global_risk" and bool(outcome.notices)


def _say_beside(outcome: Result, file: str, notes: Notes, original: Outcome | None) -> bool:
    beside = not_comparable(original, outcome) if isinstance(original, Result) else ()
    if beside:
        notes.say_beside(file, beside)
    return bool(beside)


def _interval(outcome: Result) -> list[str]:
    if outcome.interval is None:
        return []
    measure = measure_by_id(outcome.measure)
    low, high = (value(measure, end) for end in outcome.interval)
    return [f":gray[{low.removesuffix('%') if high.endswith('%') else low}–{high}{measure.interval_mark}]"]


def _beneath(outcome: Result, n_of_row: int | None) -> list[str]:
    """Return what stands beneath a value; escaped."""
    measure, detail = measure_by_id(outcome.measure), detail_of(outcome, RiskDetail)
    lines = []
    of_masked = detail.get("share_of_masked_records")
    if of_masked is not None and abs(of_masked - outcome.value) > 1e-12:
        lines.append(f"of the masked records {value(measure, of_masked)}")
    if _is_too_low(outcome):
        lines.append("too low")
    lines += _of_guesses(outcome)
    if "worst" in detail and detail.get("larger", "disco") == "disco":
        lines.append(md(detail["worst"], 24))
    if outcome.measure == "disco":
        disclosive = detail_of(outcome, DiscoDetail)
        lines.append(f"original {value(measure, disclosive['disclosive_in_original'])}")
        lines += ["nearly all of one value"] if disclosive["dominant_level"] else []
    if rate := rate_in_words(outcome):
        lines.append(rate)
    if outcome.n != n_of_row:
        lines.append(f"n = {outcome.n:,}")
    return lines


def _of_guesses(outcome: Result) -> list[str]:
    """Return how often an intruder who is sure of a record, or believes in a link, is right."""
    measure, detail = measure_by_id(outcome.measure), detail_of(outcome, RiskDetail)
    lines = []
    if "guessed_right" in detail:
        lines.append(f"guessed right {value(measure, detail['guessed_right'])}")
    believed, right = detail.get("share_believed"), detail.get("right_among_believed")
    if believed is not None and right is not None:
        words = "believed {share}, right {right}"
        lines.append(words.format(share=value(measure, believed), right=value(measure, right)))
    return lines
