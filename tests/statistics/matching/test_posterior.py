"""The intruder who weighs records by their likelihood: by hand, against the posterior of the true law, and bounds."""

from dataclasses import replace

import numpy as np
import pytest

from core.statistics.matching import KeyColumn, exact_claims, posterior, posterior_risks, target_cells

N = 1500
RARE = (0.02, 0.08, 0.3, 0.6)


def redrawn(codes, law, dose, random):
    fresh = random.choice(len(law), len(codes), p=law)
    return np.where(random.random(len(codes)) < dose, fresh, codes)


def true_posterior(original, masked, laws, dose):
    """Return the highest chance of each person by the true law and dose, which the estimate must come near to."""
    odds = np.ones((len(original), len(masked)))
    for key, law in enumerate(laws):
        equal = original[:, key][:, None] == masked[:, key]
        odds *= (1 - dose) * equal / np.array(law)[masked[:, key]] + dose
    return (odds / odds.sum(axis=1, keepdims=True)).max(axis=1)


def of_categories(original, masked, links=None):
    keys = [KeyColumn(o.astype(np.int32), m.astype(np.int32)) for o, m in zip(original.T, masked.T, strict=True)]
    return target_cells(keys, np.arange(len(masked)) if links is None else links)


def drawn(dose, seed=1):
    random = np.random.default_rng(seed)
    original = np.column_stack([random.choice(4, N, p=RARE) for _ in range(3)])
    return original, np.column_stack([redrawn(column, RARE, dose, random) for column in original.T])


@pytest.mark.parametrize("dose", [0.3, 0.6, 0.8])
def test_the_person_with_rare_values_is_found_as_whoever_knows_law_and_dose_finds_them(dose: float) -> None:
    original, masked = drawn(dose)
    cells, of_person = of_categories(original, masked)
    risks = posterior_risks(cells, false_values=True)[of_person]
    alone = 1 / cells.targets[of_person]
    truth = np.minimum(true_posterior(original, masked, (RARE,) * 3, dose), alone)
    assert risks.max() == pytest.approx(truth.max(), rel=0.3)
    assert risks.mean() == pytest.approx(truth.mean(), rel=0.15)


def test_a_number_with_noise_is_weighed_by_its_distance() -> None:
    random = np.random.default_rng(2)
    true = np.round(random.normal(0, 100, 400))
    noisy = true + random.normal(0, 20, 400)
    cells, of_person = target_cells([KeyColumn.of_numbers(true, noisy)], np.arange(400))
    chance = np.exp(-0.5 * ((noisy - true[:, None]) / 20) ** 2) / np.exp(-0.5 * (noisy / 102) ** 2)
    truth = (chance / chance.sum(axis=1, keepdims=True)).max(axis=1)
    assert posterior_risks(cells, false_values=True)[of_person].max() == pytest.approx(truth.max(), rel=0.35)


@pytest.mark.parametrize("seed", range(6))
def test_the_unit_of_a_number_changes_no_risk_though_distances_tie_with_the_ends_of_their_bands(seed: int) -> None:
    random = np.random.default_rng(seed)
    age = random.integers(0, 91, 400).astype(np.float64)
    cells, _ = target_cells([KeyColumn.of_numbers(age, age + random.integers(-6, 7, 400))], np.arange(400))
    in_years = replace(cells, values=tuple(np.rint(v * np.ptp(age)) for v in cells.values))
    assert posterior_risks(cells, false_values=True) == pytest.approx(posterior_risks(in_years, false_values=True))


@pytest.mark.parametrize("linked", [True, False])
def test_blanks_at_random_hide_nobody_whose_own_record_has_its_values(linked: bool) -> None:
    random = np.random.default_rng(3)
    original = np.column_stack([random.choice(4, 400, p=RARE) for _ in range(2)])
    masked = np.where(random.random(original.shape) < 0.4, -1, original)
    cells, _ = of_categories(original, masked, None if linked else np.full(400, -1))
    risks = posterior_risks(cells, false_values=False) * cells.targets
    whole = np.array([(masked == own).all(axis=1).any() for own in cells.original])
    hidden = exact_claims(cells).fitting / cells.targets
    shown = whole & (cells.targets <= 8) & (hidden > 10)
    assert shown.any()
    assert risks[shown].min() > 0.6, "ten times as many records fit, but blanks are as likely anybody's"


def test_blanks_of_all_rare_values_hide_them_behind_each_other() -> None:
    original = np.repeat([0, 1, 2, 3], [2, 3, 45, 50])[:, None]
    masked = np.where(original < 2, -1, original)
    cells, _ = of_categories(original, masked)
    assert posterior_risks(cells, false_values=False) == pytest.approx([1 / 5, 1 / 5, 1 / 45, 1 / 50], rel=0.15)


def test_in_a_sample_the_others_might_be_the_person() -> None:
    original, masked = drawn(0.6)
    rows = np.random.default_rng(4).choice(N, N // 4, replace=False)
    whole, _ = of_categories(original, masked)
    part, _ = of_categories(original, masked[rows], rows)
    assert posterior_risks(part, false_values=True).mean() == pytest.approx(
        posterior_risks(whole, false_values=True).mean(), rel=0.5
    )


def test_nobody_is_above_the_original_and_strangers_tell_nothing() -> None:
    original, masked = drawn(0.1)
    cells, _ = of_categories(original, masked)
    assert (posterior_risks(cells, false_values=True) <= 1 / cells.targets).all()
    strangers, _ = of_categories(original, drawn(0.0, seed=9)[1], np.random.default_rng(1).permutation(N))
    assert posterior_risks(strangers, false_values=True).max() < 0.05


def test_combinations_that_are_too_many_are_not_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    cells, _ = of_categories(*drawn(0.5))
    whole = posterior_risks(cells, false_values=True)
    monkeypatch.setattr(posterior, "BLOCK_PAIRS", len(cells.masked) * 3)
    assert posterior_risks(cells, false_values=True) == pytest.approx(whole), "in blocks of three rows"
    monkeypatch.setattr(posterior, "MOST_PAIRS", len(cells.masked) * len(cells.original) - 1)
    assert posterior_risks(cells, false_values=True) is None
