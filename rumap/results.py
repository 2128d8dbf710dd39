"""What was measured, as frames, figures and a page of a notebook."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from os import PathLike
from pathlib import Path
from textwrap import shorten
from typing import Any

import plotly.graph_objects as go
import pyarrow as pa

from core.assessment import Assessment, Comparison, in_catalogue_order, measure_by_id
from core.charts import risk_utility_map_figure
from core.commands import content_of
from core.data import NO_LINK, Codebook, write_codebook
from core.decision import DEFAULT_RELEASE, decide, verdict_lines
from core.errors import PlanError, ReportError
from core.measures import FrameRow, Result, row_of
from core.reports import internal_figures, pictures, project_of_results, read_results_file, reported_map, write_results
from core.views import UTILITY_AXES, default_utility, why_no_map
from core.wording import counted, did_you_mean, exact_percent, first_of
from rumap import face
from rumap.arguments import path_in
from rumap.data import Backend, frame_of
from rumap.saving import write
from rumap.texts import purpose_of

COLUMNS = {
    **dict.fromkeys(("scenario", "measure", "target"), pa.string()),
    **dict.fromkeys(("value", "low", "high"), pa.float64()),
    "n": pa.int64(),
    **dict.fromkeys(("reason", "flags", "detail"), pa.string()),
}
PAIR_MEASURE = "ldu_bivariate"
MOST_REMARKS = 30
LONGEST_VERDICT = 140
"""Characters of a verdict where results are shown as text; a notebook shows all."""


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
        file = path_in("path", path)
        return cls(read_results_file(content_of(file), file.name))

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the same bytes as ``ru-map assess --out``; return the path."""
        return write(path, self.to_json().encode())

    def to_json(self) -> str:
        """Return the results as ``results.json`` holds them."""
        return write_results(self.comparison)

    def to_dict(self) -> dict[str, Any]:
        """Return the results as ``results.json`` holds them, as a dict."""
        return dict(json.loads(self.to_json()))

    @property
    def codebook(self) -> str:
        """The codebook as TOML, to be saved, corrected and given to the next `assess`."""
        if self.whole_codebook is None:
            raise PlanError("results that were read from a file hold no codebook")
        return write_codebook(self.whole_codebook)

    @property
    def scenarios(self) -> tuple[str, ...]:
        """Names of the masked files."""
        return tuple(s.name for s in self.comparison.scenarios)

    @property
    def measures(self) -> tuple[str, ...]:
        """Ids of the measures, in the order of `rumap.measures`."""
        outcomes = in_catalogue_order(o for file in self.comparison.files for o in file.outcomes)
        return tuple(dict.fromkeys(o.measure for o in outcomes))

    @property
    def links(self) -> tuple[str, ...]:
        """How the records of each masked file were linked to the original's, and what the files themselves show."""
        return tuple(f"{file.name}: {_link(file)}" for file in self.comparison.scenarios)

    def summary(self) -> str:
        """Return the verdict on every masked file, a line each, as ``ru-map assess`` says it."""
        return "\n".join(verdict_lines(self.comparison))

    def value(self, scenario: str, measure: str, *target: str) -> float:
        """Return one figure.

        Raises
        ------
        PlanError
            It was not measured, or has no value; the message says why.
        """
        file = self._file(scenario)
        outcome = file.outcome(measure, target)
        if outcome is None:
            self._refuse_unmeasured(file, measure, target)
        if not isinstance(outcome, Result):
            why = "it was not measured" if outcome is None else outcome.reason
            raise PlanError(f"{measure} of {scenario} has no value: {why}")
        return outcome.value

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """Return every figure as a row, as ``results.json`` holds it: value, 95% interval and n, or why there is none.

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"}

        Returns
        -------
        frame
            ``target`` names the variables, the pair or the key set; ``flags`` is what must be known of a figure, as
            JSON (``validity``: why it does not hold under the file's masking), ``detail`` what is behind it, as JSON.
            Figures of the original have no scenario; those of a control file are in ``results.json`` alone.
        """
        return _frame(list(replace(self.comparison, control=None).frame), backend)

    def __getitem__(self, name: str | tuple[str, ...]) -> Any:
        """Return the rows of `to_frame` of a measure or of a masked file; of (file, measure, target) the figure.

        Raises
        ------
        PlanError
            There is none of this name.
        """
        if isinstance(name, tuple) and len(name) > 1:
            return self.value(*name)
        frame = self.to_frame()
        if name in self.measures:
            return frame[frame["measure"] == name].reset_index(drop=True)
        if not isinstance(name, str) or name not in {n for s in self.comparison.scenarios for n in (s.name, s.file)}:
            meant = did_you_mean(name, (*self.measures, *self.scenarios))
            raise PlanError(f"there is no measure and no masked file {name!r} in these results{meant}")
        return frame[frame["scenario"] == self._file(name).name].reset_index(drop=True)

    def __iter__(self) -> Iterator[str]:
        return iter(self.scenarios)

    def __len__(self) -> int:
        return len(self.scenarios)

    def __contains__(self, name: object) -> bool:
        return name in self.scenarios or name in self.measures

    report = face.report
    gate = face.gate

    def pairs(self, scenario: str, backend: Backend = "pandas") -> Any:
        """Return the utility of every pair of variables of one masked file, by its name or file name."""
        file = self._file(scenario)
        return _frame([row_of(outcome, file.name) for outcome in file.of(PAIR_MEASURE)], backend)

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
        meant = did_you_mean(name, self.scenarios)
        raise PlanError(f"there is no masked file {name!r}{meant}; there are: {', '.join(self.scenarios)}")

    def _refuse_unmeasured(self, file: Assessment, measure: str, target: tuple[str, ...]) -> None:
        if measure not in self.measures:
            raise PlanError(f"{measure} was not measured{did_you_mean(measure, self.measures)}")
        targets = [", ".join(outcome.target) for outcome in file.of(measure)]
        if any(targets):
            asked = ", ".join(target)
            has = f"no value of {asked!r}" if asked else "a value for each of its targets"
            raise PlanError(f"{measure} has {has}{did_you_mean(asked, targets)}; name one of {first_of(targets)}")

    def __repr__(self) -> str:
        release, rows = self._rows()
        files = counted(len(self), "masked file", "masked files")
        lines = [f"<results of {files}, {counted(len(self.measures), 'measure', 'measures')}"]
        for name, records, utility, risk, verdict in rows:
            judged = shorten(f"{release}: {verdict}", LONGEST_VERDICT, placeholder=" …")
            lines.append(f"  {name}: n = {records}, {self._utility_name()} {utility}, risk {risk}; {judged}")
        return "\n".join([*lines, *(f"  {line}" for line in self.links)]) + ">"

    def _repr_html_(self) -> str:
        said = "".join(f"<li>{escape(line)}</li>" for line in self.remarks[:MOST_REMARKS])
        more = len(self.remarks) - MOST_REMARKS
        rest = f"<li>and {more} more in <code>remarks</code></li>" if more > 0 else ""
        folded = f"<details><summary>{len(self.remarks)} remarks</summary><ul>{said}{rest}</ul></details>"
        links = "".join(f"<li>{escape(line)}</li>" for line in self.links)
        return f"<div>{self._table()}<ul>{links}</ul>{self._drawn_map()}{folded if said else ''}</div>"

    def _rows(self) -> tuple[str, list[tuple[str, ...]]]:
        """Return the type of release, and name, records, utility, risk and the verdict of every masked file."""
        decision = decide(self.comparison, None)
        rows: list[tuple[str, ...]] = []
        for file in self.comparison.scenarios:
            verdict = decision.of(file.name)
            risk = "–" if verdict.risk is None else exact_percent(verdict.risk.value)
            utility = "–" if verdict.utility is None else f"{verdict.utility:.3f}"
            why = "; ".join(guard.clause for guard in verdict.distinct_guards) or "nothing speaks against it"
            rows.append((file.name, f"{file.rows:,}", utility, risk, f"{verdict.standing}: {why}"))
        return f"{DEFAULT_RELEASE} release, rules not confirmed", rows

    def _utility_name(self) -> str:
        """Return the name of the axis of utility that the files are judged by."""
        measure = default_utility(self.comparison).measure or UTILITY_AXES[0]
        return "GDU" if measure == UTILITY_AXES[0] else measure_by_id(measure).name

    def _table(self) -> str:
        release, rows = self._rows()
        head = "".join(f"<th>{name}</th>" for name in ("file", "records", self._utility_name(), "risk", release))
        cells = ["".join(f"<td style='text-align:left'>{escape(cell)}</td>" for cell in row) for row in rows]
        body = "".join(f"<tr>{row}</tr>" for row in cells)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _drawn_map(self) -> str:
        """Return the map as a drawing that needs no script, or why it is not drawn; empty where there is none."""
        figure = internal_figures(project_of_results(self.comparison)).get("map")
        if figure is None:
            return ""
        try:
            return "<svg" + pictures([figure], "svg")[figure.name].decode().partition("<svg")[2]
        except ReportError as error:
            return f"<p>{escape(str(error))}; <code>map()</code> shows the map without it</p>"


def _link(file: Assessment) -> str:
    """Say how the records of a file were linked; where nobody has said it, also what the files show."""
    relation = file.relation
    if file.linked is not None or relation is None or relation.link in (None, NO_LINK):
        return file.links
    return f"{file.links}; the files look linked: if they are of the same people, say linked={relation.link!r}"


def _frame(rows: list[FrameRow], backend: Backend) -> Any:
    flat = [vars(row) | {"target": ", ".join(row.target), **_texts(row)} for row in rows]
    return frame_of({name: pa.array([row[name] for row in flat], type=kind) for name, kind in COLUMNS.items()}, backend)


def _texts(row: FrameRow) -> dict[str, str | None]:
    """Return the parts of a row that are tables, as JSON."""
    tables = {"flags": row.flags, "detail": row.detail}
    return {name: json.dumps(part, ensure_ascii=False) if part else None for name, part in tables.items()}
