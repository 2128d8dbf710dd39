"""Real files that must not be proposed: a copy, permuted columns, another survey; beside files that are masked."""

import pytest

from core.assessment import collect, make_plan, run
from core.data import Codebook, KeySet, Scenario
from core.decision import ReleaseType, Standing, decide, proposed_purpose
from core.decision.verdict import GuardKind
from core.intake import read_file
from core.pairing import draft_codebook

pytestmark = pytest.mark.slow

KEYS = ("urbrur", "roof", "walls", "water", "electcon", "relat", "sex")
MEASURES = (
    "gdu",
    "gdu_effect_sizes",
    "gdu_resolution",
    "global_risk",
    "expected_match_risk",
)


@pytest.fixture(scope="module")
def compared(shared_data):
    """A run of testdata that takes seconds: whether permuted columns score as such shows only when measured."""
    folder = shared_data / "sdcmicro"
    paths = [folder / "masked" / "testdata" / f"{n}.csv" for n in ("identical", "independent_permute", "mdav_3")]
    original, *masked = (
        read_file(p.name, p.read_bytes()).microdata for p in (folder / "testdata.csv", *paths, folder / "Tarragona.csv")
    )
    drafted = draft_codebook(original, masked)
    codebook = Codebook(drafted.variables, (KeySet("keys", KEYS, "sampling_weight"),), drafted.scenarios)
    plan = make_plan(MEASURES)
    return collect(plan, run(original, [Scenario(m, codebook.declaration(m.name)) for m in masked], codebook, plan))


@pytest.mark.parametrize("release", ReleaseType)
def test_none_of_them_is_proposed(compared, release) -> None:
    decision = decide(compared, proposed_purpose(release))
    assert decision.of("identical").struck_by(GuardKind.IDENTICAL)
    assert decision.of("independent_permute").struck_by(GuardKind.LIKE_SHUFFLED)
    assert decision.of("Tarragona").struck_by(GuardKind.NO_COMMON_VARIABLES)
    assert {decision.of(n).standing for n in ("identical", "independent_permute", "Tarragona")} == {Standing.NO}
    assert {decision.chosen, decision.closest} <= {"mdav_3", None}
