"""Both reports in every format: nothing confidential in the shareable one, everything in the internal one."""

import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from pypdf import PdfReader

from core.assessment import Comparison
from core.errors import ReportError
from core.measures import Skipped
from core.reports import (
    FORMATS,
    Kind,
    Paragraph,
    Section,
    ShareOptions,
    checklist,
    make_report,
    shareable_report,
    write_report,
)
from core.reports.report_figures import shareable_figures
from core.reports.shareable.coarse_figures import TOO_FEW
from tests.outcomes import resolution
from tests.release_project import CANARIES, all_shown, release_project

pytestmark = pytest.mark.slow

TRICKY = "=1+1|cmd ![x](http://evil.example/p.png) </script><img src=x onerror=alert(1)> \u202egpj"


def unpacked(content: bytes) -> Iterator[bytes]:
    """All bytes of a file; members of a zip and compressed streams of a PDF opened."""
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                yield name.encode()
                yield from unpacked(archive.read(name))
        return
    if content.startswith(b"%PDF"):
        for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL):
            try:
                yield zlib.decompress(stream)
            except zlib.error:
                yield stream
    yield content


def without_script(form: str, content: bytes) -> bytes:
    """The report without the program's own plotly.js and font, in which any short word may occur."""
    if form != "html":
        return content
    text = content.decode()
    text = re.sub(r"data:font/woff2;base64,[A-Za-z0-9+/=]+", "", text)
    return max(
        re.split(r"<script>(?=/\*)", text), key=lambda part: "How accurate" in part or "Confidential" in part
    ).encode()


def words_in(form: str, content: bytes) -> str:
    """All words of a file, those that are laid out and those behind it: properties, alternative texts."""
    parts = [part.decode("utf-8", "replace") for part in unpacked(without_script(form, content))]
    laid_out = [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages] if form == "pdf" else []
    return " ".join("\n".join([*parts, *laid_out]).split()).casefold()


@cache
def written(kind, form):
    """The report of the project as it is, written once for all tests."""
    return write_report(make_report(release_project(), kind), form)


@pytest.mark.parametrize("form", FORMATS)
def test_no_canary_is_in_a_shareable_report(form):
    content = written(Kind.SHAREABLE, form)
    text = words_in(form, content)
    found = [c for c in CANARIES if c.casefold() in text]
    assert not found
    if form != "zip":
        assert "how accurate is the released file" in text
        assert ("0.25" if form == "xlsx" else "25%") in text
    for suppressed in ("37.1%", "0.3712", "13.6%", "0.1357", "62.1%", "0.6213", "0.3679", "44.2%", "0.4417", "71.0%"):
        assert suppressed not in text


@pytest.mark.parametrize("form", ["html", "docx", "pdf", "xlsx", "json"])
def test_the_internal_report_holds_everything_and_is_marked(form):
    content = written(Kind.INTERNAL, form)
    text = words_in(form, content)
    for word in (
        "confidential",
        "canary reason",
        "canary officer",
        "canarynote",
        "86420",
        "47.1%",
        "c0ffee",
        "2026-03-31",
    ):
        assert word in text, word


def test_each_page_of_a_pdf_is_marked():
    pages = PdfReader(io.BytesIO(written(Kind.INTERNAL, "pdf"))).pages
    assert len(pages) > 1
    assert all("Confidential: for entitled staff only" in page.extract_text() for page in pages)


def test_what_the_officer_allows_is_said(project):
    options = ShareOptions(masking_kinds=True, file_name=True)
    report = make_report(project, Kind.SHAREABLE, options)
    words = write_report(report, "json").decode()
    assert "values changed slightly at random" in words
    assert "canarymasked.csv" in words


def test_the_released_scenario_is_asked_for_where_none_was_decided(project):
    undecided = replace(project, record=replace(project.record, decision="", first=None, second=None))
    with pytest.raises(ReportError, match="one of Canary scenario, Canary other scenario"):
        make_report(undecided, Kind.SHAREABLE)
    assert make_report(undecided, Kind.SHAREABLE, ShareOptions("canaryother.csv"))
    alone = replace(undecided.comparison, scenarios=undecided.comparison.scenarios[:1])
    assert make_report(replace(undecided, comparison=alone), Kind.SHAREABLE)
    assert make_report(undecided, Kind.INTERNAL)


def test_a_threshold_below_ten_needs_a_reason_on_record_and_below_three_there_is_none(project):
    with pytest.raises(ReportError, match="needs a reason on record"):
        make_report(project, Kind.SHAREABLE, ShareOptions(threshold=9))
    record = replace(project.record, threshold_reason="Canary reason of a small island")
    content = write_report(
        make_report(replace(project, record=record), Kind.SHAREABLE, ShareOptions(threshold=4)), "json"
    )
    assert b"fewer than 5 records" in content
    assert b"island" not in content
    with pytest.raises(ReportError, match="3 or more"):
        ShareOptions(threshold=2)


def test_gdu_stands_between_its_bottom_and_its_floor(project):
    overall = make_report(all_shown(project), Kind.SHAREABLE).sections[0]
    assert [c.number for row in overall.blocks[-1].rows for c in row[1:2]] == [0.9, 0.9, 0.9, 0.8, 0.7]
    # 0.88 and an arm of 0.05
    assert overall.blocks[-1].rows[0][2].text == "80% to 90%"
    assert "90%" in overall.title
    assert overall.title.endswith("shuffled columns reach 70%, another sample 80%")
    assert not isinstance(overall.blocks[3], Paragraph), (
        "another sample lies above shuffled columns: nothing to explain"
    )


def test_a_gdu_without_what_it_is_read_against_is_not_praised(project):
    shown = all_shown(project)
    first, *others = shown.comparison.scenarios
    hidden = tuple(replace(o, n=9) if o.target == ("age", "disease") else o for o in first.outcomes)
    unmeasured = tuple(o for o in first.outcomes if o.measure != "gdu_resolution")
    titles = []
    for outcomes in (hidden, unmeasured):
        scenarios = (replace(first, outcomes=outcomes), *others)
        changed = replace(shown, comparison=replace(shown.comparison, scenarios=scenarios))
        titles.append(make_report(changed, Kind.SHAREABLE).sections[0].title)
    # two pairs are left, each half of their mean
    assert titles == [
        "Overall accuracy is not told",
        "Global Data Utility is 90%; it cannot be read, because shuffled columns were not measured",
    ]


def with_bottom(project, value):
    """Return a project in which shuffled columns score this."""
    project = all_shown(project)
    first, *others = project.comparison.scenarios
    known = resolution(9.0, (value, value, value), (0.8123, 0.8391, 0.8523))
    outcomes = tuple(known if o.measure == "gdu_resolution" else o for o in first.outcomes)
    return replace(
        project, comparison=replace(project.comparison, scenarios=(replace(first, outcomes=outcomes), *others))
    )


def test_a_gdu_that_shuffled_columns_reach_as_well_is_no_praise(project):
    alike = make_report(with_bottom(project, 0.96), Kind.SHAREABLE)
    assert "no more than a file whose columns were shuffled" in alike.sections[0].title


def test_another_sample_below_shuffled_columns_is_explained(project):
    overall = make_report(with_bottom(project, 0.85), Kind.SHAREABLE).sections[0]
    assert overall.blocks[3].text.startswith("Another sample scores no more than shuffled columns here")


def test_pairs_are_told_in_words(project):
    report = make_report(project, Kind.SHAREABLE)
    pairs = next(s for s in report.sections if s.id == "pairs")
    rows = [[c.text for c in row] for row in pairs.blocks[-1].rows]
    assert rows[0] == ["age", "sex", "75%", "20%", "0%", "differs clearly", "weaker"]
    assert ["age", "disease", "–", "–", "–", TOO_FEW, "–"] in rows


def test_a_report_that_names_something_confidential_is_refused(project):
    options = ShareOptions()
    report = shareable_report(project, options, shareable_figures(project, options))
    leak = Section("x", "made from canaryother.csv", (Paragraph("Re-identification rate of Canary other scenario"),))
    leaky = replace(report, sections=(*report.sections, leak))
    broken = {p.statement: p.found for p in checklist(leaky, project, options) if not p.kept}
    assert broken == {
        "No name of a file": "canaryother.csv",
        "No name of a scenario": "Canary other scenario",
        "No measure of risk": "Re-identification rate",
    }


def test_a_shareable_report_whose_label_is_a_file_name_is_not_written(project):
    variables = tuple(replace(v, label="from canaryoriginal.csv") for v in project.codebook.variables)
    # a label is the officer's own text, so it is allowed to hold what it holds: the scenario's name is not
    named = replace(project, codebook=replace(project.codebook, variables=variables))
    assert make_report(named, Kind.SHAREABLE)


def renamed(project, name):
    comparison = project.comparison
    scenario = comparison.scenarios[0]
    outcomes = tuple(replace(o, target=tuple(name if t == "age" else t for t in o.target)) for o in scenario.outcomes)
    variables = tuple(replace(v, name=name) if v.name == "age" else v for v in scenario.variables)
    changed = replace(scenario, outcomes=outcomes, variables=variables)
    scenarios = (changed, *comparison.scenarios[1:])
    return replace(project, comparison=Comparison(comparison.plan, comparison.versions, comparison.original, scenarios))


@pytest.mark.parametrize("kind", Kind)
def test_names_do_nothing_in_any_format(project, kind):
    report = make_report(renamed(project, TRICKY), kind)
    html = write_report(report, "html").decode()
    assert "<img src=x" not in html
    assert "\u202e" not in without_script("html", html.encode()).decode()
    assert "&lt;U+202E&gt;gpj" in html
    with zipfile.ZipFile(io.BytesIO(write_report(report, "xlsx"))) as book:
        sheets = [book.read(n).decode() for n in book.namelist() if n.startswith("xl/worksheets/")]
        assert not any("<f>" in s or "<hyperlink" in s for s in sheets)
        assert "=1+1|cmd" in book.read("xl/sharedStrings.xml").decode()
    with zipfile.ZipFile(io.BytesIO(write_report(report, "docx"))) as document:
        assert "evil.example" in document.read("word/document.xml").decode()
        assert "evil.example" not in document.read("word/_rels/document.xml.rels").decode()
    json.loads(write_report(report, "json"))


def test_html_loads_nothing_and_holds_plotly_once():
    html = written(Kind.INTERNAL, "html").decode()
    assert html.count("plotly.js v") == 1
    assert not re.search(r"<(script|link|img|iframe)[^>]+(src|href)=[\"']?(https?:)?//", html)
    assert "default-src 'none'" in html


def test_the_same_report_gives_the_same_bytes(project):
    for kind in Kind:
        again = make_report(project, kind)
        for form in ("html", "json", "zip"):
            assert write_report(again, form) == written(kind, form), (kind, form)


def test_the_figures_come_as_svg_and_png():
    with zipfile.ZipFile(io.BytesIO(written(Kind.INTERNAL, "zip"))) as archive:
        names = {"map.svg", "map.png", "pairs.svg", "pairs.png", "variables.svg", "variables.png"}
        assert set(archive.namelist()) == names
        assert archive.read("map.svg").lstrip().startswith(b"<?xml")
        assert archive.read("map.png").startswith(b"\x89PNG")


def test_a_report_needs_results_and_a_scenario_that_there_is(project):
    with pytest.raises(ReportError, match="nothing was measured yet"):
        make_report(replace(project, comparison=None), Kind.INTERNAL)
    with pytest.raises(ReportError, match="no scenario is called 'nobody'; there are Canary scenario"):
        make_report(project, Kind.SHAREABLE, ShareOptions("nobody"))
    with pytest.raises(ReportError, match="there is no format 'odt'; choose one of html, docx"):
        write_report(make_report(project, Kind.INTERNAL), "odt")


def test_nothing_outside_a_pdf_is_ever_opened(project, monkeypatch):
    import socket

    monkeypatch.setattr(socket, "socket", lambda *_, **__: pytest.fail("a PDF asked for the network"))
    tricky = renamed(project, "<img src=http://evil.example/x.png>")
    assert write_report(make_report(tricky, Kind.SHAREABLE), "pdf").startswith(b"%PDF")


def test_a_decision_about_a_file_that_is_gone_is_said(project):
    report = make_report(replace(project, masked=project.masked[1:]), Kind.INTERNAL)
    told = [block.text for block in report.sections[0].blocks if isinstance(block, Paragraph)]
    assert any("not among the masked files any more" in text for text in told)


def test_a_file_that_has_no_variable_in_common_is_reported_on_in_words():
    project = release_project()
    reason = "no variable in common with the original"
    nothing = tuple(Skipped(measure, (), reason) for measure in ("gdu", "ldu_univariate", "ldu_bivariate"))
    comparison = project.comparison
    files = tuple(replace(scenario, outcomes=nothing) for scenario in comparison.scenarios)
    report = make_report(replace(project, comparison=replace(comparison, scenarios=files)), Kind.INTERNAL)
    assert "no variable in common" in write_report(report, "json").decode()
