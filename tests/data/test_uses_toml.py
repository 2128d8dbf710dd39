"""What a file is used for, in the codebook's TOML: read, written, refused."""

import pytest

from core.data import (
    Codebook,
    Indicator,
    Level,
    Model,
    PublishedTable,
    Regression,
    Scale,
    Statistic,
    Uses,
    Variable,
    read_codebook,
    write_codebook,
)
from core.data.codebook_writing import USES_HINT
from core.errors import CodebookError

VARIABLES = """
[variables.income]
level = "continuous"
[variables.rent]
level = "continuous"
[variables.sex]
level = "nominal"
[variables.region]
level = "nominal"
[variables.weight]
level = "continuous"
role = "weight"
"""
EXAMPLE = (
    VARIABLES
    + """
[indicators."Poverty by region"]
statistic = "poverty_rate"
variable = "income"
line = 0.5
by = "region"
weight = "weight"
[indicators."Women"]
statistic = "share"
variable = "sex"
category = 2
[regressions."Pay gap"]
model = "ols"
formula = "log(income) ~ C(sex) + rent"
weight = "weight"
coefficient = "C(sex)[T.2]"
[tables."Sex by region"]
variables = ["sex"]
geography = "region"
[scales.Burden]
items = ["income", "rent"]
"""
)
USES = Uses(
    (
        Indicator("Poverty by region", Statistic.POVERTY_RATE, "income", line=0.5, by="region", weight="weight"),
        Indicator("Women", Statistic.SHARE, "sex", "2"),
    ),
    (Regression("Pay gap", Model.OLS, "log(income) ~ C(sex) + rent", "weight", "C(sex)[T.2]"),),
    (PublishedTable("Sex by region", ("sex",), "region"),),
    (Scale("Burden", ("income", "rent")),),
)


def test_uses_are_read():
    assert read_codebook(EXAMPLE).uses == USES


def test_uses_are_written_and_read_back():
    codebook = read_codebook(EXAMPLE)
    assert read_codebook(write_codebook(codebook)) == codebook
    bare = Codebook((Variable("a", Level.NOMINAL),))
    assert "indicators" not in write_codebook(bare)
    assert read_codebook(write_codebook(bare)) == bare


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('[indicators.a]\nvariable = "income"', "indicators.a: 'statistic' is missing"),
        ('[indicators.a]\nstatistic = "mode"\nvariable = "income"', "'mode' is not one of mean, median"),
        (
            '[indicators.a]\nstatistic = "mean"\nvariable = "wealth"',
            "indicator 'a' names 'wealth', which is no variable",
        ),
        ('[indicators.a]\nstatistic = "share"\nvariable = "sex"', "a share needs 'category'"),
        ('[indicators.a]\nstatistic = "quantile"\nvariable = "income"\nquantile = "x"', "must be a number"),
        ('[indicators.a]\nstatistic = "mean"\nvariable = "income"\nquantil = 1', "unknown entry 'quantil'"),
        ('[regressions.a]\nmodel = "ols"\nformula = "income ~ wealth"', "names 'wealth', which is no variable"),
        ('[regressions.a]\nmodel = "ols"\nformula = "income ~ open(sex)"', "the function 'open' is not allowed"),
        ('[regressions.a]\nmodel = "probit"\nformula = "income ~ sex"', "'probit' is not one of"),
        ("[tables.a]\nvariables = 3", "tables.a.variables must be a list, not 3"),
        ("[tables.a]\nvariables = []", "names no variable"),
        ('[scales.a]\nitems = ["income"]', "needs two or more different items"),
        ("scales = 3", "scales must be a table, not 3"),
    ],
)
def test_what_is_wrong_is_named(table, said):
    # a bare key must stand before the first table
    text = table + VARIABLES if not table.startswith("[") else VARIABLES + table
    with pytest.raises(CodebookError, match=said.replace("(", r"\(")):
        read_codebook(text)


ADDED = ("age", "item1", "item2", "item3", "sampling_weight", "turnover", "branch", "enterprise")


def test_the_hint_of_a_drafted_codebook_can_be_used_as_it_is():
    assert read_codebook(VARIABLES + USES_HINT).uses == Uses()
    used = "\n".join(line.removeprefix("# ") for line in USES_HINT.splitlines()[2:])
    more = "".join(f'[variables.{name}]\nlevel = "continuous"\n' for name in ADDED)
    found = read_codebook(VARIABLES + more + used).uses
    declared = (found.indicators, found.regressions, found.tables, found.scales, found.magnitudes)
    assert [len(uses) for uses in declared] == [1] * 5
