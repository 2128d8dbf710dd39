"""Attacks on one file, as an officer reads them out: how many more people than by chance, and what stands behind it."""

from dataclasses import dataclass

from core.assessment import Assessment, measure_by_id
from core.measures import Measure, Result, detail_of
from core.risk import ATTACKS, RateDetail, RatesDetail
from core.statistics.reproducible import above, below
from core.wording import percent

SMALLEST = 0.005
"""Below half a person in a hundred the count of people would be 0, though it is not."""


@dataclass(frozen=True)
class AttackLine:
    """One attack on one file.

    Parameters
    ----------
    measure : Measure
    result : Result
        Its risk net of chance, with the interval.
    rates : RatesDetail
        The rates behind it, what the intruder is taken to know, and the sizes of the files.
    """

    measure: Measure
    result: Result
    rates: RatesDetail

    @property
    def name(self) -> str:
        """Name of the attack, with the key set where it is of one."""
        return " · ".join((self.measure.name, *self.result.target))

    @property
    def chance(self) -> RateDetail | None:
        """What the attack is compared with: other people, else guessing."""
        return self.rates["control"] or self.rates.get("baseline")

    @property
    def sentence(self) -> str:
        """How many more people than by chance, in words that can be read out."""
        attack, chance = self.rates["attack"], self.chance
        if chance is None:
            words = "{rate} of attacks succeed; how many would by chance is not known."
            return words.format(rate=percent(attack["rate"]))
        more = attack["rate"] - chance["rate"]
        rates = {"rate": percent(attack["rate"]), "chance": percent(chance["rate"])}
        beside = (
            "{rate} of attacks on people in the original succeed, {chance} of those on other people"
            if self.rates["control"]
            else "{rate} of attacks on people in the original succeed, {chance} by guessing"
        ).format(**rates)
        return f"{_how_many_more(more)} ({beside})."


def _how_many_more(more: float) -> str:
    if not above(more, 0.0):
        return "The attack succeeds on no more people than by chance"
    if below(more, SMALLEST):
        return "The attack succeeds on fewer than 1 more in 100 people than by chance"
    return f"The attack succeeds on {round(100 * more)} more in 100 people than by chance"


def attack_lines(file: Assessment) -> tuple[AttackLine, ...]:
    """Return the attacks on a file that have a figure, in the order of the catalogue."""
    results = [o for o in file.outcomes if isinstance(o, Result) and measure_by_id(o.measure).group == ATTACKS]
    return tuple(
        AttackLine(measure_by_id(o.measure), o, detail_of(o, RatesDetail)) for o in results if "knows" in o.detail
    )


def attacks_without_figure(file: Assessment) -> tuple[tuple[Measure, str], ...]:
    """Return the attacks that were tried and have no figure, each with the reason."""
    tried = [o for o in file.outcomes if not isinstance(o, Result) and measure_by_id(o.measure).group == ATTACKS]
    return tuple((measure_by_id(o.measure), o.reason) for o in tried)
