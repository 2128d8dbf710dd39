"""What holds on every page that compares: a picture is taken along, a version keeps its number, its verdict is one."""

import json
import re
from datetime import date

import pytest

from core.decision import gate
from tests.pages.conftest import results_of_example

COMPARING = ("compare", "what_is_lost", "who_is_found", "decide")
NAMES = [file.name for file in results_of_example().scenarios]
ELSEWHERE = {"map_chart": "details_map_table", "limits_chart": "details_risk_measures", "map_of_decision": ""}
"""Charts whose table is opened beneath them: by which fold; the map of the decision is the one of Compare."""


def charts(user) -> dict[str, dict]:
    """Return by key what the page's charts are drawn from."""
    return {c.proto.id.rpartition("-")[2]: json.loads(c.proto.spec) for c in user.app.get("plotly_chart")}


@pytest.fixture(params=COMPARING)
def page(request, reader_of_example):
    reader_of_example.go(request.param)
    return reader_of_example


def test_each_picture_has_png_svg_its_table_and_words_for_those_who_do_not_see_it(page) -> None:
    keys = {str(b.key) for b in page.app.button}
    downloads = [str(b.proto.id) for b in page.app.get("download_button")]
    drawn = charts(page)
    assert drawn
    for key in drawn:
        assert {f"picture_png_{key}", f"picture_svg_{key}"} <= keys
    assert all(c.proto.alt for c in page.app.get("plotly_chart"))
    own = [key for key in drawn if key not in ELSEWHERE]
    assert len([d for d in downloads if "download_" in d and "_upload" not in d]) >= len(own)


def test_a_version_has_the_same_number_on_every_page(page) -> None:
    numbered = re.compile(r"(\d+) (?=(" + "|".join(map(re.escape, NAMES)) + "))")
    said = [(int(n), name) for spec in charts(page).values() for n, name in numbered.findall(json.dumps(spec))]
    said += [(int(m[1]), m[2]) for b in page.app.selectbox for o in b.options if (m := numbered.match(o))]
    assert len({name for _n, name in said}) == len(NAMES), "every version is named with its number somewhere"
    assert {(n, name) for n, name in said} == {(i, name) for i, name in enumerate(NAMES, 1)}


def test_the_verdict_on_a_version_is_the_same_in_the_table_on_decide_and_at_the_gate(reader_of_example) -> None:
    user = reader_of_example
    table = next(d for d in user.app.dataframe if d.proto.id.endswith("-versions_table")).value
    in_table = {name: words.partition(" ")[2] for name, words in zip(table["Version"], table["Verdict"], strict=True)}
    user.go("decide")
    select = next(s for s in user.app.selectbox if str(s.key).startswith("decision_version"))
    on_decide = dict(o.partition(" ")[2].split(" · ") for o in select.options)
    assert in_table == on_decide
    answered = gate(results_of_example(), user.state["workspace"].purpose, date(2027, 1, 1)).verdicts
    assert {name: word.lower() for name, word in answered.items()} == {n: w.lower() for n, w in in_table.items()}
