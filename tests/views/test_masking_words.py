"""What was done to the variables of a file, in words."""

from types import SimpleNamespace

import pytest

from core.assessment import Assessment
from core.data import Relation, RelationKind
from core.measures import Result, Skipped
from core.views import masking_in_words


def variable(name, status="kept", masking=""):
    return SimpleNamespace(name=name, status=status, masking=masking)


def seen(name, *, missing=(0, 0), changed=0, n=(10, 10), linked=True):
    before, after = missing
    sizes = {"n_original": n[0], "n_masked": n[1], "missing_original": before, "missing_masked": after}
    share = max(0.0, after / n[1] - before / n[0])
    found = Result("records_changed", (name,), changed / 10, 10, None, {"changed": changed, "linked": 10})
    return (
        Result("missing_values", (name,), share, min(n), None, sizes),
        found if linked else Skipped("records_changed", (name,), "records are not linked"),
    )


def words(*variables, outcomes=()):
    return masking_in_words(Assessment("a", "a.csv", "", 10, 2, outcomes, variables=variables))


def test_what_was_done_is_said_by_variable() -> None:
    said = words(variable("age", "recoded"), variable("sex", masking="swap"), variable("town", "removed"))
    assert said == "Recoded: age. Removed: town. Declared as swap: sex."


def test_where_nothing_is_declared_the_place_to_declare_it_is_named() -> None:
    said = words(variable("age"))
    assert "nothing is declared" in said
    assert "“How variables were masked” on the Set up page" in said
    brief = masking_in_words(Assessment("a", "a.csv", "", 10, 2, (), variables=(variable("age"),)), remedy=False)
    assert said.startswith(brief)
    assert "“How variables were masked”" not in brief


def test_of_a_copy_it_is_said_that_nothing_was_done() -> None:
    copy = Assessment("a", "a.csv", "", 10, 2, (), relation=Relation(RelationKind.IDENTICAL, "all 10 records"))
    assert masking_in_words(copy) == "Nothing: these are the original's records."


def test_of_a_sample_it_is_said_which_records_it_holds() -> None:
    sample = Assessment("a", "a.csv", "", 10, 2, (), relation=Relation(RelationKind.PART, "2 of 2 records are among 9"))
    assert masking_in_words(sample) == "2 of 2 records are among 9."


@pytest.mark.parametrize(
    ("column", "outcomes", "said"),
    [
        (variable("pay"), seen("pay", changed=10), "Not declared, but the data show other values: pay 100.0%"),
        (
            variable("pay", "recoded"),
            seen("pay", missing=(1, 3), changed=2),
            "Recoded: pay. Not declared, but the data show suppressed values: pay 20.0%",
        ),
        (
            variable("pay"),
            seen("pay", missing=(1, 3), changed=5),
            "Not declared, but the data show other values: pay 30.0% of the records. Not declared, but the data show "
            "suppressed values: pay 20.0%",
        ),
        # of files whose records are not linked only what the original never lacks was suppressed; else it may be chance
        (
            variable("pay"),
            seen("pay", missing=(0, 3), linked=False),
            "Not declared, but the data show suppressed values: pay 30.0%",
        ),
        (variable("pay"), seen("pay", missing=(1, 3), linked=False), "No variable was recoded or removed, and nothing"),
        (variable("pay", masking="noise"), seen("pay", changed=10), "Declared as noise: pay."),
        (variable("pay"), seen("pay"), "No variable was recoded, removed or changed."),
        (variable("pay", "removed"), seen("pay", missing=(0, 10), changed=10), "Removed: pay."),
    ],
)
def test_what_the_data_show_is_said_where_nobody_declared_it(column, outcomes, said) -> None:
    whole = words(column, outcomes=outcomes)
    assert whole.startswith(said)
    assert ("codebook" in whole) == ("Not declared" in whole or "nothing is declared" in whole)
