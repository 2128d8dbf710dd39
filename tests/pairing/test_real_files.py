"""Public files and their masked versions made by sdcMicro and by the NIST Collaborative Research Cycle."""

import csv

import numpy as np
import pytest

from core.data import Bands, Cap, Closed, Level, Role
from core.pairing import code_release, draft_codebook, pair
from tests.pairing.builders import read_csv, scenario

SAMPLES = {"srs_20pct.csv", "srs_50pct.csv"}
BANDED = {"recode_age5.csv": 20, "recode_age10.csv": 10, "recode_age10_midpoint.csv": 10, "combined_heavy.csv": 10}


@pytest.fixture(scope="module")
def testdata(shared_data):
    original = read_csv(shared_data / "sdcmicro" / "testdata.csv")
    return original, draft_codebook(original)


@pytest.fixture(scope="module")
def pairs(shared_data, testdata):
    """File name -> pair, every masked version declared as linked by row."""
    original, book = testdata
    folder = shared_data / "sdcmicro" / "masked" / "testdata"
    return {path.name: pair(original, scenario(read_csv(path)), book, "row") for path in sorted(folder.glob("*.csv"))}


@pytest.fixture(scope="module")
def national(shared_data):
    original = read_csv(shared_data / "nist" / "national2019.csv")
    return original, draft_codebook(original)


def recodes(files):
    return {v.name: v.recode for v in files.variables if v.recode is not None}


def test_every_masked_version_can_be_compared(pairs):
    assert len(pairs) == 23
    assert {name: v.problem for name, files in pairs.items() for v in files.variables if v.problem} == {}


def test_samples_are_not_linked_and_say_why(pairs):
    for name, files in pairs.items():
        assert (files.links is None) == (name in SAMPLES)
    assert "4,580 records and the masked file 916" in pairs["srs_20pct.csv"].link_reason


def test_only_the_permuted_file_is_doubted(pairs):
    doubted = {name for name, files in pairs.items() if "random order" in files.link_reason}
    assert doubted == {"independent_permute.csv"}


def test_recodes_are_found_and_nothing_else_passes_for_one(pairs):
    found = {name: set(recodes(files)) for name, files in pairs.items() if recodes(files)}
    assert found == {**{name: {"age"} for name in BANDED}, "topcode_income95.csv": {"income"}}


@pytest.mark.parametrize("file", BANDED)
def test_age_bands(pairs, file):
    age = next(v for v in pairs[file].variables if v.name == "age")
    assert isinstance(age.recode, Bands)
    assert len(age.recode.edges) == BANDED[file]
    assert age.masked.level is Level.ORDINAL
    both = ~age.masked.is_missing()
    np.testing.assert_array_equal(age.recoded.values[both], age.masked.values[both])


def test_sources_of_the_bands(pairs):
    age = {name: next(v for v in pairs[name].variables if v.name == "age") for name in BANDED}
    assert age["recode_age10_midpoint.csv"].recode_source == "inferred"
    assert age["recode_age10_midpoint.csv"].recode.edges[1] == (10, 20)
    assert age["recode_age5.csv"].recode_source == "bands"
    assert age["recode_age5.csv"].recode.closed is Closed.RIGHT
    assert age["recode_age5.csv"].recode.edges[0] == (-1, 4)


def test_top_coded_income(pairs):
    income = next(v for v in pairs["topcode_income95.csv"].variables if v.name == "income")
    assert isinstance(income.recode, Cap)
    assert (income.recode.above, income.recode.below) == (95300000, None)
    assert income.recode.above_value == pytest.approx(97580717.49)
    np.testing.assert_array_equal(income.recoded.values, income.masked.values)


def test_the_identical_copy_is_identical(pairs):
    for v in pairs["identical.csv"].variables:
        np.testing.assert_array_equal(v.original.values, v.masked.values)
        assert v.flags == ()


def test_dropped_variables(pairs):
    gone = [v.name for v in pairs["drop_2vars.csv"].variables if v.masked is None]
    assert gone == ["hhcivil", "savings"]


def test_suppressed_cells_are_counted_as_in_the_scenario_list(pairs, shared_data):
    with (shared_data / "sdcmicro" / "masked" / "scenarios.csv").open() as file:
        params = {row["file"]: row["params"] for row in csv.DictReader(file)}
    for k in (3, 5):
        cells = sum(int(v.masked.is_missing().sum()) for v in pairs[f"localsupp_k{k}.csv"].variables)
        assert f"suppressed cells={cells}" in params[f"masked/testdata/localsupp_k{k}.csv"]


def test_draft_of_the_household_survey(testdata):
    original, book = testdata
    assert {v.name for v in book.with_role(Role.KEY)} == {"urbrur", "relat", "sex", "age", "hhcivil"}
    assert {v.name for v in book.with_role(Role.SENSITIVE)} == {"expend", "income", "savings"}
    assert {v.name for v in book.with_role(Role.WEIGHT)} == {"sampling_weight", "household_weights"}
    assert {v.name for v in book.with_role(Role.HOUSEHOLD)} == {"ori_hid"}
    assert {v.name for v in book.variables if v.level is Level.CONTINUOUS and v.role is not Role.WEIGHT} == {
        "age",
        "expend",
        "income",
        "savings",
    }
    release = code_release(original, book)
    assert set(release.weights) == {"sampling_weight", "household_weights"}
    assert len(np.unique(release.households["ori_hid"])) == 1000


def test_drafted_recodes_of_the_masked_versions(shared_data, testdata):
    original, _ = testdata
    folder = shared_data / "sdcmicro" / "masked" / "testdata"
    book = draft_codebook(original, [read_csv(folder / name) for name in ("recode_age5.csv", "topcode_income95.csv")])
    assert [(s.name, s.linked, list(s.recodes)) for s in book.scenarios] == [
        ("recode_age5", None, ["age"]),
        ("topcode_income95", None, []),
    ]


def test_draft_of_the_american_community_survey(national):
    _, book = national
    assert {v.name for v in book.with_role(Role.KEY)} == {
        *("PUMA", "AGEP", "SEX", "MSP", "HISP", "RAC1P", "NPF", "EDU")
    }
    levels = {v.name: v.level for v in book.variables}
    assert {name for name, level in levels.items() if level is Level.ORDINAL} == {
        *("NOC", "NPF", "EDU", "PINCP_DECILE", "DVET")
    }
    assert book.variable("PINCP").missing == ("N",)
    assert book.variable("EDU").order[:2] == ("N", "1")
    assert [v.name for v in book.with_role(Role.WEIGHT)] == ["PWGTP", "WGTP"]
    assert book.keysets[0].weight == "PWGTP"


def test_versions_of_the_american_community_survey(shared_data, national):
    original, book = national
    for name in ("k_anonymity_k_6", "pram_default", "subsample_40pcnt_all"):
        files = pair(original, scenario(read_csv(shared_data / "crc_national2019" / f"{name}.csv")), book)
        assert [v.problem for v in files.variables if v.problem] == []
        assert recodes(files) == {}
        assert files.added == (("target",) if name == "subsample_40pcnt_all" else ())
        rent = next(v for v in files.variables if v.name == "OWN_RENT")
        assert rent.masked.categories == ("0", "1", "2")  # k_anonymity_k_6 writes 2.0 for 2


def test_draft_of_the_census_teaching_file(shared_data):
    book = draft_codebook(read_csv(shared_data / "uk_census" / "uk2011_nanodata_teaching.csv"))
    assert {v.name for v in book.with_role(Role.IDENTIFIER)} == {"Unnamed: 0", "Person ID"}
    assert {v.name for v in book.with_role(Role.KEY)} == {
        *("Region", "Sex", "Age", "Marital Status", "Country of Birth", "Ethnic Group", "Religion", "Occupation")
    }
    assert {v.name for v in book.variables if v.level is Level.ORDINAL} == {
        *("Age", "Health", "Hours worked per week", "Approximated Social Grade")
    }
    assert book.variable("Industry").missing == ("-9",)
