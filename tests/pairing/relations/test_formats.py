"""The same file in other formats is the same file: SPSS and text, labels written out, dates, numbers as displayed."""

from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from core.data import Codebook, Microdata, Scenario, ScenarioDeclaration
from core.intake import read_file
from core.pairing import draft_codebook, relation

N = 200
RANDOM = np.random.default_rng(23)
LABELS = {"sex": {1.0: "Male", 2.0: "Female"}, "region": {1.0: "North", 2.0: "East", 3.0: "South"}}
FRAME = pd.DataFrame({
    "sex": RANDOM.integers(1, 3, N).astype(float),
    "region": np.where(RANDOM.random(N) < 0.1, np.nan, RANDOM.integers(1, 4, N)),
    "born": pd.to_datetime("1950-01-01") + pd.to_timedelta(RANDOM.integers(0, 20000, N), unit="D"),
    "income": np.round(RANDOM.lognormal(7, 1, N), 4),
    "town": RANDOM.choice(["Graz", "Ljubljana", "Şanlıurfa"], N),
})  # fmt: skip


def read(path: Path) -> Microdata:
    return read_file(path.name, path.read_bytes()).microdata


@pytest.fixture
def spss(tmp_path: Path) -> Path:
    pyreadstat.write_sav(FRAME, tmp_path / "o.sav", variable_value_labels=LABELS)
    return tmp_path / "o.sav"


WRITTEN = {
    "codes": lambda frame: frame,
    "labels": lambda frame: frame.assign(**{name: frame[name].map(means) for name, means in LABELS.items()}),
    "as displayed": lambda frame: frame.assign(income=frame["income"].round(2)),
    "sorted, names in capitals": lambda frame: frame.sort_values("town").rename(columns=str.upper),
}


@pytest.mark.parametrize("way", WRITTEN)
@pytest.mark.parametrize("turned", [False, True], ids=["the original is SPSS", "the original is text"])
def test_a_copy_in_another_format_is_identical(spss: Path, tmp_path: Path, way: str, turned: bool) -> None:
    text = tmp_path / "m.csv"
    WRITTEN[way](FRAME).to_csv(text, index=False)
    own, other = (read(path) for path in ((text, spss) if turned else (spss, text)))
    book: Codebook = draft_codebook(own)
    met = relation(own, Scenario(other, ScenarioDeclaration(other.name)), book)
    assert str(met.kind) == "identical", met.evidence
