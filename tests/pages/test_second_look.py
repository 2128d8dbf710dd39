"""What the officer does about files side by side, and sees of what masked files still carry."""

import numpy as np
import pandas as pd

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


def test_case_60_names_alike_are_matched_with_one_click(bring):
    user = bring(files(masked=ORIGINAL.rename(columns={"age": "AGE", "income": "Income "})))
    assert "is it the same variable?" in user.text()
    user.click("same_variable_0")
    declared = user.state["workspace"].codebook.declaration("masked.csv").renamed
    assert declared == {"AGE": "age"}
    assert user.buttons().count("It is the same") == 1, "the other one is still asked about"


def hygiene_of(user) -> str:
    return user.text().replace("\\", "")


def test_case_64_the_original_order_is_said_on_the_files_screen_until_it_is_mended(bring):
    noisy = ORIGINAL.drop(columns="nr").assign(income=ORIGINAL["income"] * RANDOM.uniform(0.9, 1.1, N))
    user = bring(files(noisy=noisy))
    assert "the records are in the original's order" in hygiene_of(user).lower()
    for link in ("none", "row"):
        user.choose("linked_noisy.csv", link)
        assert "the records are in the original's order" in hygiene_of(user).lower(), "until it is corrected"


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
    assert "nothing but the records was found" in user.text()
