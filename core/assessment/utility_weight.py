"""By which sampling weight utility is measured: what a person asked for, and what the codebook offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.data import Codebook, Role
from core.errors import PlanError


@dataclass(frozen=True)
class UtilityParameters:
    """Settings of all measures of utility.

    Parameters
    ----------
    weighted : "auto", "true" or "false"
        Whether distributions, tables, moments and whole-file measures count sampling weights instead of records;
        auto: where exactly one variable has the role weight, or one is named.
    weight : str
        The weight, where several variables have that role; empty: the only one.
    """

    weighted: Literal["auto", "true", "false"] = "auto"
    weight: str = ""

    @property
    def decided(self) -> str:
        """The weight that these settings name, as those of a finished run do; empty: every record counts alike."""
        return "" if self.weighted == "false" else self.weight


def tagged_weights(codebook: Codebook) -> tuple[str, ...]:
    """Return the variables that have the role weight, in file order."""
    return tuple(v.name for v in codebook.with_role(Role.WEIGHT))


def utility_weight(parameters: UtilityParameters, codebook: Codebook) -> str:
    """Return the weight by which utility is measured; empty: every record counts alike.

    Raises
    ------
    PlanError
        The weight that is named has not the role weight; or weights are asked for, and none or several are tagged.
    """
    if parameters.weighted == "false":
        return ""
    tagged = tagged_weights(codebook)
    known = ", ".join(tagged) or "none"
    if parameters.weight:
        if parameters.weight not in tagged:
            raise PlanError(
                f"utility.weight: {parameters.weight!r} has not the role weight in the codebook (tagged: {known})"
            )
        return parameters.weight
    if len(tagged) == 1:
        return tagged[0]
    if parameters.weighted == "true":
        remedy = "say which with utility.weight" if tagged else "give a variable that role in the codebook"
        raise PlanError(f"utility.weighted=true needs one variable with the role weight (tagged: {known}): {remedy}")
    return ""


def weight_in_words(parameters: UtilityParameters, codebook: Codebook) -> str:
    """Say by which weight utility is measured where some are tagged; empty where none is. PlanError as above."""
    weight, tagged = utility_weight(parameters, codebook), tagged_weights(codebook)
    if not tagged:
        return ""
    if weight:
        return f"utility is weighted by {weight!r} (--set utility.weighted=false: every record counts alike)"
    if parameters.weighted == "false":
        return "utility counts every record alike, as asked for (utility.weighted=false)"
    return (
        f"utility counts every record alike: several weights are tagged ({', '.join(tagged)}); "
        "choose one with --set utility.weight=NAME"
    )
