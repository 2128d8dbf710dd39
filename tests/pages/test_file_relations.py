"""What each masked file is to the original, on the Set up page: its evidence, the proposed link, the warning."""

import io
from collections.abc import Mapping

import numpy as np
import pandas as pd
import pytest

from core.data import FileKind
from core.execution import call_in_worker
from core.pairing import relation
from pages.components import asked_in_worker
from tests.pages.conftest import User


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note for which files it is judged, apart from the server, what they are."""
    files: list[str] = []

    def noted(function, *arguments, **named):
        if function is relation:
            files.append(arguments[1].microdata.name)
        return call_in_worker(function, *arguments, **named)

    monkeypatch.setattr(asked_in_worker, "call_in_worker", noted)
    return files


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
    return user.state["workspace"].effective_codebook.declaration(file).linked


def only(files: Mapping[str, bytes], *names: str) -> dict[str, bytes]:
    return {name: files[name] for name in ("original.csv", *names)}


@pytest.mark.slow
def test_the_relation_stands_beside_the_file_with_its_evidence_and_the_link_is_filled_in(bring, files) -> None:
    user = bring(only(files, "banded.csv", "sample.csv", "permuted.csv"))
    said = {}
    for file in ("sample.csv", "permuted.csv", "banded.csv"):
        user.look_at(file)
        said[file] = user.text()
    assert "The same people, in the original's order." in said["banded.csv"]
    assert "of 120 records agree with the original" in said["banded.csv"]
    assert "**A part of the original.** 40 of 40" in said["sample.csv"]
    assert "40 of 40 records are among the 120 of the original" in said["sample.csv"]
    assert "The files do not show whether these are the same people." in said["permuted.csv"]
    assert [linked(user, f) for f in ("banded.csv", "sample.csv", "permuted.csv")] == ["row", "none", None]
    assert user.app.selectbox(key="linked_banded.csv").value == "row"
    user.look_at("permuted.csv")
    assert user.app.selectbox(key="linked_permuted.csv").value is None
    assert "One thing needs you**: permuted" in user.text()


def kind(user: User, file: str) -> FileKind | None:
    return user.state["workspace"].effective_codebook.declaration(file).kind


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


def test_another_file_of_the_same_name_gets_its_own_proposal(bring, files) -> None:
    user = bring(only(files, "banded.csv"))
    user.upload("Masked files", "banded.csv", files["sample.csv"])
    assert linked(user, "banded.csv") == "none"


def test_a_changed_link_stays_changed_and_so_does_the_warning_of_the_original_order(bring, files) -> None:
    user = bring(only(files, "banded.csv"))
    assert "The records are in the original's order" in user.text().replace("\\", "")
    user.choose("linked_banded.csv", "none")
    user.go("setup")
    assert linked(user, "banded.csv") == "none"
    assert "The records are in the original's order" in user.text().replace("\\", "")


@pytest.mark.parametrize(("name", "order"), [("copy.csv", "in the same order"), ("turned.csv", "in another order")])
def test_a_copy_is_named_as_such(bring, files, name: str, order: str) -> None:
    text = bring(only(files, name)).text().replace("\\", "")
    assert "Nothing is masked: these are the original's records." in text
    assert f"All 120 records are the original's, {order}" in text
    assert "Is it the right file?" in text


def test_a_file_of_another_survey_is_refused_in_words(bring, files) -> None:
    user = bring(only(files, "survey.csv", "banded.csv"))
    user.look_at("survey.csv")
    errors = "\n".join(e.value for e in user.app.error).replace("\\", "")
    assert "Another survey than the original." in errors
    assert "No variable in common" in errors
    assert "Bring in a version of this original" in errors
    assert [s.microdata.name for s in user.state["workspace"].scenarios()] == ["banded.csv"]


def test_a_refused_file_is_taken_in_again_with_its_own_original(bring, files) -> None:
    user = bring(only(files, "survey.csv"))
    assert user.state["workspace"].scenarios() == ()
    user.upload("Original file", "assets.csv", files["survey.csv"])
    assert [s.microdata.name for s in user.state["workspace"].scenarios()] == ["survey.csv"]
    assert "Nothing is masked" in user.text()


def test_a_relation_is_judged_once_and_apart_from_the_server(bring, files, judged) -> None:
    user = bring(only(files, "banded.csv", "survey.csv"))
    user.look_at("banded.csv")
    user.choose("linked_banded.csv", "none")
    user.run()
    assert judged == ["banded.csv", "survey.csv"]


def test_the_same_warning_of_twelve_columns_is_one_line_that_lists_them(bring) -> None:
    random = np.random.default_rng(8)
    masked = [random.random(300) < 0.2 + i / 40 for i in range(12)]
    twelve = {f"v{i}": np.where(none, "N", random.integers(1, 5, 300)) for i, none in enumerate(masked)}
    user = bring({"original.csv": pd.DataFrame({"age": range(300), **twelve}).to_csv(index=False).encode()})
    said = [m.value.replace("\\", "") for m in user.app.markdown if "text is kept as categories" in m.value]
    assert len(said) == 1
    assert all(f"**v{i}**" in said[0] for i in range(12))
    assert " to " in said[0].partition("cells")[0], "the counts differ"
