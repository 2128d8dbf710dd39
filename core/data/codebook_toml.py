"""The codebook read from TOML that people edit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from core.data.codebook import Codebook, DeclaredCodebook, KeySet, ScenarioDeclaration, link_by
from core.data.differential_privacy import DifferentialPrivacy
from core.data.file_kind import FileKind
from core.data.numbers import is_number
from core.data.recode import Bands, Cap, CategoryMap, Closed, Recode
from core.data.sample_design import ReplicateDeclaration, ReplicateMethod
from core.data.toml_text import label_of, number_of, read_toml, shown
from core.data.uses_toml import USES_SECTIONS, read_uses
from core.data.variable import Level, MarkedNumber, Masking, Role, Variable
from core.errors import CodebookError
from core.wording import did_you_mean

_label, _number = partial(label_of, error=CodebookError), partial(number_of, error=CodebookError)
T = TypeVar("T", Level, Role, Masking, Closed, ReplicateMethod, FileKind, MarkedNumber)

VARIABLE_FIELDS = {"level", "role", "label", "missing", "order", "weight", "reason"}
SECTIONS = frozenset({"variables", "keysets", "scenarios", "replicate_weights", "first_stage"})
PRIVACY = "differential_privacy"
SCENARIO_FIELDS = {"name", "linked", "masking", "recodes", "renamed", "proposed", "kind", "marks", PRIVACY, "set_of"}


def read_codebook(text: str) -> Codebook:
    """Read a codebook that names every variable which it uses; otherwise as ``read_declared_codebook``."""
    return _whole(read_declared_codebook(text))


def read_declared_codebook(text: str) -> DeclaredCodebook:
    """Read what a person has declared; what it leaves out is to come from the file.

    Parameters
    ----------
    text : str
        TOML with tables ``variables``, ``keysets``, ``scenarios``, ``replicate_weights``, ``first_stage``,
        ``indicators``, ``regressions``, ``tables`` and ``scales``.

    Raises
    ------
    CodebookError
        Names the table and what is wrong in it.
    """
    return declared_from(read_toml(text, "the codebook", CodebookError))


def codebook_from(content: Mapping[str, Any]) -> Codebook:
    """Return the codebook of tables that were read from TOML; CodebookError as ``declared_from``."""
    return _whole(declared_from(content))


def _whole(declared: DeclaredCodebook) -> Codebook:
    return declared.complete(declared.variables)


def declared_from(content: Mapping[str, Any]) -> DeclaredCodebook:
    """Return what a person has declared in tables that were read from TOML.

    Raises
    ------
    CodebookError
        Names the table and what is wrong in it.
    """
    _refuse_unknown("the codebook", content, {*SECTIONS, *USES_SECTIONS})
    return DeclaredCodebook(
        tuple(_variable(name, table) for name, table in _tables(content, "variables").items()),
        tuple(_keyset(name, table) for name, table in _tables(content, "keysets").items()),
        tuple(_declaration(file, table) for file, table in _tables(content, "scenarios").items()),
        read_uses({section: _tables(content, section) for section in USES_SECTIONS}),
        _replicates(content["replicate_weights"]) if "replicate_weights" in content else None,
        _units_of_population(content["first_stage"]) if "first_stage" in content else None,
    )


def _tables(content: Mapping[str, Any], name: str) -> dict[str, dict[str, Any]]:
    tables = content.get(name, {})
    if not isinstance(tables, dict) or not all(isinstance(t, dict) for t in tables.values()):
        raise CodebookError(f"[{name}] must hold one table per entry, such as [{name}.NAME]")
    return tables


@contextmanager
def _said_of(place: str) -> Iterator[None]:
    """Begin what is wrong with the values themselves with their place."""
    try:
        yield
    except CodebookError as error:
        raise CodebookError(f"{place}: {error}") from None


def _table(place: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise CodebookError(f"{place} must be a table, not {shown(value)}")
    return value


def _refuse_unknown(place: str, table: Mapping[str, Any], known: set[str]) -> None:
    unknown = sorted(set(table) - known)
    if unknown:
        meant = did_you_mean(unknown[0], known)
        raise CodebookError(f"{place}: unknown entry {unknown[0]!r}{meant}; known are {', '.join(sorted(known))}")


def _choice(place: str, kind: type[T], value: Any) -> T:
    try:
        return kind(value)
    except ValueError:
        choices = ", ".join(kind)
        raise CodebookError(f"{place}: {shown(value)} is not one of {choices}{did_you_mean(value, kind)}") from None


def _labels(place: str, values: Any) -> tuple[str, ...]:
    if not isinstance(values, list):
        raise CodebookError(f"{place} must be a list")
    return tuple(_label(place, v) for v in values)


def _variable(name: str, table: Mapping[str, Any]) -> Variable:
    place = f"variable {name!r}"
    _refuse_unknown(place, table, VARIABLE_FIELDS)
    if "level" not in table:
        raise CodebookError(f"{place}: 'level' is missing (nominal, ordinal or continuous)")
    return Variable(
        name,
        _choice(f"{place}: 'level'", Level, table["level"]),
        _choice(f"{place}: 'role'", Role, table.get("role", "analysis")),
        _label(f"{place}: 'label'", table.get("label", "")),
        _labels(f"{place}: 'missing'", table.get("missing", [])),
        _labels(f"{place}: 'order'", table.get("order", [])),
        _number(f"{place}: 'weight'", table.get("weight", 1.0)),
        _label(f"{place}: 'reason'", table.get("reason", "")),
    )


def _keyset(name: str, table: Mapping[str, Any]) -> KeySet:
    place = f"key set {name!r}"
    _refuse_unknown(place, table, {"variables", "weight"})
    weight = table.get("weight")
    names = _labels(f"{place}: 'variables'", table.get("variables", []))
    return KeySet(name, names, None if weight is None else _label(f"{place}: 'weight'", weight))


def _replicates(content: Any) -> ReplicateDeclaration:
    place = "[replicate_weights]"
    table = _table(place, content)
    _refuse_unknown(place, table, {"method", "factor", "factors", "reason"})
    if "method" not in table:
        raise CodebookError(f"{place}: 'method' is missing ({', '.join(ReplicateMethod)})")
    factors = table.get("factors", [table["factor"]] if "factor" in table else [])
    if not isinstance(factors, list) or {"factor", "factors"} <= set(table):
        raise CodebookError(f"{place}: give either 'factor', a number, or 'factors', a list of numbers")
    return ReplicateDeclaration(
        _choice(f"{place}: 'method'", ReplicateMethod, table["method"]),
        tuple(_number(f"{place}: factor", factor) for factor in factors),
        _label(f"{place}: 'reason'", table.get("reason", "")),
    )


def _units_of_population(content: Any) -> str | float:
    place = "[first_stage]"
    table = _table(place, content)
    _refuse_unknown(place, table, {"population"})
    population = table.get("population")
    if isinstance(population, str) and population:
        return population
    if not is_number(population) or not population >= 1:
        raise CodebookError(
            f"{place}: 'population' is the number of first-stage units in the population, or the variable that holds "
            f"it for each stratum, not {shown(population)}"
        )
    return float(population)


def _link(place: str, value: Any) -> str:
    if not isinstance(value, list):
        return _label(place, value)
    with _said_of(place):
        return link_by(_labels(place, value))


def _declaration(file: str, table: Mapping[str, Any]) -> ScenarioDeclaration:
    place = f"scenario {file!r}"
    _refuse_unknown(place, table, SCENARIO_FIELDS)

    def part(name: str) -> Mapping[str, Any]:
        return _table(f"{place}: {name!r}", table.get(name, {}))

    linked = table.get("linked")
    return ScenarioDeclaration(
        file,
        _label(f"{place}: 'name'", table.get("name", "")),
        None if linked is None else _link(f"{place}: 'linked'", linked),
        {name: _choice(f"{place}: masking of {name!r}", Masking, m) for name, m in part("masking").items()},
        {name: _recode(f"{place}: recode of {name!r}", r) for name, r in part("recodes").items()},
        {new: _label(f"{place}: renamed {new!r}", old) for new, old in part("renamed").items()},
        _labels(f"{place}: 'proposed'", table.get("proposed", [])),
        _choice(f"{place}: 'kind'", FileKind, table["kind"]) if "kind" in table else None,
        {mark: _choice(f"{place}: mark {mark!r}", MarkedNumber, meaning) for mark, meaning in part("marks").items()},
        _privacy(f"{place}: {PRIVACY!r}", table[PRIVACY]) if PRIVACY in table else None,
        _label(f"{place}: 'set_of'", table.get("set_of", "")),
    )


def _privacy(place: str, content: Any) -> DifferentialPrivacy:
    table = _table(place, content)
    _refuse_unknown(place, table, {"epsilon", "delta", "unit"})
    if missing := [name for name in ("epsilon", "unit") if name not in table]:
        raise CodebookError(f"{place}: {missing[0]!r} is missing")
    epsilon, delta = (_number(f"{place}: {name!r}", table.get(name, 0.0)) for name in ("epsilon", "delta"))
    unit = _label(f"{place}: 'unit'", table["unit"])
    with _said_of(place):
        return DifferentialPrivacy(epsilon, unit, delta)


def _recode(place: str, content: Any) -> Recode:
    table = _table(place, content)
    kinds = [kind for kind in ("bands", "map", "cap") if kind in table]
    if len(kinds) != 1:
        raise CodebookError(f"{place}: give exactly one of bands, map or cap")
    if kinds == ["map"]:
        _refuse_unknown(place, table, {"map"})
        groups = _table(f"{place}: 'map'", table["map"])
        merged = {masked: _labels(f"{place}: {masked!r}", v) for masked, v in groups.items()}
        with _said_of(place):
            return CategoryMap(merged)
    if kinds == ["cap"]:
        _refuse_unknown(place, table, {"cap"})
        cap = _table(f"{place}: 'cap'", table["cap"])
        _refuse_unknown(place, cap, {"above", "below", "above_value", "below_value"})
        limits = {key: _number(f"{place}: {key}", value) for key, value in cap.items()}
        with _said_of(place):
            return Cap(**limits)
    _refuse_unknown(place, table, {"bands", "labels", "closed"})
    if not isinstance(table["bands"], list):
        raise CodebookError(f"{place}: 'bands' must be a list of pairs such as [20, 39]")
    edges = tuple(_band(place, band) for band in table["bands"])
    closed = _choice(place, Closed, table.get("closed", "both"))
    labels = _labels(f"{place}: 'labels'", table.get("labels", []))
    with _said_of(place):
        return Bands(edges, labels, closed)


def _band(place: str, band: Any) -> tuple[float, float]:
    if not isinstance(band, list) or len(band) != 2:
        raise CodebookError(f"{place}: a band is a pair such as [20, 39]")
    return _number(place, band[0]), _number(place, band[1])
