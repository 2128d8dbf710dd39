"""What the officer sees of the pairing cases (59 to 78) and of what masked files still carry."""

import numpy as np
import pandas as pd
import pytest

RANDOM = np.random.default_rng(6)
N = 80
ORIGINAL = pd.DataFrame({
    "nr": RANDOM.permutation(9 * N)[:N],
    "age": RANDOM.integers(18, 80, N),
    "sex": RANDOM.choice(["f", "m"], N),
    "income": np.round(RANDOM.lognormal(7, 1, N), 2),
})  # fmt: skip


def text(frame: pd.DataFrame) -> bytes:
    return frame.to_csv(index=False).encode()


def files(**masked: pd.DataFrame) -> dict[str, bytes]:
    return {"original.csv": text(ORIGINAL), **{f"{name}.csv": text(frame) for name, frame in masked.items()}}


def on_variables(bring, original: pd.DataFrame = ORIGINAL, **masked: pd.DataFrame):
    user = bring({**files(**masked), "original.csv": text(original)})
    user.go("variables")
    return user


def test_case_60_names_alike_are_matched_with_one_click(bring):
    user = on_variables(bring, masked=ORIGINAL.rename(columns={"age": "AGE", "income": "Income "}))
    assert "is it the same variable?" in user.text()
    user.click("same_variable_0")
    declared = user.app.session_state["workspace"].codebook.declaration("masked.csv").renamed
    assert declared == {"AGE": "age"}
    assert user.buttons().count("It is the same") == 1, "the other one is still asked about"


def test_case_61_no_common_column_is_said(bring):
    user = on_variables(bring, masked=pd.DataFrame({"p": [1, 2], "q": [3, 4]}))
    assert "no variable in common" in user.text()


def test_case_62_removed_and_added_columns_are_said(bring):
    seen = on_variables(bring, masked=ORIGINAL.drop(columns="income").assign(extra=1)).text()
    assert "Removed in this file: **income**" in seen
    assert "listed but not scored: extra" in seen


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"region": [1] * N}, "same value: no measure"),
        ({"region": ["a"] * (N - 1) + ["b"]}, "one record only"),
    ],
    ids=["case_72_constant_column", "case_77_stratum_of_one_record"],
)
def test_cautions_about_the_original(bring, change: dict, words: str):
    user = on_variables(bring, ORIGINAL.assign(**change), masked=ORIGINAL[["age", "sex"]])
    assert words in user.text().replace("\\", "")


def test_case_75_weights_that_cannot_be_used_are_said(bring):
    weights = [0, *RANDOM.uniform(1, 9, N - 1).round(3)]
    seen = on_variables(bring, ORIGINAL.assign(weight=weights), masked=ORIGINAL[["age", "sex"]]).text()
    assert "the weight is missing, zero or negative in 1 records" in seen.replace("\\", "")


def hygiene_of(user) -> str:
    return user.text().replace("\\", "")


def test_case_73_an_identical_file_is_said_on_the_files_screen(bring):
    assert "identical to the original: its risk is the original's" in hygiene_of(bring(files(copy=ORIGINAL)))


def test_case_74_permuted_rows_are_asked_about_on_the_files_screen(bring):
    seen = hygiene_of(bring(files(turned=ORIGINAL.sample(frac=1, random_state=1))))
    assert "records in another order" in seen


def test_case_64_the_original_order_is_said_on_the_files_screen(bring):
    noisy = ORIGINAL.drop(columns="nr").assign(income=ORIGINAL["income"] * RANDOM.uniform(0.9, 1.1, N))
    user = bring(files(noisy=noisy))
    assert "the records stand in the original's order" in hygiene_of(user).lower()
    user.choose("linked_noisy.csv", "row")
    assert "the records stand in the original's order" not in hygiene_of(user).lower()


def test_identifiers_left_in_a_file_are_listed_with_counts_and_without_values(bring):
    mails = [f"canary{i}@example.org" for i in range(N)]
    masked = ORIGINAL[["nr", "age", "sex"]].sample(frac=1, random_state=2).assign(contact=mails)
    seen = hygiene_of(bring(files(masked=masked)))
    assert "**nr** (80): An identifier" in seen or "**nr** (80): an identifier of the original" in seen
    assert f"**contact** ({N}): the column holds e-mail addresses" in seen
    assert "canary" not in seen


def test_a_clean_file_says_so(bring):
    masked = pd.DataFrame({"age": RANDOM.integers(18, 80, 50), "sex": RANDOM.choice(["f", "m"], 50)})
    user = bring(files(masked=masked))
    assert any("nothing found" in e.label for e in user.app.expander)
