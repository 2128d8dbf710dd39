"""150 variables and 36 files: the worst first, in cells that can be read, the rest on request."""

import json
from dataclasses import replace
from itertools import combinations

import pytest

from core.assessment import VariableRecord
from pages.components.workspace import KEY, Workspace
from tests.outcomes import result
from tests.pages.conftest import results_of_example


def many(variables: int, copies: int, *, pairs: bool = False):
    """Return the worked example with as many made-up variables, each of its files several times."""
    example = results_of_example()
    names = [f"v{i:03d}" for i in range(variables)]
    records = tuple(VariableRecord(name, "nominal", "key", "same") for name in names)
    own = tuple(result("ldu_univariate", (name,), i / variables, 9) for i, name in enumerate(names))
    if pairs:
        own += tuple(
            result("ldu_bivariate", p, 0.1 if p == ("v003", "v038") else 1.0, 9, step="none")
            for p in combinations(names, 2)
        )
    files = tuple(
        replace(s, name=f"{s.name} {i}", variables=records, outcomes=(*kept(s), *own))
        for i in range(copies)
        for s in example.scenarios
    )
    return replace(example, scenarios=files, original=replace(example.original, variables=records))


def kept(file):
    return tuple(o for o in file.outcomes if o.measure not in {"ldu_univariate", "ldu_bivariate"})


def figure(user, key: str) -> dict:
    proto = next(c.proto for c in user.app.get("plotly_chart") if c.proto.id.endswith(f"-{key}"))
    return json.loads(proto.spec)


def open_on(user, page: str, comparison):
    user.start(page, **{KEY: Workspace(comparison=comparison)})
    user.run()
    return user


@pytest.mark.slow
def test_the_matrix_stands_in_parts_of_25_variables_with_all_36_versions(user) -> None:
    open_on(user, "what_is_lost", many(150, 3))
    shown = figure(user, "loss_matrix")["layout"]
    assert len(shown["yaxis"]["ticktext"]) == 25
    assert sum(note["xref"] == "x" for note in shown["annotations"]) == 36
    user.choose("lost_page", 125)
    assert figure(user, "loss_matrix")["layout"]["yaxis"]["ticktext"][-1] == "v149"


@pytest.mark.slow
def test_the_heatmap_shows_the_variables_of_the_worst_pairs(user) -> None:
    open_on(user, "what_is_lost", many(40, 1, pairs=True))
    names = figure(user, "pair_columns")["layout"]["yaxis"]["ticktext"]
    assert any("v038" in name for name in names)
    assert len(names) == 29
    assert "The 30 variables of the worst pairs, of 40" in user.text()
    user.app.toggle(key="pair_columns_all").set_value(True)
    user.run()
    assert len(figure(user, "pair_columns")["layout"]["yaxis"]["ticktext"]) == 39
