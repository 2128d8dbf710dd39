"""What was measured, as frames, figures and a page of a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import pyarrow as pa

from core.assessment import Assessment, Comparison, measure_by_id
from core.charts import risk_utility_map_figure
from core.data import Codebook, write_codebook
from core.decision import DEFAULT_RELEASE, Purpose, decide, proposed_purpose
from core.errors import PlanError
from core.measures import Outcome, Result, Skipped
from core.reports import internal_figures, pictures, project_of_results, read_results_file, reported_map, write_results
from core.views import validity, why_no_map
from core.wording import exact_percent
from rumap.data import Backend, frame_of
from rumap.texts import purpose_of

COLUMNS = {
    "scenario": pa.string(),
    "file": pa.string(),
    "measure": pa.string(),
    "name": pa.string(),
    "target": pa.string(),
    "value": pa.float64(),
    "low": pa.float64(),
    "high": pa.float64(),
    "n": pa.int64(),
    "reason": pa.string(),
    "does_not_hold": pa.string(),
}
PAIR_MEASURE = "ldu_bivariate"
MOST_REMARKS = 30


@dataclass(frozen=True, eq=False)
class Results:
    """Original and masked files as they were measured.

    Parameters
    ----------
    comparison : Comparison
    whole_codebook : Codebook or None
        With which they were; None: read from a results file, which does not hold it.
    remarks : tuple of str
        Questions, warnings and notes about the files and how they match.
    """

    comparison: Comparison
    whole_codebook: Codebook | None = None
    remarks: tuple[str, ...] = ()

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Results:
        """Return the results of a file that `save` or the command line wrote."""
        try:
            return cls(read_results_file(Path(path).read_bytes(), Path(path).name))
        except OSError as error:
            raise PlanError(f"{Path(path).name}: cannot be opened ({error.strerror})") from None

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the same bytes as ``ru-map assess --out``; return the path."""
        target = Path(path)
        target.write_text(self.to_json(), encoding="utf-8")
        return target

    def to_json(self) -> str:
        """Return the results as ``results.json`` holds them."""
        return write_results(self.comparison)

    @property
    def codebook(self) -> str:
        """The codebook as TOML, to be saved, mended and given to the next `assess`."""
        if self.whole_codebook is None:
            raise PlanError("results that were read from a file hold no codebook")
        return write_codebook(self.whole_codebook)

    @property
    def scenarios(self) -> tuple[str, ...]:
        """Names of the masked files."""
        return tuple(s.name for s in self.comparison.scenarios)

    def value(self, scenario: str, measure: str, *target: str) -> float:
        """Return one figure.

        Raises
        ------
        PlanError
            It was not measured, or has no value; the message says why.
        """
        outcome = self._file(scenario).outcome(measure, target)
        if not isinstance(outcome, Result):
            raise PlanError(f"{measure} of {scenario} has no value: {_reason(outcome) or 'it was not measured'}")
        return outcome.value

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """Return every figure as a row: value, 95% interval and n, or the reason why there is no value.

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"}

        Returns
        -------
        frame
            ``target`` names the variables, the pair or the key set; ``does_not_hold`` says why a figure does not hold
            under the file's masking. Figures of the original have no scenario.
        """
        files = (self.comparison.original, *self.comparison.scenarios)
        rows = [_row(file, o, original=file is self.comparison.original) for file in files for o in file.outcomes]
        return _frame(rows, backend)

    def pairs(self, scenario: str, backend: Backend = "pandas") -> Any:
        """Return the utility of every pair of variables of one masked file, by its name or file name."""
        file = self._file(scenario)
        return _frame([_row(file, outcome, original=False) for outcome in file.of(PAIR_MEASURE)], backend)

    def map(self, policy: str | PathLike[str] = str(DEFAULT_RELEASE), *, dark: bool = False) -> go.Figure:
        """Return the risk-utility map of the dashboard as a plotly figure, with the limits of a policy.

        Raises
        ------
        PlanError
            No utility of the whole file, or no risk, was measured.
        """
        purpose = purpose_of(policy)
        ru_map = reported_map(self.comparison)
        if ru_map is None:
            raise PlanError(f"there is no map: {why_no_map(self.comparison)}")
        if not ru_map.scenario_points():
            reasons = "; ".join(f"{name}: {reason}" for name, reason in ru_map.missing)
            raise PlanError(f"there is no map, because no masked file has both its figures: {reasons}")
        return risk_utility_map_figure(
            ru_map,
            decide(self.comparison, purpose),
            risk_limit=purpose.limit_of(ru_map.risk.measure.id),
            order=self.scenarios,
            dark=dark,
        )

    def _file(self, name: str) -> Assessment:
        for file in self.comparison.scenarios:
            if name in (file.name, file.file):
                return file
        raise PlanError(f"there is no masked file {name!r}; there are: {', '.join(self.scenarios)}")

    def __repr__(self) -> str:
        return f"<results of {', '.join(self.scenarios)}>"

    def _repr_html_(self) -> str:
        said = "".join(f"<li>{escape(line)}</li>" for line in self.remarks[:MOST_REMARKS])
        more = len(self.remarks) - MOST_REMARKS
        rest = f"<li>and {more} more in <code>remarks</code></li>" if more > 0 else ""
        folded = f"<details><summary>{len(self.remarks)} remarks</summary><ul>{said}{rest}</ul></details>"
        return f"<div>{self._table()}{self._drawn_map()}{folded if said else ''}</div>"

    def _table(self) -> str:
        """Return utility, risk and the verdict of every masked file as an HTML table."""
        purpose: Purpose = proposed_purpose(DEFAULT_RELEASE)
        decision = decide(self.comparison, purpose)
        rows = []
        for file in self.comparison.scenarios:
            verdict = decision.of(file.name)
            risk = "–" if verdict.risk is None else exact_percent(verdict.risk.value)
            utility = "–" if verdict.utility is None else f"{verdict.utility:.3f}"
            why = "; ".join(guard.clause for guard in verdict.told) or "nothing speaks against it"
            cells = (file.name, f"{file.rows:,}", utility, risk, f"{verdict.standing}: {why}")
            rows.append("".join(f"<td style='text-align:left'>{escape(cell)}</td>" for cell in cells))
        head = "".join(f"<th>{name}</th>" for name in ("file", "records", "GDU", "risk", f"{purpose.release} release"))
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _drawn_map(self) -> str:
        """Return the map as a drawing that needs no script; empty where there is none."""
        figure = internal_figures(project_of_results(self.comparison)).get("map")
        return "" if figure is None else "<svg" + pictures([figure], "svg")[figure.name].decode().partition("<svg")[2]


def _row(file: Assessment, outcome: Outcome, *, original: bool) -> dict[str, Any]:
    result = outcome if isinstance(outcome, Result) else None
    low, high = result.interval if result and result.interval else (None, None)
    return {
        "scenario": None if original else file.name,
        "file": file.file,
        "measure": outcome.measure,
        "name": measure_by_id(outcome.measure).name,
        "target": ", ".join(outcome.target),
        "value": result.value if result else None,
        "low": low,
        "high": high,
        "n": result.n if result else None,
        "reason": _reason(outcome),
        "does_not_hold": " ".join(validity(outcome)) or None,
    }


def _reason(outcome: Outcome | None) -> str | None:
    if isinstance(outcome, Skipped):
        return outcome.reason
    return None if outcome is None or isinstance(outcome, Result) else f"a fault of the program ({outcome.error})"


def _frame(rows: list[dict[str, Any]], backend: Backend) -> Any:
    return frame_of({name: pa.array([row[name] for row in rows], type=kind) for name, kind in COLUMNS.items()}, backend)
