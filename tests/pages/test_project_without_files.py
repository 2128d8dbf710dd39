"""A good project that is opened without its files: every page shows what it can and says what is missing."""

from collections.abc import Mapping

import pytest

from core.assessment import Comparison, collect, make_plan, run
from core.data import Codebook, Scenario, read_declared_codebook
from core.intake import read_file
from core.pairing import complete_codebook
from core.reports import Project, ProjectFile
from pages.components.workspace import Workspace
from tests.pages.conftest import PAGES

USES = """
[indicators."Mean income"]
statistic = "mean"
variable = "income"
by = "sex"
[regressions."Pay gap"]
model = "ols"
formula = "income ~ C(sex) + age"
[tables."Sex by region"]
variables = ["sex"]
geography = "region"
[scales."Both"]
items = ["age", "income"]
"""
MEASURES = {
    "": ["gdu", "ldu_univariate", "ldu_bivariate", "global_risk"],
    USES: ["gdu", "ldu_univariate", "chi_square", "aad", "indicator", "interval_overlap", "regression", "ldu_alpha"],
}


@pytest.fixture(params=["", USES], ids=["no uses", "uses"])
def opened(request, small_files: Mapping[str, bytes]) -> Workspace:
    """What a session holds when a project was opened and its files were not brought in."""
    original, *masked = [read_file(name, content).microdata for name, content in small_files.items()]
    codebook = complete_codebook(read_declared_codebook(request.param), original)
    comparison = measured(codebook, original, masked, MEASURES[request.param])
    files = [ProjectFile.of(f) for f in (original, *masked)]
    project = Project(codebook, files[0], tuple(files[1:]), make_plan("gdu"), comparison)
    return Workspace(codebook=codebook, plan=project.plan, comparison=comparison, opened=project)


def measured(codebook: Codebook, original, masked, measures: list[str]) -> Comparison:
    plan = make_plan(measures, ["interval.groups=0"])
    scenarios = [Scenario(m, codebook.declaration(m.name)) for m in masked]
    return collect(plan, run(original, scenarios, codebook, plan))


@pytest.mark.slow
def test_every_page_is_drawn(user, opened: Workspace) -> None:
    user.start("what_is_lost", workspace=opened)
    for page in PAGES:
        user.go(page)
    assert user.state["workspace"].original is None
