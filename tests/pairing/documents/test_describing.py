"""A file and the document about it: labels, categories, missing codes, weights, and statistics that agree or not."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.data import DocumentedFile, DocumentedVariable, Level, Role, StatedStatistic, StudyDocument
from core.errors import CodebookError
from core.intake import described, open_study, read_file
from core.pairing import describe, disagreements, draft_codebook, summary
from tests.intake.study.study_files import ddi

CSV = b"sex,age,w\n1,30,1\n2,999,2\n9,41,0.5\n2,50,2\n"


@pytest.fixture
def people():
    return describe(read_file("people.csv", CSV).microdata, open_study(ddi()))


def test_labels_categories_and_missing_codes_come_from_the_document(people):
    assert people.labels == {"sex": "Sex of person"}
    assert people.value_labels == {"sex": {"1": "Male", "2": "Female", "9": "Not stated"}}
    assert people.user_missing == {"sex": ("9",), "age": ("-1", "999")}
    assert [v.name for v in people.document.variables] == ["sex", "age", "w"]


def test_the_codebook_is_drafted_from_it_without_typing(people):
    drafted = {v.name: v for v in draft_codebook(people).variables}
    assert (drafted["w"].role, drafted["w"].reason) == (Role.WEIGHT, "a weight, as the study's document states")
    assert (drafted["sex"].level, drafted["sex"].missing) == (Level.NOMINAL, ("9",))
    assert drafted["age"].missing == ("-1", "999")


def test_a_level_that_is_stated_is_taken():
    microdata = read_file("x.csv", b"grade\n1\n2\n3\n1\n2\n3\n").microdata
    said = DocumentedVariable("grade", level=Level.CONTINUOUS)
    study = StudyDocument("DDI", (DocumentedFile("x", variables=(said,)),))
    [grade] = draft_codebook(describe(microdata, study)).variables
    assert (grade.level, grade.reason.split(";")[0]) == (Level.CONTINUOUS, "continuous as the study's document states")


def test_what_the_file_says_itself_holds(people):
    own = replace(read_file("people.csv", CSV).microdata, labels={"sex": "Own"}, value_labels={"sex": {"1": "M"}})
    both = describe(own, open_study(ddi()))
    assert both.labels["sex"] == "Own"
    assert both.value_labels["sex"] == {"1": "M", "2": "Female", "9": "Not stated"}


def test_a_document_of_another_study_is_refused():
    with pytest.raises(CodebookError, match="none of the variables"):
        describe(read_file("x.csv", b"a,b\n1,2\n").microdata, open_study(ddi()))


def test_weights_count_as_records():
    column = read_file("x.csv", b"x\n1\n2\n4\n9\n").microdata.columns["x"]
    weighted = summary(column, ("9",), np.array([2.0, 1.0, 1.0, 3.0]))
    repeated = np.array([1, 1, 2, 4])
    assert (weighted.valid, weighted.missing, weighted.minimum, weighted.maximum) == (4, 3, 1, 4)
    assert weighted.mean == pytest.approx(repeated.mean())
    assert weighted.deviation == pytest.approx(repeated.std(ddof=1))


@pytest.mark.parametrize(
    ("kind", "weighted", "right", "wrong"),
    [("vald", False, "3", "4"), ("vald", True, "5", "5.5"), ("mean", False, "1.67", "1.66"), ("max", False, "2", "9")],
)
def test_a_figure_agrees_where_it_is_the_files_own_rounded(people, kind, weighted, right, wrong):
    def stating(text):
        sex, *others = people.document.variables
        sex = replace(sex, statistics=(StatedStatistic(kind, weighted, text),))
        return replace(people, document=replace(people.document, variables=(sex, *others)))

    assert disagreements(stating(right)) == ()
    [found] = disagreements(stating(wrong))
    assert (found.variable, found.stated) == ("sex", wrong)


def test_what_does_not_agree_is_a_warning_beside_the_file():
    reading = described(read_file("people.csv", CSV + b"1,20,1\n"), open_study(ddi()))
    note, *warnings = [(f.severity.value, f.column, f.message) for f in reading.report.findings]
    assert (
        note[2]
        == "DDI Codebook 2.5 describes 3 of 3 variables; 2 statistics that it states were compared with the data"
    )
    assert warnings == [
        ("warning", None, "the document states 4 as records, the data have 5"),
        ("warning", "sex", "the document states 3 as valid records, the data have 4"),
        ("warning", "sex", "the document states 5.5 as valid records, the data have 6"),
    ]


@pytest.mark.parametrize(("name", "statistics"), [("Household", 344), ("Household_listing", 320)])
@pytest.mark.parametrize("ending", ["csv", "sav"])
def test_every_statistic_of_a_real_study_is_found_again(shared_data: Path, name: str, statistics: int, ending: str):
    """IHSN demonstration study, DDI 1.2.2: all that it states of both files, weighted and not (hid: 232.752)."""
    folder = shared_data / "popstan"
    study = open_study((folder / "ihsn-popstan-mics-2000.xml").read_bytes())
    file = f"{name}.{ending}"
    microdata = describe(read_file(file, (folder / file).read_bytes()).microdata, study)
    assert sum(len(v.statistics) for v in microdata.document.variables) == statistics
    assert len(microdata.document.variables) == len(microdata.columns)
    assert disagreements(microdata) == ()
    spoilt = [
        replace(v, statistics=tuple(replace(s, text=str(1.01 * float(s.text) + 1)) for s in v.statistics))
        for v in microdata.document.variables
    ]
    found = disagreements(replace(microdata, document=replace(microdata.document, variables=tuple(spoilt))))
    assert len(found) == statistics
