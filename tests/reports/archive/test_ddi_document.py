"""The description of a released file: of DDI Codebook's own form, read back the same, and nothing given away by it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from lxml import etree

from core.data import Bands, CategoryMap, Column, Level, Masking, Role, Scenario, ScenarioDeclaration
from core.errors import ReportError
from core.intake import open_study, read_file
from core.pairing import describe, disagreements, draft_codebook
from core.reports import ShareOptions, write_ddi
from core.reports.archive.released_statistics import releasable_counts, releasable_statistics
from tests.intake.study.study_files import ddi

SCHEMA = etree.XMLSchema(etree.parse(str(Path(__file__).with_name("ddi_2_5_part.xsd"))))


def written_csv(rows):
    return "\n".join(["sex,age,w,town", *(",".join(map(str, row)) for row in rows)]).encode()


ORIGINAL = [(1 + i % 2, 20 + i % 25, 1 + i % 3, ("Ayton", "Beeton", "Ceeville")[i % 3]) for i in range(60)]
RELEASED = [
    (9 if i < 12 else s, a // 10 * 10, w, "North" if t != "Ceeville" else "South")
    for i, (s, a, w, t) in enumerate(ORIGINAL)
]


@pytest.fixture
def original():
    return describe(read_file("secret_original.csv", written_csv(ORIGINAL)).microdata, open_study(ddi()))


@pytest.fixture
def scenario():
    released = read_file("k3_noise_0.2.csv", written_csv(RELEASED)).microdata
    recode = CategoryMap({"North": ("Ayton", "Beeton"), "South": ("Ceeville",)})
    masking = {"town": Masking.RECODE, "age": Masking.MICROAGGREGATE}
    return Scenario(released, ScenarioDeclaration(released.name, "Strong noise", "row", masking, {"town": recode}))


@pytest.fixture
def codebook(original, scenario):
    drafted = draft_codebook(original)
    return replace(drafted, scenarios=(scenario.declaration,))


def texts(content: bytes) -> list[str]:
    root = etree.fromstring(content)
    return [t for e in root.iter() for t in (e.text or "", *e.attrib.values()) if t.strip()]


def test_it_is_of_the_form_that_the_standard_asks_for(original, scenario, codebook):
    for options in (ShareOptions(), ShareOptions(masking_kinds=True, file_name=True)):
        SCHEMA.assertValid(etree.fromstring(write_ddi(original, scenario, codebook, options)))
    spoilt = write_ddi(original, scenario, codebook).replace(b'type="vald"', b'type="valid"')
    assert not SCHEMA.validate(etree.fromstring(spoilt))


def test_it_comes_back_the_same_and_agrees_with_the_released_file(original, scenario, codebook):
    content = write_ddi(original, scenario, codebook)
    study = open_study(content)
    assert write_ddi(original, scenario, codebook) == content
    [file] = study.files
    assert (study.standard, file.records, file.study) == ("DDI Codebook 2.5", 60, "Census of Popstan")
    sex, _age, w, town = file.variables
    assert (sex.label, sex.question, sex.categories) == (
        "Sex of person",
        "Now, Is NAME male?",
        {"1": "Male", "2": "Female", "9": "Not stated"},
    )
    assert (sex.missing, sex.level, sex.weighted_by, w.is_weight) == (("9",), Level.NOMINAL, "w", True)
    described = describe(scenario.microdata, study)
    assert described.document.variables == file.variables
    assert disagreements(described) == ()
    again = Scenario(described, ScenarioDeclaration(described.name, "", "row"))
    assert write_ddi(described, again, draft_codebook(described)) == content.replace(
        b"<notes>in less detail</notes>\n    ", b""
    ).replace(b"      </var>", b"    </var>")
    assert [v.name for v in file.variables] == ["sex", "age", "w", "town"]
    assert town.statistics != ()


def test_nothing_of_the_original_and_of_the_way_of_masking_stands_in_it(original, scenario, codebook):
    told_texts = texts(write_ddi(original, scenario, codebook))
    for secret in ("Ayton", "Beeton", "Ceeville", "Strong noise", "k3", "noise", "secret", "row", "micro"):
        assert not [t for t in told_texts if secret in t], secret
    more = texts(write_ddi(original, scenario, codebook, ShareOptions(masking_kinds=True, file_name=True)))
    assert {*more} - {*told_texts} == {
        "categories merged, banded or capped",
        "values replaced by means of small groups",
        "k3_noise_0.2.csv",
    }


def test_a_removed_variable_is_not_named(original, scenario, codebook):
    kept = {name: c for name, c in scenario.microdata.columns.items() if name != "sex"}
    fewer = replace(scenario, microdata=replace(scenario.microdata, columns=kept))
    content = write_ddi(original, fewer, codebook)
    assert not [t for t in texts(content) if "sex" in t.casefold() or "male" in t.casefold()]


def test_the_original_s_label_of_a_category_that_was_merged_is_not_told(original, scenario, codebook):
    labelled = replace(original, value_labels={**original.value_labels, "age": {"20": "Twenty", "30": "Thirty"}})
    bands = Bands(((20, 29), (30, 39), (40, 44)), ("20", "30", "40"))
    merged = replace(scenario.declaration, recodes={**scenario.declaration.recodes, "age": bands})
    told = texts(write_ddi(labelled, replace(scenario, declaration=merged), codebook))
    assert not {"Twenty", "Thirty"} & {*told}
    assert {"Twenty", "Thirty"} <= {*texts(write_ddi(labelled, scenario, codebook))}


def test_of_several_weights_none_is_said_to_be_that_of_a_variable(original, scenario, codebook):
    said = []
    for weights in (("w",), ("w", "age")):
        roles = tuple(replace(v, role=Role.WEIGHT) if v.name in weights else v for v in codebook.variables)
        said.append(b"wgt-var=" in write_ddi(original, scenario, replace(codebook, variables=roles)))
    assert said == [True, False]


def test_an_end_and_a_statistic_that_few_records_have_are_not_told():
    ends = [[s.kind for s in releasable_statistics(Column(np.repeat([1.0, 2, 3], counts)), (), Level.CONTINUOUS, 10)]
            for counts in ((9, 20, 10), (10, 20, 9))]  # fmt: skip
    assert ["min" in kinds for kinds in ends] == [False, True]
    assert ["max" in kinds for kinds in ends] == [True, False]
    gaps = [np.append(np.repeat(1.0, 40), np.full(n, np.nan)) for n in (9, 10)]
    assert [bool(releasable_statistics(Column(x), (), Level.CONTINUOUS, 10)) for x in gaps] == [False, True]


def test_a_category_without_a_record_is_not_listed():
    column = Column(None, np.repeat([0, 2], [20, 12]).astype(np.int32), ("no", "HIV", "yes"))
    assert [(t.code, t.count) for t in releasable_counts(column, (), 10)] == [("no", 20), ("yes", 12)]


def test_identifiers_are_named_and_no_value_of_theirs(original, scenario, codebook):
    as_key = tuple(replace(v, role=Role.IDENTIFIER) if v.name == "town" else v for v in codebook.variables)
    content = write_ddi(original, scenario, replace(codebook, variables=as_key)).decode()
    assert 'name="town"' in content
    assert "North" not in content


def test_a_lower_threshold_needs_a_record_and_is_refused():
    with pytest.raises(ReportError, match="threshold below 10"):
        write_ddi(None, None, None, ShareOptions(threshold=5))


@given(st.lists(st.integers(0, 30), min_size=1, max_size=7), st.integers(0, 30), st.sets(st.integers(0, 6)))
def test_no_count_below_ten_can_be_told_from_those_that_are_told(counts, empty, gone):
    """Totals are known: all records, and, where they are told, the valid and the missing ones."""
    assume(sum(counts) + empty >= 10)
    values = np.repeat(np.arange(len(counts), dtype=float), counts)
    column = Column(np.concatenate([values, np.full(empty, np.nan)]))
    missing = [str(code) for code in gone]
    tallies = releasable_counts(column, missing, 10)
    assert all(t.count is None or t.count == counts[int(t.code)] >= 10 for t in tallies)
    totals_told = any(s.kind == "vald" for s in releasable_statistics(column, missing, Level.NOMINAL, 10))
    untold = {t.code: counts[int(t.code)] for t in tallies if t.count is None}
    without_words = [empty] if empty else []
    of_missing = [n for code, n in untold.items() if code in missing]
    of_valid = [n for code, n in untold.items() if code not in missing]
    groups = (
        [(of_valid, of_valid), (of_missing, of_missing + without_words)]
        if totals_told
        else [(of_valid + of_missing, of_valid + of_missing + without_words)]
    )
    for codes, unknown in groups:
        if any(n < 10 for n in codes):
            assert len(unknown) > 1
            assert sum(unknown) >= 10


@pytest.mark.parametrize("name", ["Household", "Household_listing"])
def test_a_real_study_is_written_and_comes_back(shared_data: Path, name: str):
    folder = shared_data / "popstan"
    study = open_study((folder / "ihsn-popstan-mics-2000.xml").read_bytes())
    original = describe(read_file(f"{name}.csv", (folder / f"{name}.csv").read_bytes()).microdata, study)
    codebook = draft_codebook(original)
    content = write_ddi(original, Scenario(original, ScenarioDeclaration(original.name, "", "row")), codebook)
    SCHEMA.assertValid(etree.fromstring(content))
    back = describe(original, open_study(content))
    assert disagreements(back) == ()
    assert [v.name for v in back.document.variables] == list(original.columns)
    assert [v.question for v in back.document.variables] == [v.question for v in original.document.variables]
    assert {v.name: v.label for v in back.document.variables} == {v.name: v.label for v in original.document.variables}
