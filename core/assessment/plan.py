"""The plan of a run: which measures, with which parameters, from which seed."""

from __future__ import annotations

import csv
import dataclasses
import io
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints, overload

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from core.assessment.catalogue import CATALOGUE, LEFT_OUT, OWN, PARAMETERS
from core.assessment.utility_weight import UtilityParameters
from core.errors import PlanError
from core.measures import Measure
from core.wording import did_you_mean

PRESETS = ("quick", "full")
FULL_GROUPS = 50
FULL_REPLICATES = 200
JOINED = ("loglinear_pairs",)
"""Parameters that name variables joined by a colon."""

LARGEST_SEED = 2**32 - 1
"""What every generator in use takes."""


@dataclass(frozen=True)
class IntervalParameters:
    """Parameters of the delete-a-group jackknife.

    Parameters
    ----------
    groups : int
        Number of groups that the records are assigned to; 0 switches intervals off.
    budget : float
        Most that an interval may cost, in 10^9: records x pairs of variables (or variables, or key
        variables: what the measure passes over) x groups, of which those beyond 20 are not counted.
    """

    groups: int = 20
    budget: float = 12.0

    def __post_init__(self) -> None:
        if self.groups < 0 or self.groups == 1:
            raise ValueError("groups must be 0 (no intervals), or 2 or more")
        if self.budget < 0:
            raise ValueError("budget must not be negative")


@dataclass(frozen=True)
class NullParameters:
    """Parameters of what a measure shows where nothing but chance differs.

    Parameters
    ----------
    replicates : int
        Samples of the original that are compared with it (200 in a full run).
    budget : float
        Most record-pairs (records x variable pairs x replicates) that they may cost, in 10^9; with more replicates
        than the default as many are drawn as it holds, but not fewer than the default.
    """

    replicates: int = 20
    budget: float = 12.0

    def __post_init__(self) -> None:
        if self.replicates < 0 or self.budget < 0:
            raise ValueError("replicates and budget must not be negative")


class PlanDescription(TypedDict, total=False):
    """A plan as results and projects hold it, JSON-ready; an earlier version may not have written all of it."""

    measures: list[str]
    parameters: dict[str, dict[str, object]]
    preset: str
    seed: int


Parameters = TypeVar("Parameters")


@dataclass(frozen=True)
class Plan:
    """What is to be measured; hashable.

    Parameters
    ----------
    measures : tuple of str
        Ids, in catalogue order.
    parameters : tuple of parameter objects
        One frozen dataclass a family, in the order of the families' names.
    seed : int
    preset : str
        "quick", "full" or "chosen".
    """

    measures: tuple[str, ...]
    parameters: tuple[tuple[str, Any], ...]
    seed: int = 1
    preset: str = "quick"

    def __post_init__(self) -> None:
        check_seed(self.seed)
        for family, parameters in self.parameters:
            check_seed(getattr(parameters, "seed", self.seed), f"{family}.seed")

    @overload
    def of(self, family: str) -> Any: ...
    @overload
    def of(self, family: type[Parameters]) -> Parameters: ...
    def of(self, family: str | type) -> Any:
        """Return the parameters of a family: by its name, or typed by their class."""
        return dict(self.parameters)[family if isinstance(family, str) else family_of(family)]

    def weighted_by(self, weight: str) -> Plan:
        """Return the plan with what was decided about weights: the weight of all measures of utility; empty: none."""
        decided = UtilityParameters("true" if weight else "false", weight)
        return dataclasses.replace(
            self, parameters=tuple(sorted({**dict(self.parameters), "utility": decided}.items()))
        )

    def described(self) -> PlanDescription:
        """Return the plan as JSON-ready mappings."""
        return {
            "measures": list(self.measures),
            "parameters": {family: dataclasses.asdict(p) for family, p in self.parameters},
            "preset": self.preset,
            "seed": self.seed,
        }


def check_seed(seed: int, what: str = "the seed") -> None:
    """Raise PlanError where a number cannot start a random generator."""
    if not 0 <= seed <= LARGEST_SEED:
        raise PlanError(f"{what} must be a whole number from 0 to {LARGEST_SEED}, not {seed}")


def make_plan(measures: str | Sequence[str] = "quick", settings: Iterable[str] = (), seed: int = 1) -> Plan:
    """Make a plan from what a person asked for.

    Parameters
    ----------
    measures : str or sequence of str
        "quick", "full", or ids (a comma-separated text, or a sequence).
    settings : iterable of str
        ``FAMILY.parameter=value``.
    seed : int

    Raises
    ------
    PlanError
        An unknown measure, family, parameter or value; the message names what is known.
    """
    check_seed(seed)
    preset, ids = _preset_and_ids(measures)
    defaults: dict[str, Any] = {family: _defaults(kind, seed) for family, kind in all_parameters().items()}
    if preset == "full":
        defaults = {family: _full(parameters) for family, parameters in defaults.items()}
    for setting in settings:
        family, name, value = _parsed(setting, defaults)
        defaults[family] = _replaced(defaults[family], family, name, value)
    return Plan(ids, in_use(ids, defaults), seed, preset)


def in_use(measures: Sequence[str], parameters: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Return parameters by the names of their families: all of this program's, of other packages' those in use.

    What is installed beside it must not change what it writes.
    """
    foreign = {m.family for m in CATALOGUE} - {m.family for m in OWN}
    used = {m.family for m in CATALOGUE if m.id in measures}
    return tuple((name, parameters[name]) for name in sorted(parameters) if name not in foreign or name in used)


def _defaults(kind: type, seed: int) -> Any:
    """Return a family's defaults; a family that draws at random starts from the plan's seed."""
    return kind(seed=seed) if "seed" in {f.name for f in fields(kind)} else kind()


def _full(parameters: Any) -> Any:
    """Return parameters as a full run takes them: more jackknife groups, resampled nulls everywhere."""
    names = {f.name for f in fields(parameters)}
    if isinstance(parameters, IntervalParameters):
        return dataclasses.replace(parameters, groups=FULL_GROUPS)
    return dataclasses.replace(parameters, replicates=FULL_REPLICATES) if "replicates" in names else parameters


def all_parameters() -> dict[str, type]:
    """Return the parameter class of every family, those of intervals and nulls included."""
    return {**PARAMETERS, "interval": IntervalParameters, "null": NullParameters}


def family_of(kind: type) -> str:
    """Return the family whose parameters a class holds."""
    return next(family for family, parameters in all_parameters().items() if parameters is kind)


def _preset_and_ids(measures: str | Sequence[str]) -> tuple[str, tuple[str, ...]]:
    if isinstance(measures, str) and measures in PRESETS:
        return measures, tuple(m.id for m in CATALOGUE)
    ids = [m.strip() for m in measures.split(",")] if isinstance(measures, str) else list(measures)
    known = {m.id: m for m in CATALOGUE}
    left_out = {offer.name: str(offer) for offer in LEFT_OUT if offer.name not in known}
    for name in ids:
        if name in left_out:
            raise PlanError(left_out[name])
        if name not in known:
            meant = did_you_mean(name, [*known, *PRESETS], {m.name: m.id for m in CATALOGUE})
            raise PlanError(
                f"unknown measure {name!r}{meant}; the command 'measures' and rumap.measures() "
                "list them, or say quick or full"
            )
    return "chosen", tuple(m.id for m in CATALOGUE if m.id in ids)


def named_variables(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield (family.parameter, name) of every variable that a plan's parameters name: all their free texts do."""
    for family, parameters in plan.parameters:
        for name, kind in get_type_hints(type(parameters)).items():
            value = getattr(parameters, name)
            texts = (value,) if kind is str else value if kind == tuple[str, ...] else ()
            for part in (part for text in texts for part in (text.split(":") if name in JOINED else (text,)) if part):
                yield f"{family}.{name}", part


def chosen_measures(plan: Plan) -> tuple[Measure, ...]:
    """Return the measures of a plan, in catalogue order."""
    return tuple(m for m in CATALOGUE if m.id in plan.measures)


def _parsed(setting: str, defaults: dict[str, Any]) -> tuple[str, str, str]:
    path, equals, value = setting.partition("=")
    family, dot, name = path.partition(".")
    if not equals or not dot:
        raise PlanError(f"setting {setting}: write FAMILY.parameter=value")
    if family not in defaults:
        known, meant = ", ".join(sorted(defaults)), did_you_mean(family, defaults)
        raise PlanError(f"setting {setting}: no family {family!r}{meant}; known are {known}")
    names = [f.name for f in fields(defaults[family])]
    if name not in names:
        known, meant = ", ".join(names), did_you_mean(name, names)
        raise PlanError(f"setting {setting}: {family} has no parameter {name!r}{meant}; known are {known}")
    return family, name, value


def _replaced(parameters: Any, family: str, name: str, text: str) -> Any:
    kind = get_type_hints(type(parameters))[name]
    value = _value(f"setting {family}.{name}={text}", kind, text)
    try:
        return dataclasses.replace(parameters, **{name: value})
    except ValueError as error:
        raise PlanError(f"setting {family}.{name}={text}: {error}") from None


def _parts(text: str) -> list[str]:
    """Return the parts of a list, separated by commas; a name that holds a comma is in double quotes."""
    return next(csv.reader([text], skipinitialspace=True, strict=True), [])


def in_one_setting(names: Iterable[str]) -> str:
    """Return names as the value of a setting, from which the same names are read again."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(names)
    return line.getvalue()


def _value(place: str, kind: Any, text: str) -> Any:
    if get_origin(kind) is Literal:
        if text not in get_args(kind):
            raise PlanError(f"{place}: choose one of {', '.join(get_args(kind))}")
        return text
    try:
        if kind is bool:
            return {"true": True, "false": False}[text.lower()]
        values = [kind(text)] if kind in (int, float, str) else [get_args(kind)[0](p.strip()) for p in _parts(text)]
        if any(isinstance(v, float) and not math.isfinite(v) for v in values):
            raise ValueError  # results could not be written down
        return values[0] if kind in (int, float, str) else tuple(values)
    except (ValueError, KeyError, csv.Error):
        raise PlanError(f"{place}: not a value of this parameter") from None
