"""Cases 59 to 78 of the catalogue as files: what they hold, how they are tagged, and what must be said of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd
import pytest

from core.data import Codebook, Level, Role
from core.intake import Limits, ReadChoices
from core.intake.formats import Format
from core.intake.parsed import Parsed, Source
from core.intake.readers import reader_of

RANDOM = np.random.default_rng(6)
N = 80
NR = RANDOM.permutation(9 * N)[:N]
ORIGINAL = pd.DataFrame({
    "nr": NR,
    "age": RANDOM.integers(18, 80, N),
    "sex": RANDOM.choice(["f", "m"], N),
    "income": np.round(RANDOM.lognormal(7, 1, N), 2),
})  # fmt: skip
SHUFFLED = ORIGINAL.sample(frac=1, random_state=1)
MASKED = SHUFFLED.drop(columns="nr")
TURNED = RANDOM.permutation(N)


@dataclass(frozen=True)
class Case:
    """Two files side by side.

    Parameters
    ----------
    id : str
        Its number in the catalogue and what it is.
    words : tuple of str
        What the officer reads on the screen and the command line says; all of them.
    original, masked : DataFrame
    roles : mapping of str to (level, role)
        How the officer has tagged variables otherwise than proposed.
    linked : str or None
        How the masked file is declared to be linked.
    seen, said : tuple of str
        What only the screen says, and only the command line.
    silent : bool
        Nothing is said about the masked file.
    refused : bool
        Nothing can be measured as it is tagged.
    """

    id: str
    words: tuple[str, ...] = ()
    original: pd.DataFrame = field(default_factory=lambda: ORIGINAL)
    masked: pd.DataFrame = field(default_factory=lambda: MASKED)
    roles: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    linked: str | None = None
    seen: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    silent: bool = False
    refused: bool = False

    def files(self) -> dict[str, bytes]:
        """Both files as text."""
        tables = {"original.csv": self.original, "masked.csv": self.masked}
        return {name: table.to_csv(index=False).encode() for name, table in tables.items()}

    def tagged(self, codebook: Codebook) -> Codebook:
        """Return a drafted codebook as the officer has changed it."""
        changed = {name: {"level": Level(level), "role": Role(role)} for name, (level, role) in self.roles.items()}
        variables = tuple(
            replace(v, reason="", **changed[v.name]) if v.name in changed else v for v in codebook.variables
        )
        declaration = replace(codebook.declaration("masked.csv"), linked=self.linked)
        return replace(codebook, variables=variables, scenarios=(declaration,))


def weights(*first: object) -> pd.DataFrame:
    return ORIGINAL.assign(weight=[*first, *RANDOM.uniform(1, 9, N - len(first)).round(3)])


CASES = (
    Case(
        "case_59_other_column_order",
        masked=MASKED[["income", "sex", "age"]].assign(age=MASKED["age"].to_numpy()[::-1]),
        seen=("how is it linked?",),
        silent=True,
    ),
    Case(
        "case_60_names_alike",
        masked=MASKED.rename(columns={"age": "AGE", "income": "Income "}),
        seen=("is it the same variable?",),
        said=("AGE: is it the original's 'age'?",),
    ),
    Case(
        "case_61_no_common_column",
        ("no variable in common",),
        masked=pd.DataFrame({"p": [1, 2], "q": [3, 4]}),
        refused=True,
    ),
    Case(
        "case_62_columns_of_one_file",
        ("listed but not scored",),
        masked=MASKED.drop(columns="income").assign(extra=1),
        seen=("Removed in this file: **income**", "listed but not scored: extra"),
        said=("income: removed in this file", "extra: only in this file"),
    ),
    Case(
        "case_63_other_number_of_records",
        masked=MASKED[:50],
        linked="row",
        seen=("records are not linked: nothing was declared",),  # what cannot be is asked anew
        said=(f"the original has {N} records and the masked file 50",),
    ),
    Case(
        "case_64_in_the_original_order",
        ("the records are in the original's order",),
        masked=ORIGINAL.drop(columns="nr").assign(income=ORIGINAL["income"] * RANDOM.uniform(0.9, 1.1, N)),
    ),
    Case(
        "case_65_identifiers_repeat",
        ("'nr' repeats 1 identifier in the masked file",),
        masked=ORIGINAL.assign(nr=[NR[1], *NR[1:]]),
        roles={"nr": ("nominal", "identifier")},
        linked="nr",
    ),
    Case(
        "case_66_identifiers_missing",
        ("2 have no identifier",),
        masked=ORIGINAL.assign(nr=pd.array([*NR[:-2], None, None], dtype="Int64")),
        roles={"nr": ("nominal", "identifier")},
        linked="nr",
    ),
    Case(
        "case_67_identifier_tagged_as_key",
        ("tagged as key, but looks like an identifier",),
        roles={"nr": ("nominal", "key")},
    ),
    Case(
        "case_68_bands_for_numbers",
        ("grouped into 7 bands: 10-19, 20-29",),
        masked=MASKED.assign(age=[f"{a // 10 * 10}-{a // 10 * 10 + 9}" for a in MASKED["age"]]),
    ),
    Case(
        "case_69_categories_of_one_file",
        ("category only in the masked file: 'x'", "category only in the original: 'm'"),
        masked=MASKED.replace({"sex": {"m": "x"}}),
    ),
    Case(
        "case_70_mixed_categories",
        ("numbers (", "and text ("),
        original=ORIGINAL.assign(region=RANDOM.choice(["1", "2", "N"], N)),
    ),
    Case(
        "case_71_empty_column",
        ("every value is missing: nothing can be compared", "every value is missing in the original"),
        original=ORIGINAL.assign(remark=""),
        masked=MASKED.assign(remark=RANDOM.choice(["a", "b"], N)),
        roles={"remark": ("nominal", "analysis")},
    ),
    Case("case_72_constant_column", ("same value: no measure",), original=ORIGINAL.assign(region=1)),
    Case("case_73_the_same_file_twice", ("records are the original's, in the same order",), masked=ORIGINAL),
    Case("case_74_permuted_rows", ("records are the original's, in another order",), masked=SHUFFLED),
    Case(
        "case_75_weight_zero",
        ("the weight is 0 in 1 record: it represents nobody",),
        original=weights(0),
        roles={"weight": ("continuous", "weight")},
    ),
    Case(
        "case_75_weight_negative_or_missing",
        ("the weight is missing or negative in 2 records",),
        original=weights(-2, None),
        roles={"weight": ("continuous", "weight")},
    ),
    Case(
        "case_75_weight_of_text",
        ("tagged as weight, but holds text",),
        original=weights("many", "few", "some", "none", "several", "six"),
        roles={"weight": ("continuous", "weight")},
        refused=True,
    ),
    Case(
        "case_76_weight_below_one",
        ("the weight is below 1 in 1 record",),
        original=weights(0.5),
        roles={"weight": ("continuous", "weight")},
    ),
    Case(
        "case_77_category_of_one_record",
        ("1 category has one record only",),
        original=ORIGINAL.assign(region=["a"] * (N - 1) + ["b"]),
        roles={"region": ("nominal", "key")},
    ),
    Case(
        "case_78_key_of_different_values",
        ("another value in every record",),
        roles={"income": ("continuous", "key")},
    ),
)


def read_here(name: str, form: Format, content: bytes, limits: Limits, choices: ReadChoices) -> Parsed:
    """Read without a process of its own: these tests are about what comes after the reading."""
    return reader_of(form).read(Source(name, content, 0, limits, choices))


@pytest.fixture
def quick_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files be read within the test's process."""
    monkeypatch.setattr("core.intake.reading.run_reader", read_here)
