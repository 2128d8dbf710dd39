"""Attacks in words: how many more people than by chance."""

from dataclasses import replace

import pytest

from core.assessment import Assessment
from core.measures import Result, Skipped
from core.views import attack_lines, attacks_without_figure


def rate(value: float, n: int = 1000) -> dict:
    return {"attacks": n, "successes": value * n, "rate": value, "interval": [value, value]}


def attacked(a: float, c: float | None, baseline: float = 0.05) -> Assessment:
    detail = {
        "attack": rate(a),
        "baseline": rate(baseline),
        "control": None if c is None else rate(c, 400),
        "net_of": "guessing" if c is None else "control",
        "above": 0.0,
        "knows": "all other variables",
        "variables": ["age"],
        "n_original": 900,
        "n_masked": 1000,
        "n_control": None if c is None else 400,
        "copies": 0,
        "interval_kind": "",
    }
    risk = Result("singling_out_univariate", (), 0.1, 1000, (0.05, 0.15), detail=detail)
    lost = Skipped("inference", (), "no sensitive variable is tagged")
    return Assessment("m", "m.csv", "", 1000, 5, (risk, lost))


@pytest.mark.parametrize(
    ("a", "c", "said"),
    [
        (0.12, 0.10, "2 more in 100 people than by chance (12.0% of attacks on people in the original succeed, 10.0%"),
        (0.102, 0.10, "fewer than 1 more in 100 people than by chance"),
        (0.08, 0.10, "no more people than by chance"),
        (0.10, 0.10, "no more people than by chance"),
        (
            0.25,
            None,
            "20 more in 100 people than by chance (25.0% of attacks on people in the original",
        ),
    ],
)
def test_the_sentence_says_how_many_more_people(a: float, c: float | None, said: str) -> None:
    (line,) = attack_lines(attacked(a, c))
    assert line.sentence.startswith(f"The attack succeeds on {said}")
    assert tuple(line.rates[name] for name in ("n_original", "n_masked", "n_control")) == (
        900,
        1000,
        None if c is None else 400,
    )


def test_an_attack_without_a_figure_says_why() -> None:
    ((measure, reason),) = attacks_without_figure(attacked(0.2, 0.1))
    assert (measure.id, reason) == ("inference", "no sensitive variable is tagged")
    assert not attack_lines(replace(attacked(0.2, 0.1), outcomes=()))
