"""What is asked for and is not there is refused; what a run was started from is always written down."""

import hashlib
import json
from dataclasses import fields
from typing import get_type_hints

import pytest

from core import commands
from core.__main__ import main
from core.assessment import make_plan
from core.assessment.plan import all_parameters
from core.commands.disk import read_all
from core.data import read_codebook, read_declared_codebook, write_codebook
from core.errors import CodebookError, PlanError
from core.pairing import complete_codebook
from core.reports import read_project, read_results, write_results

ROWS = "id,sex,region,income\n" + "".join(f"{i},{'fm'[i % 2]},{'NSW'[i % 3]},{i * 7}\n" for i in range(60))
KEYS_ALONE = '[keysets.neighbour]\nvariables = ["sex", "region"]\n'
QUICK = ("--set", "interval.groups=0", "--jobs", "1")
RECIPE = '[[step]]\nmethod = "rounding"\nvariables = ["income"]\nbase = 50\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name, text in (("o.csv", ROWS), ("m.csv", ROWS), ("k.toml", KEYS_ALONE), ("r.toml", RECIPE)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "foreign.csv").write_text("p,q\n1,2\n3,4\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def last_line(capsys) -> str:
    return capsys.readouterr().err.strip().splitlines()[-1]


@pytest.mark.parametrize("linked", ["typo", "Row", "ID", "", "id,typo", "typo,id"])
def test_a_link_by_no_variable_is_refused(folder, capsys, linked):
    assert main(["assess", "o.csv", "m.csv", "--linked", linked, *QUICK, "--out", "r.json"]) == 2
    assert f"o.csv has no variable {linked.replace(',id', '').replace('id,', '')!r}" in last_line(capsys)
    assert not (folder / "r.json").exists()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("describe o.csv m.csv --linked typo --out d.xml", "o.csv has no variable 'typo'"),
        ("export o.csv --to r --kind shareable", "the format r cannot be written with --kind shareable"),
        (f"codebook o.csv --codebook {'x' * 300}.xml --out c.toml", "File name too long"),
        ("combine k.toml", "k.toml: this is not a results file"),
        ("gate k.toml --policy public", "k.toml: this is not a results file"),
    ],
)
def test_what_is_asked_in_vain_is_refused_in_one_line(folder, capsys, line, said):
    assert main(line.split()) == 2
    assert said in last_line(capsys)


def test_a_link_by_no_variable_in_the_codebook_is_refused(folder, capsys):
    (folder / "l.toml").write_text('[scenarios."m.csv"]\nlinked = "idd"\n')
    assert main(["assess", "o.csv", "m.csv", "--codebook", "l.toml", *QUICK, "--out", "r.json"]) == 2
    assert "did you mean 'id'?" in last_line(capsys)


@pytest.mark.slow
@pytest.mark.parametrize(
    "setting", ["gdu.normal=incme", "gdu.subgroup=sxe", "risk.loglinear_pairs=sex:regon", "tables.geography=regon"]
)
def test_a_parameter_that_names_no_variable_is_refused(folder, capsys, setting):
    assert main(["assess", "o.csv", "m.csv", "--set", setting, "--jobs", "1", "--out", "r.json"]) == 2
    assert "o.csv has no variable " in last_line(capsys)


def test_every_free_text_of_a_parameter_is_known_to_name_variables():
    texts = {
        f"{family}.{name}"
        for family, kind in all_parameters().items()
        for name, hint in get_type_hints(kind).items()
        if hint in (str, tuple[str, ...])
    }
    named = {"normal", "not_normal", "recode_heterogeneity", "recode_pairs", "recode_allocation", "subgroup"}
    attacks = {"risk.attack_first", "risk.attack_second", "risk.attack_known"}
    others = {"propensity.leave_out", "tables.geography", "loss.subdomains", "risk.loglinear_pairs"}
    # a new one that names no variables must be left out of named_variables
    assert texts == {f"gdu.{name}" for name in named} | others | attacks | {"risk.spruill_within", "utility.weight"}


@pytest.mark.parametrize(
    "setting",
    ["interval.groups=-1", "interval.groups=1", "interval.budget=inf", "interval.budget=nan", "null.replicates=-1"],
)
def test_numbers_that_no_run_could_use_or_write_down_are_refused(setting):
    with pytest.raises(PlanError, match="setting "):
        make_plan("gdu", [setting])


def test_a_run_that_measures_nothing_is_no_success_but_says_why(folder, capsys):
    few = ("--measures", "gdu,gdu_resolution,global_risk")
    assert main(["assess", "o.csv", "foreign.csv", *few, *QUICK, "--out", "r.json"]) == 2
    assert "nothing could be measured: " in last_line(capsys)
    assert json.loads((folder / "r.json").read_text())["outcomes"]
    asked = ["assess", "o.csv", "m.csv", "--measures", "wasserstein_mean,kolmogorov_smirnov"]
    (folder / "n.toml").write_text('[variables.income]\nlevel = "nominal"\n[variables.id]\nlevel = "nominal"\n')
    assert main([*asked, "--codebook", "n.toml", *QUICK, "--out", "r.json"]) == 2
    sweep = [
        "sweep",
        "o.csv",
        "--recipe",
        "r.toml",
        "--vary",
        "1.base=5",
        "--jobs",
        "1",
        "--utility",
        "wasserstein_mean",
    ]
    assert main([*sweep, "--risk", "population_uniques_known", "--codebook", "n.toml", "--out", "s.json"]) == 2
    assert "nothing could be measured: " in last_line(capsys)


@pytest.mark.parametrize("seed", ["-1", "4294967296"])
def test_a_seed_that_starts_no_generator_is_refused_in_words(folder, capsys, seed):
    out = ("--seed", seed, "--out")
    for arguments in (
        ["assess", "o.csv", "m.csv", *QUICK, *out, "r.json"],
        ["mask", "o.csv", "--recipe", "r.toml", *out, "x.csv"],
        ["sweep", "o.csv", "--recipe", "r.toml", "--vary", "1.base=5", *out, "s.json"],
    ):
        assert main(arguments) == 2
        assert "seed must be a whole number from 0 to 4294967295" in last_line(capsys)
    families = [f for f, kind in all_parameters().items() if "seed" in {field.name for field in fields(kind)}]
    assert len(families) > 3
    for family in families:
        with pytest.raises(PlanError, match="seed must"):
            make_plan("gdu", [f"{family}.seed={seed}"])


def test_a_codebook_with_key_sets_alone_works(folder):
    asked = ["--measures", "global_risk,gdu", "--codebook", "k.toml", *QUICK, "--out", "r.json"]
    assert main(["assess", "o.csv", "m.csv", *asked]) == 0
    outcomes = json.loads((folder / "r.json").read_text())["outcomes"]
    assert [o["target"] for o in outcomes if o["measure"] == "global_risk"] == [["neighbour"], ["neighbour"]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[keysets.k]\nvariables = ["sxe"]\n', "key set 'k' names 'sxe', which is no variable of the original"),
        ('[keysets.k]\nvariables = ["sex"]\nweight = "w"\n', "weight 'w' is no variable of the original"),
        ('[tables.t]\nvariables = ["sxe"]\n', "'sxe', which is no variable of the original"),
    ],
)
def test_what_a_codebook_names_is_looked_for_in_the_file(folder, capsys, text, words):
    (folder / "bad.toml").write_text(text)
    assert main(["assess", "o.csv", "m.csv", "--codebook", "bad.toml", *QUICK, "--out", "r.json"]) == 2
    assert words in last_line(capsys)
    with pytest.raises(CodebookError):
        read_codebook(text)


def test_results_say_what_the_run_was_started_from(folder):
    asked = ["--measures", "gdu", "--linked", "row", "--codebook", "k.toml", *QUICK, "--out", "r.json"]
    assert main(["assess", "o.csv", "m.csv", "foreign.csv", *asked]) == 0
    text = (folder / "r.json").read_text()
    found = json.loads(text)
    original = found["original"]
    assert (original["file"], original["rows"], original["columns"]) == ("o.csv", 60, 4)
    assert original["sha256"] == hashlib.sha256(ROWS.encode()).hexdigest()
    assert found["inputs"]["keysets"] == [{"name": "neighbour", "variables": ["sex", "region"], "weight": None}]
    assert found["inputs"]["linked"] == "row"
    assert [s["linked"] for s in found["scenarios"]] == ["row", "row"]
    assert len(found["inputs"]["codebook_sha256"]) == 64
    assert write_results(read_results(text)) == text


def test_the_codebook_hash_is_that_of_the_whole_codebook(folder, capsys):
    asked = ["--measures", "gdu", "--codebook", "k.toml", *QUICK, "--out", "r.json"]
    assert main(["assess", "o.csv", "m.csv", *asked]) == 0
    original = read_all([folder / "o.csv"], [])[0].microdata
    whole = complete_codebook(read_declared_codebook(KEYS_ALONE), original)
    said = json.loads((folder / "r.json").read_text())["inputs"]["codebook_sha256"]
    assert said == hashlib.sha256(write_codebook(whole).encode()).hexdigest()


def test_a_sweep_of_utilities_alone_knows_the_original(folder):
    sweep = ["sweep", "o.csv", "--recipe", "r.toml", "--vary", "1.base=5", "--codebook", "k.toml", "--jobs", "1"]
    assert main([*sweep, "--risk", "records_changed_mean", "--out", "s.json"]) == 0
    results = json.loads((folder / "s.json").read_text())["results"]
    assert (results["original"]["rows"], results["original"]["columns"]) == (60, 4)
    assert results["inputs"]["keysets"][0]["name"] == "neighbour"


def test_an_internal_report_speaks_of_the_named_scenario_and_refuses_others(folder, capsys):
    (folder / "n.csv").write_text(ROWS.replace(",f,", ",m,"))
    asked = ["--measures", "gdu,ldu_univariate,ldu_bivariate", *QUICK, "--out", "r.json"]
    assert main(["assess", "o.csv", "m.csv", "n.csv", *asked]) == 0
    report = ["report", "r.json", "--kind", "internal", "--format", "json"]
    assert main([*report, "--scenario", "nosuch"]) == 2
    assert "no scenario is called 'nosuch'" in last_line(capsys)
    assert main([*report, "--scenario", "n.csv"]) == 0
    assert "which pairs of n lost most" in (folder / "r-internal.json").read_text().lower()
    for option in (("--threshold", "5"), ("--masking-kinds",), ("--file-name",)):
        assert main([*report, *option]) == 2
        assert "for the shareable report alone" in last_line(capsys)


def test_results_are_kept_where_records_of_one_file_cannot_be_written(folder):
    (folder / "records").mkdir()
    asked = ["--measures", "global_risk", "--codebook", "k.toml", *QUICK, "--records", "records", "--out", "r.json"]
    assert main(["assess", "o.csv", "m.csv", "foreign.csv", *asked]) == 0
    assert (folder / "r.json").exists()
    assert sorted(p.name for p in (folder / "records").iterdir()) == ["m.records.parquet", "o.records.parquet"]


def test_codes_are_read_alike_in_both_files_and_again_in_the_project(folder, capsys):
    codes = ["7.1", "7.10", "7.2", "7.20", "7.3", "7.30"]
    rows = [(codes[i % 6], i // 6) for i in range(60)]
    (folder / "o.csv").write_text("code,age\n" + "".join(f"{c},{a}\n" for c, a in rows), encoding="utf-8")
    left = [(c if c.endswith("0") else "", a) for c, a in rows]
    (folder / "m.csv").write_text("code,age\n" + "".join(f"{c},{a}\n" for c, a in left), encoding="utf-8")
    (folder / "k.toml").write_text('[variables.code]\nlevel="nominal"\nrole="key"\n', encoding="utf-8")
    asked = ["--codebook", "k.toml", "--linked", "row", "--measures", "linkage_gower", *QUICK]
    assert main(["assess", "o.csv", "m.csv", *asked, "--out", "r.json", "--project", "p.rumap"]) == 0
    found = json.loads((folder / "r.json").read_text())
    # by code and age every second record is found, as its code and its age are there
    [linked] = [o["value"] for o in found["outcomes"] if o["measure"] == "linkage_gower" and "scenario" in o]
    assert linked >= 0.5
    assert read_project((folder / "p.rumap").read_bytes()).masked[0].choices.texts == ("code",)


def test_a_run_says_which_units_it_dealt_and_that_they_are_few(folder, capsys):
    book = "".join(
        f'[variables.{name}]\nlevel = "nominal"\nrole = "{role}"\n'
        for name, role in (("id", "excluded"), ("sex", "stratum"), ("region", "cluster"), ("income", "analysis"))
    )
    (folder / "b.toml").write_text(book, encoding="utf-8")
    asked = ["--codebook", "b.toml", "--linked", "row", "--measures", "records_changed_mean", "--jobs", "1"]
    assert main(["assess", "o.csv", "m.csv", *asked, "--out", "r.json"]) == 0
    said = capsys.readouterr().err
    assert "o.csv: 3 of the 3 values of 'region' stand in more than one stratum, each for another cluster there" in said
    assert "groups of whole clusters (6, by region) within 2 strata at a time: 4 degrees of freedom. So few" in said
    assert "m.csv: 3 of the 3" not in said


def test_a_fault_of_the_program_is_no_limit_that_fails(monkeypatch, capsys):
    monkeypatch.setitem(commands.COMMANDS, "gate", lambda options: {}["what nobody foresaw"])
    assert main(["gate", "results.json", "--policy", "public"]) == 70
    assert "KeyError" in capsys.readouterr().err
