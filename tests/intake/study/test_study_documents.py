"""DDI Codebook and SDMX structures as they are written, whichever version; nothing that is fetched or grows."""

import pytest

from core.data import Level, StatedStatistic
from core.errors import IntakeError, LimitExceeded, Malformed
from core.intake import open_study
from core.intake.limits import Limits
from tests.intake.study.study_files import OF_2_0, SDMX, STRUCTURE, ddi

NAMESPACES = {
    "1.2.2": 'version="1.2.2" xmlns="http://www.icpsr.umich.edu/DDI"',
    "2.0": 'version="2.0"',
    "2.5": 'version="2.5" xmlns="ddi:codebook:2_5"',
}


@pytest.mark.parametrize("version", NAMESPACES)
def test_every_version_says_the_same(version: str):
    study = open_study(ddi(NAMESPACES[version]))
    people, houses = study.files
    assert study.standard == f"DDI Codebook {version}"
    assert (people.name, people.content, people.records) == ("people.csv", "Persons", 4)
    assert (people.study, people.identifier, people.universe) == ("Census of Popstan", "POP-1", "All residents")
    sex, age, weight = people.variables
    assert (sex.label, sex.question, sex.universe) == ("Sex of person", "Now, Is NAME male?", "Everybody")
    assert sex.categories == {"01": "Male", "2": "Female", "9": "Not stated"}
    assert (sex.missing, sex.level, sex.weighted_by) == (("9", "Sysmiss"), Level.NOMINAL, "w")
    assert sex.statistics == (StatedStatistic("vald", False, "3"), StatedStatistic("vald", True, "5.5"))
    assert (age.missing, age.missing_ranges, age.label) == (("-1",), ((900.0, float("inf")),), "")
    assert (weight.is_weight, sex.is_weight) == (True, False)
    assert [(v.name, v.question) for v in houses.variables] == [("rooms", "How many rooms?")]


def test_variables_of_no_named_file_are_of_every_file():
    body = '<fileDscr ID="A"/><fileDscr ID="B"/><dataDscr><var name="x"/></dataDscr>'
    assert [[v.name for v in f.variables] for f in open_study(ddi(body=body)).files] == [["x"], ["x"]]
    assert [v.name for v in open_study(ddi(body='<dataDscr><var name="x"/></dataDscr>')).files[0].variables] == ["x"]


def test_a_document_type_that_stands_elsewhere_is_not_looked_for():
    doctype = '<!DOCTYPE codeBook SYSTEM "http://127.0.0.1:9/ddi.dtd">'
    assert open_study(ddi("", doctype)).files


LAUGHS = '<!DOCTYPE codeBook [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
HOSTILE = {
    "entities that grow": ddi(before=LAUGHS),
    "an outside file": ddi(before='<!DOCTYPE codeBook [<!ENTITY f SYSTEM "file:///etc/passwd">]>', body="&f;"),
    "an outside parameter": ddi(before='<!DOCTYPE codeBook [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>'),
    "an entity declared elsewhere": ddi(
        before='<!DOCTYPE codeBook SYSTEM "x.dtd">', body="<stdyDscr>&eacute;</stdyDscr>"
    ),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_entities_are_refused(content: bytes):
    with pytest.raises(Malformed, match="entities"):
        open_study(content)


def test_what_is_no_document_about_a_study_is_refused():
    with pytest.raises(Malformed, match="neither a DDI Codebook"):
        open_study(b"<DDIInstance/>")
    with pytest.raises(Malformed, match="no variable"):
        open_study(ddi(body=""))
    with pytest.raises(Malformed, match=r"no well-formed XML \(line 1\)"):
        open_study(b"age,sex")
    with pytest.raises(LimitExceeded, match="nested deeper"):
        open_study(ddi(body="<p>" * 90 + "</p>" * 90))
    with pytest.raises(LimitExceeded, match="values and names"):
        open_study(ddi(), Limits(document_values=40))
    with pytest.raises(LimitExceeded, match="document_bytes"):
        open_study(ddi(), Limits(document_bytes=40))


def test_a_document_cut_off_or_spoilt_anywhere_is_read_or_refused():
    whole = ddi()
    for place in range(0, len(whole), 37):
        for spoilt in (whole[:place], whole[:place] + b"\xff<&" + whole[place + 3 :]):
            with pytest.raises(IntakeError):
                open_study(spoilt)


@pytest.mark.parametrize(
    "reference", [b'<Ref id="CL_SEX" agencyID="SDMX"/>', b"urn:sdmx:org.sdmx.Codelist=SDMX:CL_SEX(1.0)"]
)
def test_codelists_are_of_the_dimensions_that_refer_to_them(reference: bytes):
    [file] = open_study(SDMX % (STRUCTURE % reference)).files
    assert [(v.name, v.label, v.categories) for v in file.variables] == [
        ("GENDER", "Sex", {"M": "Male", "F": "Female"})
    ]


def test_codelists_by_themselves_are_of_the_variable_that_they_are_named_after():
    assert [v.name for v in open_study(SDMX % b"").files[0].variables] == ["SEX"]
    [gender] = open_study(OF_2_0).files[0].variables
    assert (gender.name, gender.categories) == ("GENDER", {"M": "Male"})
