"""Groupings by projection, noise after grouping, and the reference files of the CASC project."""

import json

import numpy as np
import pandas as pd
import pytest

from core.data import Codebook, Column, Level, Masking, Microdata, Variable
from core.masking import Recipe, apply_recipe, make_step, projection_groups
from core.masking.microaggregation import lost_covariance, microaggregation, with_noise
from tests.masking.steps import mask

VARIABLES = [
    "AFNLWGT",
    "AGI",
    "EMCONTRB",
    "FEDTAX",
    "PTOTVAL",
    "STATETAX",
    "TAXINC",
    "POTHVAL",
    "INTVAL",
    "PEARNVAL",
    "FICA",
    "WSALVAL",
    "ERNVAL",
]


def test_projections_by_hand() -> None:
    # Sums 3, 1, 2, 9, 8, 7: the three lowest are one group, the three highest the other.
    points = np.array([[3, 0], [0, 1], [1, 1], [9, 0], [4, 4], [0, 7]], dtype=float)
    assert projection_groups(points, 3, "z_scores").tolist() == [0, 0, 0, 1, 1, 1]
    assert projection_groups(np.arange(7.0)[:, None], 3, "first_component").tolist() == [0, 0, 0, 1, 1, 1, 1]


def test_each_variable_on_its_own_by_hand(file_of, cells_of) -> None:
    file = file_of(x=[1, 3, 10, 20], y=[9, 1, 3, 7])
    masked = mask(microaggregation, file, ["x", "y"], k=2, grouping="each")
    assert cells_of(masked, "x") == ["2", "2", "15", "15"]
    assert cells_of(masked, "y") == ["8", "2", "2", "8"]


@pytest.fixture(scope="module")
def casc(shared_data):
    folder = shared_data / "sdcmicro"
    data = pd.read_csv(folder / "CASCrefmicrodata.csv")
    reference = json.loads((folder / "reference" / "sdcMicro_CASC.json").read_text())["scenarios"]
    columns = {name: Column(numbers=data[name].to_numpy(float)) for name in data}
    return Microdata("casc.csv", columns, len(data)), reference


@pytest.mark.parametrize(
    ("scenario", "k", "grouping"),
    [("mdav_3", 3, "mdav"), ("mdav_10", 10, "mdav"), ("pca_3", 3, "first_component"), ("onedims_3", 3, "each")],
)
def test_information_loss_of_the_reference_files_is_reproduced(casc, scenario, k, grouping) -> None:
    # IL1s of sdcMicro 5.8.1: sum of |x - masked| / (sqrt(2) sd).
    file, reference = casc
    masked = mask(microaggregation, file, VARIABLES, k=k, grouping=grouping)
    before = np.column_stack([file.columns[name].numbers for name in VARIABLES])
    after = np.column_stack([masked.columns[name].numbers for name in VARIABLES])
    loss = (np.abs(before - after) / (np.sqrt(2) * before.std(axis=0, ddof=1))).sum()
    assert loss == pytest.approx(reference[scenario]["dUtility_IL1s"], rel=1e-9)


def test_noise_gives_back_the_lost_covariance() -> None:
    random = np.random.default_rng(3)
    values = random.multivariate_normal([0, 5], [[4, 1.5], [1.5, 1]], 20_000)
    groups = projection_groups((values - values.mean(0)) / values.std(0), 50, "z_scores")
    means = np.column_stack([np.bincount(groups, values[:, j])[groups] / np.bincount(groups)[groups] for j in (0, 1)])
    lost = lost_covariance(values, means)
    assert lost == pytest.approx(np.cov((values - means).T), rel=1e-9)  # the covariance within the groups
    noisy = with_noise(values, means, np.random.default_rng(4))
    assert np.cov(noisy.T) == pytest.approx(np.cov(values.T), abs=0.1)
    assert np.cov((noisy - means).T) == pytest.approx(lost, abs=0.05)


def test_with_noise_the_variables_are_declared_as_noisy(file_of) -> None:
    file = file_of(x=[1, 2, 3, 4, 5, 6], y=[2, 1, 4, 3, 6, 5])
    codebook = Codebook((Variable("x", Level.CONTINUOUS), Variable("y", Level.CONTINUOUS)))
    plain, noisy = (
        apply_recipe(file, codebook, Recipe((make_step("microaggregation", ("x", "y"), k=2, add_noise=n),)))
        for n in (False, True)
    )
    assert plain.declaration.masking == dict.fromkeys("xy", Masking.MICROAGGREGATE)
    assert noisy.declaration.masking == dict.fromkeys("xy", Masking.NOISE)
    assert (plain.microdata.columns["x"].numbers != noisy.microdata.columns["x"].numbers).all()
