"""What public files and their masked versions, made by sdcMicro and others, are to their originals."""

from pathlib import Path

import numpy as np
import pytest

from core.assessment import control_seen
from core.data import Microdata
from core.masking import Recipe, apply_recipe, make_step, set_aside
from core.pairing import draft_codebook, relation
from tests.pairing.builders import read_csv, scenario

IN_ORDER = ("same order", "row")
HOUSEHOLDS = {
    **dict.fromkeys(
        ("combined_heavy", "localsupp_k3", "localsupp_k5", "mdav_10", "mdav_3", "noise_add10", "noise_add50",
         "noise_correlated2_d01", "noise_correlated2_d05", "pram_pd02_alpha1", "pram_pd08", "rankswap_P15",
         "rankswap_P15_notail", "rankswap_P5", "recode_age10", "recode_age10_midpoint", "recode_age5",
         "topcode_income95"), IN_ORDER),
    "drop_2vars": ("part", "row"),
    "identical": ("identical", "row"),
    "independent_permute": ("unclear", None),
    "srs_20pct": ("part", "none"),
    "srs_50pct": ("part", "none"),
}  # fmt: skip
CENSUS = {
    **dict.fromkeys(
        ("mdav_10", "mdav_3", "noise_add10", "noise_add50", "noise_correlated10", "noise_correlated2_d01",
         "noise_correlated50", "noise_restr50", "onedims_3", "pca_3", "rankswap_P15", "rankswap_P5"), IN_ORDER),
    "datagen_synthetic": ("unclear", None),
    "rankswap_P15_notail": ("unclear", None),  # no rank correlation row by row above 0.07: swapped over the whole range
}  # fmt: skip
SURVEY = {
    "crc_national2019/k_anonymity_k_6": ("part", "none"),
    "crc_national2019/pram_default": IN_ORDER,
    "crc_national2019/subsample_40pcnt_all": ("part", "none"),
    "nist/ma2019": ("other people", "none"),
    "nist/tx2019": ("other people", "none"),
}
PATIENTS = {
    **dict.fromkeys(
        ("a_hepatitis_sampling_baseline", "b_hepatitis_smote_baseline", "d_hepatitis_datasynthesizer_syn",
         "e_hepatitis_synthpop_syn_best", "f_hepatitis_CTGAN_syn_best", "h_hepatitis_synthpop_1_syn"),
        ("unclear", None)),
    "hepatitis_test": ("unclear", None),  # every variable has few values: other people look as a model does
}  # fmt: skip
TABLES = {
    "sdcmicro/testdata": ("sdcmicro/masked/testdata", HOUSEHOLDS),
    "sdcmicro/CASCrefmicrodata": ("sdcmicro/masked/CASCrefmicrodata", CENSUS),
    "nist/national2019": (".", SURVEY),
    "hepatitis/hepatitis_train": ("hepatitis", PATIENTS),
}


@pytest.mark.slow
@pytest.mark.parametrize("original", TABLES)
def test_every_file_is_what_it_is(shared_data: Path, original: str) -> None:
    folder, expected = TABLES[original]
    own = read_csv(shared_data / f"{original}.csv")
    book = draft_codebook(own)
    found = {name: relation(own, scenario(read_csv(shared_data / folder / f"{name}.csv")), book) for name in expected}
    assert {name: (str(r.kind), r.link) for name, r in found.items()} == expected


def test_a_file_of_another_survey(shared_data: Path) -> None:
    own, other = (read_csv(shared_data / "sdcmicro" / f"{name}.csv") for name in ("testdata", "Tarragona"))
    found = relation(own, scenario(other), draft_codebook(own))
    assert (str(found.kind), found.link) == ("other survey", "none")
    assert found.evidence.startswith("no variable in common: the original has 'urbrur', 'roof'")


def test_all_masked_files_are_in_the_table(shared_data: Path) -> None:
    for folder, expected in (("testdata", HOUSEHOLDS), ("CASCrefmicrodata", CENSUS)):
        assert {p.stem for p in (shared_data / "sdcmicro/masked" / folder).glob("*.csv")} == set(expected)


RELEASED = {
    "k_anonymity_k_6": "1,838 are equal to one of the control's 2,725",
    "pram_default": "1,072 of 1,512 people of the control who are alone",
    "subsample_40pcnt_all": "837 are equal to one of the control's 2,725",
}
"""Three files made of all records, of which a tenth was set aside afterwards."""


@pytest.mark.slow
def test_a_control_set_aside_after_masking_was_seen(shared_data: Path) -> None:
    rest, control = set_aside(read_csv(shared_data / "nist/national2019.csv"), 0.1, 1)
    book = draft_codebook(rest)
    for name, words in RELEASED.items():
        masked = scenario(read_csv(shared_data / f"crc_national2019/{name}.csv"))
        assert words in control_seen(rest, masked, control, book)


def test_synthetic_files_made_without_the_control_are_not_doubted(shared_data: Path) -> None:
    train, test = (read_csv(shared_data / f"hepatitis/hepatitis_{part}.csv") for part in ("train", "test"))
    book = draft_codebook(train)
    files = [read_csv(shared_data / f"hepatitis/{name}.csv") for name in PATIENTS if name != "hepatitis_test"]
    assert [control_seen(train, scenario(f, kind="synthetic"), test, book) for f in files] == [""] * 6


@pytest.mark.parametrize("method", ["synthesis_parametric", "synthesis_cart", "synthesis_joint_normal"])
def test_the_programs_own_synthesizers_meet_the_control_by_chance_alone(shared_data: Path, method: str) -> None:
    households = read_csv(shared_data / "sdcmicro/testdata.csv")
    names = ("sex", "age", "relat", "roof")  # so few and coarse that a third of those alone are met
    part = Microdata("part.csv", {n: households.columns[n].take(np.arange(2000)) for n in names}, 2000)
    rest, control = set_aside(part, 0.3, 2)
    book = draft_codebook(rest)
    masked = apply_recipe(rest, book, Recipe((make_step(method, names),)), 3).scenario
    assert masked.declaration.linked == "none"
    assert control_seen(rest, masked, control, book) == ""
