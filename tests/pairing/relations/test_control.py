"""What is said of a control file before it is used."""

import numpy as np
import pytest

from core.errors import PairingError
from core.pairing import About, control_findings
from tests.pairing.builders import codebook, microdata, variable

BOOK = codebook(variable("age"), variable("sex", "nominal"), variable("id", "nominal", "identifier"))
RANDOM = np.random.default_rng(5)


def people(n, first=0, **more):
    sex = RANDOM.choice(["f", "m"], n).tolist()
    columns = {"age": RANDOM.normal(40, 9, n).round(6).tolist(), "sex": sex, "id": list(range(first, first + n))}
    return microdata("people.csv", **{**columns, **more})


def said(original, control, about):
    return [finding.text for finding in control_findings(original, control, BOOK) if finding.about is about]


def test_enough_other_people_with_the_same_variables_need_no_word():
    assert control_findings(people(500), people(400, 1000), BOOK) == ()


def test_thirty_records_know_the_control_rate_within_seventeen_points():
    (text,) = said(people(500), people(30, 1000), About.SIZE)
    assert text.startswith("the control file has 30 records")
    assert "17 percentage points" in text  # 1.96 / (2 sqrt(30 + 1.96^2)) = .1685


def test_variables_of_one_file_alone_are_named():
    original, control = people(500), people(400, 1000)
    control = microdata("c.csv", age=control.columns["age"].numbers.tolist(), dog=[1] * 400)
    lacking, added = said(original, control, About.COLUMNS)
    assert "no values of 'sex'" in lacking
    assert "only the control file has 'dog'" in added


def test_categories_that_the_original_lacks_are_counted():
    (text,) = said(people(500), people(400, 1000, sex=["x"] * 3 + ["f", "m"] * 198 + ["f"]), About.CODES)
    assert "'sex': 3 records have categories that the original lacks" in text


def test_shared_records_are_counted_with_what_they_do():
    original = people(500)
    rows = original.columns["age"].take(np.arange(40)).numbers.tolist()
    control = people(400, 1000)
    ages = rows + control.columns["age"].numbers.tolist()[40:]
    sexes = [original.columns["sex"].labels[c] for c in original.columns["sex"].codes[:40]]
    sexes += [control.columns["sex"].labels[c] for c in control.columns["sex"].codes[40:]]
    (text,) = said(original, people(400, 1000, age=ages, sex=sexes), About.SHARED)
    assert text.startswith("40 of its 400 records are equal to one of the original in 2 variables; of other people ab")
    assert "lower by about 10% of themselves" in text


def test_one_equal_record_among_many_is_chance_and_few_count_for_little():
    original = people(500)
    sexes = original.columns["sex"]
    own = original.columns["age"].numbers.tolist(), [sexes.labels[c] for c in sexes.codes]

    def sharing(few, n):
        other = list(range(100, 100 + n - few)), ["f"] * (n - few)
        age, sex = ([*values[:few], *rest] for values, rest in zip(own, other, strict=True))
        return said(original, people(n, 1000, age=age, sex=sex), About.SHARED)

    assert sharing(1, 400) == []
    assert "4 of its 400 records are equal" in sharing(4, 400)[0]
    assert "lower by about 1% of themselves" in sharing(4, 400)[0]
    assert "lower by less than 1% of themselves" in sharing(4, 900)[0]


def test_the_original_itself_is_no_control():
    original = people(500)
    (text,) = said(original, original, About.SHARED)
    assert text.endswith("it is no control")


def test_equal_records_that_chance_explains_are_no_finding():
    original = microdata(sex=["f", "m"] * 200)
    control = microdata(sex=["f"] * 400)
    assert said(original, control, About.SHARED) == []


def test_a_file_without_a_value_in_common_is_refused():
    with pytest.raises(PairingError, match="no value in a variable of the original"):
        control_findings(people(30), microdata("c.csv", age=[None, None]), BOOK)
