from dataclasses import replace

import pytest

from core.assessment import Assessment, Comparison, VariableRecord
from core.data import KeySet
from core.errors import ReportError
from core.measures import Result
from core.risk import DiscoDetail, KeySetDetail, SudaDetail
from core.utility import EstimateDetail, IndicatorDetail
from ru_map_archive.r_script import write_r_script

KEYS = ("sex", "a`ge", 'say "hé"')


def detail(kind, **said):
    """Return a detail of which only what is said here matters."""
    return {**dict.fromkeys(kind.__required_keys__), **said}


def risk(measure, value, kind=KeySetDetail, **said):
    return Result(measure, ("k",), value, n=200, detail=detail(kind, keys=list(KEYS), missing="wildcard", **said))


GROUPS = (
    risk("k_violations_3", 0.24, count=48, k=3),
    risk("sample_uniques", 0.065, count=13),
    risk("global_risk", 0.0909, weight="w", basis_kind="weight w"),
)
SUDA = risk("dis_suda_mean", 0.0038, SudaDetail, score="suda2", sampling_fraction=0.143)
DISCO = risk("disco", 0.5, DiscoDetail, by_variable={"income": {"disco": 0.25}})
INDICATOR = Result(
    "indicator",
    ("Share of women", "B"),
    1.0,
    n=200,
    detail=detail(
        IndicatorDetail,
        statistic="share",
        variable="sex",
        category="f",
        by="region",
        level="B",
        weight="w",
        original=detail(EstimateDetail, estimate=0.5),
        masked=detail(EstimateDetail, estimate=0.52),
    ),
)


def comparison(*outcomes, status="kept", model="main", original=GROUPS):
    file = Assessment("m", "m.sav", "", 200, 3, outcomes, variables=(VariableRecord("sex", "nominal", "key", status),))
    plan = {"measures": [], "parameters": {"propensity": {"model": model}}, "preset": "quick", "seed": 1}
    return Comparison(
        plan, {}, Assessment("Original", "o.csv", "", 200, 3, original), (file,), "", (KeySet("k", KEYS),)
    )


def test_groups_of_keys_are_counted_by_sdcmicro():
    script = write_r_script(comparison(*GROUPS, SUDA))
    assert script.startswith("# Confidential: for entitled staff only; it holds counts of the original.\n")
    assert 'keys <- c("sex", "a`ge", "say \\"h\\U000000E9\\"")' in script
    assert 'f <- freqCalc(y, keyVars = match(keys, names(y)), w = match("w", names(y)))' in script
    assert "sum(f$fk < 3)  # expected: 48 of 200" in script
    assert "sum(f$fk == 1)  # expected: 13 of 200" in script
    assert "sum(indivRisk(f)$rk)  # expected: 18.18; by the exact formula" in script
    assert "s <- suda2(y, variables = keys, DisFraction = 0.143)\nmean(s$disScore)  # expected: 0.0038" in script
    assert script.isascii()


def test_files_are_read_by_what_reads_their_format():
    script = write_r_script(comparison(*GROUPS))
    assert 'original <- read.csv("o.csv", check.names = FALSE)' in script
    assert 'x <- as.data.frame(haven::read_sav("m.sav"))' in script


def test_without_weights_a_risk_is_one_by_the_number_alike():
    alone = risk("global_risk", 0.5, weight=None, basis_kind="1/f")
    assert "sum(1 / f$fk)  # expected: 100\n" in write_r_script(comparison(GROUPS[0], alone))


def test_missing_keys_are_taken_as_they_were():
    category = replace(GROUPS[0], detail={**GROUPS[0].detail, "missing": "category"})
    assert "addNA" in write_r_script(comparison(category))
    dropped = replace(GROUPS[0], detail={**GROUPS[0].detail, "missing": "drop"})
    with pytest.raises(ReportError, match="nothing in these results"):
        write_r_script(comparison(dropped, original=()))


def test_what_needs_the_original_as_it_was_recoded_is_left_out():
    pmse = Result("propensity", (), 0.01, n=400, detail={})
    kept, recoded = (write_r_script(comparison(DISCO, pmse, status=s)) for s in ("kept", "recoded"))
    assert 'target = "income")\n# expected: DiSCO 25 (per cent)' in kept
    assert 'method = "logit", maxorder = 0)\n# expected: pMSE 0.01' in kept
    assert "disclosure(" not in recoded
    assert "utility.gen(" not in recoded
    assert "utility.gen(" not in write_r_script(comparison(pmse, model="spline"))


def test_an_indicator_of_a_group_by_survey():
    script = write_r_script(comparison(INDICATOR))
    assert 'data = x[which(as.character(x[["region"]]) == "B"), ])' in script
    assert 'svymean(~I(as.character(`sex`) == "f"), d, na.rm = TRUE)  # expected: 0.52' in script


def test_a_name_with_other_letters_stands_in_a_formula_that_r_parses():
    """R ends at an escape inside backticks: "\\uxxxx sequences not supported inside backticks"."""
    detail = {**INDICATOR.detail, "variable": "größe`\n", "category": "é", "weight": "gewicht"}
    script = write_r_script(comparison(replace(INDICATOR, detail=detail)))
    formula = '"~I(as.character(`gr\\U000000F6\\U000000DFe\\\\`\\n`) == \\"\\\\U000000E9\\")"'
    assert f"svymean(as.formula({formula}), d, na.rm = TRUE)" in script
    assert "weights = ~`gewicht`, data" in script
    assert script.isascii()


def test_a_name_leaves_neither_its_quotes_nor_its_line():
    file = replace(comparison(*GROUPS), scenarios=(Assessment('m\n"); system("x', 'a");q("', "", 200, 3, GROUPS),))
    lines = write_r_script(file).splitlines()
    assert not [line for line in lines if line.startswith('"); system')]
    assert 'x <- stop("read a\\");q(\\" into a data frame here")' in lines


def test_the_script_of_one_masked_file_leaves_the_others_out():
    both = comparison(*GROUPS)
    both = replace(both, scenarios=(*both.scenarios, replace(both.scenarios[0], name="other")))
    assert "## other:" in write_r_script(both)
    assert "## other:" not in write_r_script(both, "m")
    assert "## m:" in write_r_script(both, "m")
