"""Copies in other formats and orders, permuted columns, another survey, a cancelled run: through a real browser."""

import pytest

from tests.browser.conftest import choose
from tests.browser.test_user_path import bring_in, every
from tests.pages.test_never_proposed import csv, people, permuted, sav

pytestmark = [pytest.mark.browser, pytest.mark.study]  # the same without a browser is in tests/pages

NOTHING = "Nothing here can go out"
UNTOLD = "It is not known whether anything here can go out"


@pytest.fixture
def files(tmp_path):
    """An original of a hundred people, its copies and a file whose columns were permuted."""
    table = people(100)
    contents = {
        "people.csv": csv(table),
        "copy.csv": csv(table, ";"),
        "labelled.sav": sav(table, tmp_path),
        "resorted.csv": csv(table.sample(frac=1, random_state=3)),
        "permuted.csv": csv(permuted(table)),
    }
    folder = tmp_path / "brought"
    folder.mkdir()
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in contents]


def start(page, settled) -> None:
    page.locator(".st-key-start_run button").click()


def verdict(page, settled) -> str:
    card = page.locator('[class*="st-key-card_verdict"]').first
    card.wait_for()
    settled(page)
    return card.inner_text()


def test_copies_and_permuted_columns_are_named_and_not_proposed(page, settled, files, shot) -> None:
    original, *masked = files
    bring_in(page, settled, original, masked)
    start(page, settled)
    page.get_by_text("The run is finished").wait_for(timeout=300_000)
    words = verdict(page, settled)
    assert "can go out as" not in words.replace(NOTHING, "").replace(UNTOLD, "")
    shot(page, "never_proposed")
    page.get_by_role("link", name="Decide", exact=True).click()
    page.locator(".st-key-answer").get_by_text("You are releasing").wait_for()
    assert "Can go out" not in page.locator(".st-key-answer").inner_text()


def test_a_run_that_was_cancelled_certifies_nothing(page, settled, files) -> None:
    original, *masked = files
    bring_in(page, settled, original, masked[-1:])
    choose(page, "linked_permuted-csv", "Not linked, or I do not know")
    start(page, settled)
    page.locator(".st-key-cancel_run button").click()
    page.get_by_text("The run was cancelled").or_(page.get_by_text("cancelled")).first.wait_for()
    settled(page)
    page.get_by_role("link", name="Decide", exact=True).click()
    settled(page)
    words = page.locator("[data-testid=stMain]").inner_text()
    # which of the two is said hangs on how far the run had come
    assert "can go out as" not in words.replace(NOTHING, "").replace(UNTOLD, "")


def test_a_file_of_another_survey_is_refused_where_it_is_brought_in(page, settled, tmp_path, shared_data) -> None:
    folder = shared_data / "sdcmicro"
    original, other = every(9, [folder / "testdata.csv", folder / "Tarragona.csv"], tmp_path)
    for place, path in (("original", original), ("masked", other)):
        page.locator(f'[class*="st-key-upload_{place}"] input[type=file]').set_input_files([path])
        page.locator(f".st-key-card_{place}").get_by_text(
            "Tarragona" if place == "masked" else "records ·"
        ).first.wait_for()
        settled(page)
    card = page.locator(".st-key-card_masked")
    card.get_by_text("another survey").first.wait_for()
