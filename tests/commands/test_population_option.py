"""``assess --population``: counts of the population on the command line."""

import json

import pytest

from core.__main__ import main

ROWS = "sex,region,income\n" + "".join(f"{s},{r},{i}\n" for i in range(30) for s in "fm" for r in ("N", "S"))
COUNTS = "sex,region,count\nf,N,300\nf,S,600\nm,N,300\nm,S,600\n"
CODEBOOK = """
[variables.sex]
level = "nominal"
role = "key"
[variables.region]
level = "nominal"
role = "key"
[variables.income]
level = "continuous"
role = "sensitive"
[keysets."What = known"]
variables = ["sex", "region"]
"""


@pytest.fixture
def files(tmp_path):
    for name, text in (("o.csv", ROWS), ("m.csv", ROWS), ("census.csv", COUNTS), ("c.toml", CODEBOOK)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def assessed(folder, population: str) -> int:
    asked = ["--measures", "global_risk,population_uniques_known", "--jobs", "1", "--codebook", str(folder / "c.toml")]
    files = [str(folder / "o.csv"), str(folder / "m.csv")]
    return main(["assess", *files, *asked, "--population", population, "--out", str(folder / "r.json")])


def test_results_say_which_counts_were_used(files) -> None:
    assert assessed(files, str(files / "census.csv")) == 0
    results = json.loads((files / "r.json").read_text())
    rates = [o for o in results["outcomes"] if o["measure"] == "global_risk"]
    assert len(rates) == 2
    for rate in rates:
        assert rate["value"] == pytest.approx((1 / 300 + 1 / 600) / 2)
        counts = rate["detail"]["population_counts"]
        assert counts["file"] == "census.csv"
        assert len(counts["sha256"]) == 64


def test_an_unknown_key_set_is_refused_in_one_line(files, capsys) -> None:
    assert assessed(files, f"{files / 'census.csv'}=Neighbour") == 2
    assert "is for key set 'Neighbour'; declared are: 'What = known'" in capsys.readouterr().err
