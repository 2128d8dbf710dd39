"""What each masked file is to the original, on the Set up page: its evidence, the proposed link, the warning."""

import io
from collections.abc import Mapping

import numpy as np
import pandas as pd
import pytest

from core.data import FileKind
from core.pairing import relation
from pages.components.files import relations
from tests.pages.conftest import User


@pytest.fixture(autouse=True)
def judged_here(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Judge in the test's process, and note for which files it is done."""
    judged: list[str] = []

    def here(file, about, function, *arguments):
        key = (file, *about[2:], *map(id, about[:2]))
        if key not in kept:
            judged.append(file)
            kept[key] = function(*arguments)
        return kept[key]

    kept: dict[tuple[object, ...], object] = {}
    monkeypatch.setattr(relations, "asked_apart", here)
    return judged


@pytest.fixture
def files(small_files: Mapping[str, bytes]) -> dict[str, bytes]:
    frame = pd.read_csv(io.BytesIO(small_files["original.csv"]))
    turned = frame.sample(frac=1, random_state=1)
    random = np.random.default_rng(1)
    drawn = frame.apply(random.permutation)
    made = {"copy.csv": frame, "turned.csv": turned, "permuted.csv": drawn}
    other = pd.DataFrame({"ASSETS": [1, 2, 3], "SALES": [4, 5, 6]})
    return {
        **small_files,
        **{name: table.to_csv(index=False).encode() for name, table in made.items()},
        "survey.csv": other.to_csv(index=False).encode(),
    }


def linked(user: User, file: str) -> str | None:
    return user.app.session_state["workspace"].effective_codebook.declaration(file).linked


def only(files: Mapping[str, bytes], *names: str) -> dict[str, bytes]:
    return {name: files[name] for name in ("original.csv", *names)}


@pytest.mark.slow
def test_the_relation_stands_beside_the_file_with_its_evidence_and_the_link_is_filled_in(bring, files) -> None:
    user = bring(only(files, "banded.csv", "sample.csv", "permuted.csv"))
    text = user.text()
    assert "The same people, in the original's order." in text
    assert "of 120 records agree with the original" in text
    assert "**A part of the original.** 40 of 40" in text
    assert "40 of 40 records are among the 120 of the original" in text
    assert "The files do not show whether these are the same people." in text
    assert [linked(user, f) for f in ("banded.csv", "sample.csv", "permuted.csv")] == ["row", "none", None]
    assert user.app.selectbox(key="linked_banded.csv").value == "row"
    assert user.app.selectbox(key="linked_permuted.csv").value is None
    assert "1 link to choose" in text


def kind(user: User, file: str) -> FileKind | None:
    return user.app.session_state["workspace"].effective_codebook.declaration(file).kind


def test_what_a_part_of_the_original_is_is_filled_in_with_its_evidence_and_may_be_changed(bring, files) -> None:
    user = bring(only(files, "sample.csv"))
    assert kind(user, "sample.csv") is FileKind.SAMPLED
    assert user.app.selectbox(key="kind_sample.csv").value is FileKind.SAMPLED
    assert "Filled in from the files: 40 of 40 records are among the 120" in user.text().replace("\\", "")
    user.choose("kind_sample.csv", FileKind.MASKED)
    assert "Filled in from the files" not in user.text()
    user.go("setup")
    user.go("setup")
    assert kind(user, "sample.csv") is FileKind.MASKED


@pytest.mark.slow
def test_a_proposed_link_may_be_changed_and_stays_changed(bring, files) -> None:
    user = bring(only(files, "banded.csv"))
    user.choose("linked_banded.csv", "none")
    user.run()
    user.go("setup")
    user.go("setup")
    assert linked(user, "banded.csv") == "none"


def test_another_file_of_the_same_name_gets_its_own_proposal(bring, files) -> None:
    user = bring(only(files, "banded.csv"))
    user.upload("Masked files", "banded.csv", files["sample.csv"])
    assert linked(user, "banded.csv") == "none"


def test_the_warning_of_the_original_order_stays_whatever_is_declared(bring, files) -> None:
    user = bring(only(files, "banded.csv"))
    for answer in ("row", "none"):
        user.choose("linked_banded.csv", answer)
        assert "The records stand in the original's order" in user.text().replace("\\", "")


@pytest.mark.parametrize(("name", "order"), [("copy.csv", "in the same order"), ("turned.csv", "in another order")])
def test_a_copy_is_named_as_such(bring, files, name: str, order: str) -> None:
    text = bring(only(files, name)).text().replace("\\", "")
    assert "Nothing is masked: these are the original's records." in text
    assert f"All 120 records are the original's, {order}" in text
    assert "Is it the right file?" in text


def test_a_file_of_another_survey_is_refused_in_words(bring, files) -> None:
    user = bring(only(files, "survey.csv", "banded.csv"))
    errors = "\n".join(e.value for e in user.app.error).replace("\\", "")
    assert "Another survey than the original." in errors
    assert "No variable in common" in errors
    assert "Bring in a version of this original" in errors
    assert [s.microdata.name for s in user.app.session_state["workspace"].scenarios()] == ["banded.csv"]
    user.go("setup")
    assert "survey" not in user.text()


def test_a_refused_file_is_taken_in_again_with_its_own_original(bring, files) -> None:
    user = bring(only(files, "survey.csv"))
    assert user.app.session_state["workspace"].scenarios() == ()
    user.upload("Original file", "assets.csv", files["survey.csv"])
    assert [s.microdata.name for s in user.app.session_state["workspace"].scenarios()] == ["survey.csv"]
    assert "Nothing is masked" in user.text()


def test_a_relation_is_judged_once(bring, files, judged_here) -> None:
    user = bring(only(files, "banded.csv"))
    user.choose("linked_banded.csv", "none")
    user.run()
    assert judged_here == ["banded.csv"]


def test_it_is_judged_apart_from_the_server(bring, files, monkeypatch) -> None:
    asked: list[object] = []

    def noted(file, about, function, *arguments):
        asked.append(function)
        return function(*arguments)

    monkeypatch.setattr(relations, "asked_apart", noted)
    bring(only(files, "banded.csv")).text()
    assert set(asked) == {relation}


def test_the_same_warning_of_twelve_columns_is_one_line_that_lists_them(bring) -> None:
    random = np.random.default_rng(8)
    masked = [random.random(300) < 0.2 + i / 40 for i in range(12)]
    twelve = {f"v{i}": np.where(none, "N", random.integers(1, 5, 300)) for i, none in enumerate(masked)}
    user = bring({"original.csv": pd.DataFrame({"age": range(300), **twelve}).to_csv(index=False).encode()})
    said = [m.value.replace("\\", "") for m in user.app.markdown if "text is kept as categories" in m.value]
    assert len(said) == 1
    assert all(f"**v{i}**" in said[0] for i in range(12))
    assert " to " in said[0].partition("cells")[0], "the counts differ"


def test_a_copy_has_no_green_badge(bring, files) -> None:
    user = bring(only(files, "copy.csv", "banded.csv"))
    badges = [m.value for m in user.app.markdown if "-badge[" in m.value]
    assert sum("Nothing is masked" in b and b.startswith(":red-badge[") for b in badges) == 1
    assert sum(b.startswith(":green-badge[") for b in badges) == 2, "the original and the masked version"
