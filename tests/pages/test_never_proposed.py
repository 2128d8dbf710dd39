"""Files that must never be proposed, from the upload to the map and the report: copies, permuted columns, strangers."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from core.assessment import collect, make_plan, run
from core.data import Role
from core.decision import ReleaseType, Standing, proposed_purpose
from core.decision.verdict import GuardKind
from pages.components.compare.versions_table import TABLE
from pages.components.verdict.sentence_card import SIGNS, decision_of

pytestmark = pytest.mark.slow

ORIGINAL = "people.csv"
MEASURES = (
    "gdu",
    "gdu_resolution",
    "global_risk",
    "expected_match_risk",
    "k_violations_2",
    "k_violations_3",
    "sample_uniques",
    "risk_above_threshold",
    "dis_suda_max",
)
KEYS = ("region", "age", "sex")


def people(n=240) -> pd.DataFrame:
    """People of whom no combination of region, age group and sex is rare, so that the mildest rules are met."""
    random = np.random.default_rng(7)
    age = random.integers(0, 4, n)
    return pd.DataFrame({
        "region": random.choice(["North", "South"], n),
        "age": age,
        "sex": random.choice(["f", "m"], n),
        "health": np.where(random.random(n) < 0.2 + 0.15 * age, "bad", "good"),
        "income": np.round(900 + 350 * age + random.normal(0, 150, n), 2),
    })  # fmt: skip


def csv(table: pd.DataFrame, separator=",") -> bytes:
    return table.to_csv(index=False, sep=separator).encode()


def sav(table: pd.DataFrame, folder: Path) -> bytes:
    path = folder / "copy.sav"
    pyreadstat.write_sav(table, path)
    return path.read_bytes()


def permuted(table: pd.DataFrame) -> pd.DataFrame:
    random = np.random.default_rng(1)
    return pd.DataFrame({name: random.permutation(table[name].to_numpy()) for name in table})


def measured(bring, files: Mapping[str, bytes], keys, cancelled=()):
    """Bring files in and measure them without the Set up page; a file that is cancelled was paired and no more."""
    user = bring(files)
    work = user.state["workspace"]
    codebook = work.effective_codebook
    variables = tuple(replace(v, role=Role.KEY) if v.name in keys else v for v in codebook.variables)
    codebook = replace(codebook, variables=variables)
    plan = make_plan(MEASURES, ("interval.groups=0",))
    steps = run(work.original_data, work.scenarios(), codebook, plan, linked=None)
    comparison = collect(plan, [replace(s, outcomes=()) if s.about.file in cancelled else s for s in steps])
    record = replace(work.record, purpose=proposed_purpose(ReleaseType.SECURE))
    user.state["workspace"] = replace(work, codebook=codebook, plan=plan, comparison=comparison, record=record)
    return user


def verdicts_on_pages(user):
    """Return the verdicts, after Compare and the report were looked at; none certifies a struck file."""
    user.go("compare")
    work = user.state["workspace"]
    decision = decision_of(work, work.comparison)
    struck = [f.scenario for f in decision.files if f.standing is not Standing.GO]
    shown = next(d.value for d in user.app.dataframe if d.proto.id.endswith(f"-{TABLE}")).set_index("Version")[
        "Verdict"
    ]
    assert {name: shown[name] for name in struck} == {
        n: f"{SIGNS[decision.of(n).standing]} {decision.of(n).standing.heading}" for n in struck
    }
    assert decision.chosen not in struck
    for page in ("compare", "decide"):
        user.go(page)
        text = user.text().replace("\\", "")
        assert not [
            n
            for n in struck
            if f"“{n}” can go out" in re.sub("whether [^.:]* can go out", "", text) or f"met by **{n}**" in text
        ], page
    return decision


def test_a_copy_in_any_format_or_order_and_permuted_columns(bring, tmp_path) -> None:
    table = people()
    files = {
        ORIGINAL: csv(table),
        "copy.csv": csv(table, ";"),
        "labelled.sav": sav(table, tmp_path),
        "resorted.csv": csv(table.sample(frac=1, random_state=3)),
        "permuted.csv": csv(permuted(table)),
    }
    decision = verdicts_on_pages(measured(bring, files, KEYS))
    for name in ("copy", "labelled", "resorted"):
        assert decision.of(name).struck_by(GuardKind.IDENTICAL), name
    assert decision.of("permuted").standing is not Standing.GO
    assert decision.chosen is None


def test_a_cancelled_file_is_not_certified_and_cannot_be_decided_on(bring) -> None:
    table = people()
    half = table.assign(income=table["income"].round(-2))
    files = {ORIGINAL: csv(table), "rounded.csv": csv(half), "cancelled.csv": csv(half.assign(sex="m"))}
    user = measured(bring, files, KEYS, cancelled=("cancelled.csv",))
    decision = verdicts_on_pages(user)
    assert decision.of("cancelled").struck_by(GuardKind.NOT_MEASURED)
    user.go("decide")
    user.choose("decision_version_0", "cancelled")
    assert user.app.button(key="decision_submit").disabled


def test_a_file_of_another_survey_is_not_certified(bring, shared_data) -> None:
    folder = shared_data / "sdcmicro"
    original = pd.read_csv(folder / "testdata.csv").drop(columns=["household_weights"]).iloc[:600]
    files = {ORIGINAL: csv(original), "Tarragona.csv": (folder / "Tarragona.csv").read_bytes()}
    files["masked.csv"] = csv(original.assign(income=original["income"].round(-3)))
    user = measured(bring, files, ("urbrur", "roof", "sex"))
    decision = verdicts_on_pages(user)
    assert [f.scenario for f in decision.files if not f.unranked] == ["masked"]
    user.go("setup")
    assert "Tarragona.csv" in user.text().replace("\\", "")
