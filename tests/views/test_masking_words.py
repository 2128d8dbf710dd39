"""What was done to the variables of a file, in words."""

from types import SimpleNamespace

from core.assessment import Assessment
from core.views import masking_in_words


def variable(name, status="kept", masking=""):
    return SimpleNamespace(name=name, status=status, masking=masking)


def words(*variables):
    return masking_in_words(Assessment("a", "a.csv", "", 10, 2, (), variables=variables))


def test_what_was_done_is_said_by_variable() -> None:
    said = words(variable("age", "recoded"), variable("sex", masking="swap"), variable("town", "removed"))
    assert said == "Recoded: age. Removed: town. Declared as swap: sex."


def test_where_nothing_is_declared_the_place_to_declare_it_is_named() -> None:
    said = words(variable("age"))
    assert "nothing is declared" in said
    assert "“How variables were masked” on the Variables page" in said
