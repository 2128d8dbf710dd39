"""A walk over every text and every number of the shareable report: only what is allowed is there.

The allowed is a short list, so that whatever else appears (a risk, a small cell, the way of masking, a figure with its
digits) is found without having been thought of.
"""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from core.data import Masking
from core.measures import Result
from core.reports import Figure, Kind, Paragraph, Section, ShareOptions, Table, checklist, make_report, write_report
from core.reports.figure_data import values
from core.reports.shareable.shareable_report import MASKING_WORDS
from tests.outcomes import result
from tests.release_project import all_shown, release_project, variable_detail

COUNTS = {500, 3, 2, 1, 0, 10, 95, 100, 2018, 5}
"""Records, variables and pairs counted, the threshold, 95 % intervals, the steps and the year of the paper."""


@pytest.fixture(scope="module")
def report():
    return make_report(release_project(), Kind.SHAREABLE)


def blocks(report):
    return [b for s in report.sections for b in s.blocks]


def texts_of(report):
    """Every text that somebody can read: titles, cells, notes, and what figures write and show at the pointer."""
    found = [report.title, report.subtitle, report.mark, *(s.title for s in report.sections)]
    for block in blocks(report):
        if isinstance(block, Paragraph):
            found.append(block.text)
        elif isinstance(block, Table):
            found += [block.title, block.note, *block.columns, *(c.text for row in block.rows for c in row)]
        else:
            found += [block.title, block.alt, *_shown(block)]
    return found


def _shown(figure):
    layout = figure.spec["layout"]
    found = [a.get("text", "") for a in layout.get("annotations", [])]
    found += [t for axis in ("xaxis", "yaxis") for t in layout.get(axis, {}).get("ticktext") or []]
    for trace in figure.spec["data"]:
        found += [str(t) for name in ("hovertext", "text") for t in _listed(trace.get(name))]
        found += [str(t) for row in _listed(trace.get("customdata")) for t in _listed(row)]
        found.append(trace.get("name") or "")
    return found


def _listed(content):
    return [content] if isinstance(content, str) else values(content)


def numbers_of(report):
    """Every number of a table, and of a figure's bars and cells."""
    found = [c.number for b in blocks(report) if isinstance(b, Table) for row in b.rows for c in row]
    for block in blocks(report):
        if isinstance(block, Figure):
            for trace in block.spec["data"]:
                if trace["type"] == "bar":
                    found += values(trace["x"])
                elif trace["type"] == "heatmap":
                    found += [x for row in values(trace["z"]) for x in row]
    return [float(x) for x in found if x is not None and x == x]


def forbidden(report):
    """Every number, written or held, that is neither a count of the allowed ones nor in whole steps of 5 %."""
    plain = re.sub(r"<[^<>]*>|#[0-9A-Fa-f]{3,6}\b", " ", "\n".join(texts_of(report)))
    written = [(float(x.replace(",", "")), unit) for x, unit in re.findall(r"(\d[\d,]*(?:\.\d+)?)(%?)", plain)]
    shares = [x / 100 if unit else x for x, unit in written if x not in COUNTS]
    return sorted({x for x in [*shares, *numbers_of(report)] if abs(20 * x - round(20 * x)) > 1e-6 or not 0 <= x <= 1})


def test_every_number_is_an_allowed_one(report):
    assert forbidden(report) == []
    assert len(numbers_of(report)) >= 10


def test_a_variable_is_told_from_the_counts_in_tens_not_from_the_exact_ones(report):
    table = next(b for b in blocks(report) if isinstance(b, Table) and b.title.startswith("Variables"))
    told = {row[0].text.split(":")[0]: [c.number for c in row[1:4]] for row in table.rows}
    assert told == {"age": [0.25, 0.1, 0.0], "sex": [1.0, 0.0, 0.0], "disease": [None] * 3}


def changed(project, outcomes):
    """The project with other outcomes of the released scenario."""
    first, *others = project.comparison.scenarios
    scenarios = (replace(first, outcomes=tuple(outcomes(first.outcomes))), *others)
    return replace(project, comparison=replace(project.comparison, scenarios=scenarios))


def test_whatever_is_measured_no_digit_of_it_is_told():
    def with_digits(outcomes):
        for place, o in enumerate(outcomes):
            exact = round(0.1234567 + 0.0314159 * place, 7)
            detail = dict(o.detail or {})
            if detail.get("in_tens"):
                detail["in_tens"] = {**detail["in_tens"], "value": exact, "effect": exact / 3, "suppressed": exact / 4}
            if isinstance(o, Result):
                yield replace(o, value=exact, interval=(exact / 2, min(1.0, 1.07 * exact)), detail=detail)
            else:
                yield o

    assert forbidden(make_report(changed(release_project(), with_digits), Kind.SHAREABLE)) == []


def test_no_measure_of_risk_is_told_whatever_it_is_called(report):
    risky = [result("risk_of_tomorrow", (), 0.05), result("k_violations_3", (), 0.05), result("suda_mean", (), 0.05)]
    more = make_report(changed(release_project(), lambda old: (*old, *risky)), Kind.SHAREABLE)
    assert texts_of(more) == texts_of(report)
    assert numbers_of(more) == numbers_of(report)


@pytest.mark.parametrize("masking", [m.value for m in Masking if m.value in MASKING_WORDS])
def test_how_a_variable_was_masked_is_coarse_only_where_the_officer_wishes_it(masking):
    project = release_project()
    first, *others = project.comparison.scenarios
    variables = tuple(replace(v, masking=masking) for v in first.variables)
    comparison = replace(project.comparison, scenarios=(replace(first, variables=variables), *others))
    project = replace(project, comparison=comparison)
    words = "\n".join(texts_of(make_report(project, Kind.SHAREABLE)))
    asked = "\n".join(texts_of(make_report(project, Kind.SHAREABLE, ShareOptions(masking_kinds=True))))
    if masking != "remove":
        assert str(MASKING_WORDS[masking]) not in words
    assert str(MASKING_WORDS[masking]) in asked


def told_of(report, name):
    """The numbers that the report gives of one variable, its pairs included, and the bars and cells drawn for it."""
    found = []
    for block in blocks(report):
        if isinstance(block, Table) and block.columns[0] == "Variable":
            rows = [row for row in block.rows if any(c.text.split(":")[0] == name for c in row[:2])]
            found += [c.number for row in rows for c in row if c.number is not None]
        if isinstance(block, Figure):
            hovers = [str(t) for trace in block.spec["data"] for t in _listed(trace.get("hovertext"))]
            found += [t for t in hovers if name in t and re.search(r"\d", t)]
    return found


@pytest.mark.parametrize("few", [{"records": 9}, {"smallest_cell": 9}, {"smallest_cell": 0}])
def test_a_figure_on_few_records_or_a_small_cell_is_not_told_anywhere(report, few):
    def thinned(outcomes):
        for o in outcomes:
            if o.target == ("sex",):
                yield replace(o, detail={**o.detail, "in_tens": {**o.detail["in_tens"], **few}})
            else:
                yield o

    assert told_of(report, "sex")
    assert told_of(make_report(changed(release_project(), thinned), Kind.SHAREABLE), "sex") == []


@pytest.mark.parametrize(
    "few", [{"n_original": 9}, {"n_masked": 9}, {"smallest_cell": 9}, {"smallest_cell": 20, "n_masked": 99}]
)
def test_a_pair_on_few_records_or_a_small_cell_is_not_told(report, few):
    def thinned(outcomes):
        for o in outcomes:
            yield replace(o, detail={**o.detail, **few}) if o.target == ("age", "sex") else o

    def numbers(found):
        table = next(b for b in blocks(found) if isinstance(b, Table) and "With" in b.columns)
        return [c.number for row in table.rows for c in row if row[0].text == "age" and row[1].text == "sex"]

    assert any(x is not None for x in numbers(report))
    assert not any(x is not None for x in numbers(make_report(changed(release_project(), thinned), Kind.SHAREABLE)))


def test_of_a_tiny_file_nothing_is_told():
    project = release_project()
    first, *others = project.comparison.scenarios
    tiny = [
        replace(o, n=7, detail={**o.detail, **variable_detail(7, 0.62), "n_original": 500})
        if isinstance(o, Result)
        else o
        for o in first.outcomes
    ]
    scenarios = (replace(first, rows=7, outcomes=tuple(tiny)), *others)
    report = make_report(replace(project, comparison=replace(project.comparison, scenarios=scenarios)), Kind.SHAREABLE)
    assert set(numbers_of(report)) <= {0.0}  # the grey of cells without a value
    assert not [
        c for b in blocks(report) if isinstance(b, Table) for row in b.rows for c in row if c.number is not None
    ]
    assert not [t for t in texts_of(report) if "%" in t and not t.startswith(("Accuracy compares", "To protect"))]


def test_nothing_is_told_before_it_was_prepared_for_users():
    def earlier(outcomes):
        for o in outcomes:
            yield replace(
                o, detail={k: v for k, v in (o.detail or {}).items() if k not in {"in_tens", "smallest_cell"}}
            )

    report = make_report(changed(release_project(), earlier), Kind.SHAREABLE)
    assert "not shown: measured by an earlier version, measure again" in texts_of(report)
    assert told_of(report, "age") == []


def test_the_order_of_rows_follows_from_what_is_told():
    def swapped(outcomes):
        # alike once rounded, another order before
        exact = {"age": 0.9312, "sex": 0.9123}
        for o in outcomes:
            name = o.target[0] if len(o.target) == 1 else ""
            if name in exact and o.measure == "ldu_univariate":
                yield replace(
                    o, detail={**o.detail, "in_tens": {**o.detail["in_tens"], "value": exact[name], "effect": 0}}
                )
            else:
                yield o

    report = make_report(changed(release_project(), swapped), Kind.SHAREABLE)
    table = next(b for b in blocks(report) if isinstance(b, Table) and b.title.startswith("Variables"))
    assert [row[0].text.split(":")[0] for row in table.rows] == ["age", "sex", "disease"]


def test_the_checklist_finds_the_hash_of_a_file():
    project, options = release_project(), ShareOptions()
    report = make_report(project, Kind.SHAREABLE)
    leak = Section("x", "Files", (Paragraph(project.files()[0].sha256),))
    leaky = replace(report, sections=(*report.sections, leak))
    assert "No hash of a file" in [p.statement for p in checklist(leaky, project, options) if not p.kept]


def test_the_checklist_finds_a_number_with_too_many_digits():
    project, options = release_project(), ShareOptions()
    report = make_report(project, Kind.SHAREABLE)
    section = report.sections[1]
    table = next(b for b in section.blocks if isinstance(b, Table))
    fine = replace(table, rows=((*table.rows[0][:1], replace(table.rows[0][1], number=0.6213), *table.rows[0][2:]),))
    leaky = replace(report, sections=(replace(section, blocks=(fine,)),))
    assert [p.found for p in checklist(leaky, project, options) if not p.kept] == ["0.6213"]


def test_json_and_html_hold_no_other_number_than_the_model(report):
    for form in ("json", "html"):
        text = write_report(report, form).decode()
        for exact in ("0.6213", "0.3679", "0.0873", "0.7123", "0.8391", "0.4711", "0.3712", "0.1357"):
            assert exact not in text.split("plotly.js v")[0]


READ = {"x", "y", "z", "base", "hovertext", "text", "customdata", "name"}
"""What a trace says of the data; the rest of it is how it is drawn."""
DRAWN = {"type", "mode", "orientation", "width", "marker", "line", "hoverinfo", "hoverongaps", "selected", "unselected"}
DRAWN |= {"colorscale", "colorbar", "showscale", "zmin", "zmax", "xgap", "ygap", "xaxis", "yaxis", "coloraxis"}


def test_what_the_figures_of_the_html_hold_unseen_is_no_other_number_than_what_is_shown(report):
    scripts = re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', write_report(report, "html").decode())
    traces = [trace for script in scripts for trace in json.loads(script)["data"]]
    assert len(traces) > 2
    assert {key for trace in traces for key in trace} <= READ | DRAWN
    hatching = [t for t in traces if t["hoverinfo"] == "skip" and t.get("mode") == "lines"]
    for trace in (t for t in traces if t not in hatching):
        for number in _numbers_in([trace.get(key) for key in READ]):
            assert number in {0, 1, 2} or 20 * number == pytest.approx(round(20 * number)), trace


def _numbers_in(content):
    """Every number of a JSON text, also of its packed arrays and in its texts; shares of 1 where it is in percent."""
    if isinstance(content, dict) and "bdata" in content:
        content = np.asarray(values(content), dtype=float).ravel().tolist()
    if isinstance(content, dict | list):
        for part in content.values() if isinstance(content, dict) else content:
            yield from _numbers_in(part)
    elif isinstance(content, str):
        yield from (float(x) / (100 if unit else 1) for x, unit in re.findall(r"(\d+(?:\.\d+)?)(%?)", content))
    elif content is not None and content == content:
        yield float(content)


def test_means_that_rest_on_few_records_or_on_tables_are_not_told():
    def thinned(outcomes):
        yield from (replace(o, n=9) if o.measure.startswith(("gdu", "aldu")) else o for o in outcomes)

    def values_told(found):
        return [c.number for b in found.sections[0].blocks if isinstance(b, Table) for row in b.rows for c in row]

    shown = all_shown(release_project())
    report = make_report(shown, Kind.SHAREABLE)
    assert any(x is not None for x in values_told(report))
    assert not any(x is not None for x in values_told(make_report(changed(shown, thinned), Kind.SHAREABLE)))
    with_means = changed(shown, lambda old: (*old, result("total_variation_mean", (), 0.25)))
    assert values_told(make_report(with_means, Kind.SHAREABLE)) == values_told(report)


def test_the_least_accurate_comes_first_in_tables_and_is_counted(report):
    variables = report.sections[1]
    table = next(b for b in variables.blocks if isinstance(b, Table))
    assert [row[0].text.split(":")[0] for row in table.rows] == ["age", "sex", "disease"]
    assert variables.title.startswith("1 variable of 3 ")


def test_cells_of_the_figure_of_pairs_show_what_is_told(report):
    figure = next(b for b in report.sections[2].blocks if isinstance(b, Figure))
    shown = next(t for t in figure.spec["data"] if t["type"] == "heatmap" and t.get("showscale") is not False)
    across, down = (figure.spec["layout"][axis]["ticktext"] for axis in ("xaxis", "yaxis"))
    cells = {
        frozenset((a, b)): z
        for b, row in zip(down, values(shown["z"]), strict=True)
        for a, z in zip(across, row, strict=True)
    }
    assert cells[frozenset(("age", "sex"))] == 0.75
    assert [z for z in cells.values() if z is not None and z == z] == [0.75]
