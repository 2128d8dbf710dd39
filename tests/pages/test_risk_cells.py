"""What stands in a cell of the risk tables beside the value."""

from types import SimpleNamespace

from core.assessment import measure_by_id
from core.decision import Verdict
from core.measures import Result
from pages.components.purpose.who_meets import _chip
from pages.components.risk.attacks import by_reason
from pages.components.risk.cells import Notes, cell


def shown(measure: str, value: float, **detail) -> list[str]:
    return cell(Result(measure, ("keys",), value, 100, None, detail), "file", 100, Notes()).split("  \n")


def test_an_intruder_who_is_sure_is_said_to_be_right_or_not() -> None:
    first, second = shown("duncan_lambert", 0.5, guessed_right=0.25)
    assert "50" in first
    assert "guessed right 25" in second


def test_links_that_are_believed_are_said_to_be_right_or_not() -> None:
    _, second = shown("linkage_fellegi_sunter", 0.3, share_believed=0.4, right_among_believed=0.75)
    assert "believed 40" in second
    assert "right 75" in second
    assert len(shown("linkage_fellegi_sunter", 0.3, share_believed=0.0, right_among_believed=None)) == 1


def test_an_estimate_that_is_too_low_says_why_once_beneath_the_table() -> None:
    """The reason in every cell cut the last column off."""
    notes = Notes()
    small = Result("global_risk", ("keys",), 0.1, 100, None, {}, notices=("a part of the population",))
    for name in ("a", "b"):
        assert ":gray[too low]" in cell(small, name, 100, notes)
    assert len(notes.too_low) == 1
    assert "small part of the population" in notes.too_low[0]


def test_attacks_without_a_figure_for_one_reason_stand_in_one_line() -> None:
    """Seven attacks said each for itself that there is no control file."""
    singling, linking, guessing = map(measure_by_id, ("singling_out_univariate", "linkability", "inference"))
    without = ((singling, "no control"), (linking, "too large"), (guessing, "no control"))
    assert by_reason(without) == {"no control": [singling.name, guessing.name], "too large": [linking.name]}


def test_an_interval_that_was_found_not_to_hold_is_marked() -> None:
    certain, disclosed = (
        cell(Result(m, ("keys",), 0.5, 100, (0.4, 0.6), {}), "file", 100, Notes())
        for m in ("duncan_lambert", "linkage_spruill")
    )
    assert "60.0% (see its card)" in certain
    assert "card" not in disclosed


RULE = SimpleNamespace(threshold="file_risk")


def test_a_reason_in_a_cell_fits_its_column():
    """It is on one line, and ran into the next column; below the table it is said in full."""
    reason = "weight 'w' is missing or negative in 8 of 400 records: mend it in the file, or leave those records out"
    chip = _chip(RULE, SimpleNamespace(verdict=Verdict.CANNOT_TELL, value=None, reasons=(reason,)))
    assert len(chip.split(":gray[")[1]) < 60
    assert reason[:20] not in _chip(RULE, SimpleNamespace(verdict=Verdict.NO_VALUE, value=None, reasons=(reason,)))
