"""A propensity model as users of synthetic data read it: pMSE, SPECKS, PO50 and U, each against what chance shows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from core.assessment import Assessment, Comparison
from core.measures import Result, detail_of
from core.utility import PropensityDetail
from core.wording import counted, first_of

NAMED = 3
STATISTICS = ("pMSE", "SPECKS", "PO50", "U")


@dataclass(frozen=True)
class PropensityStatistics:
    """What the model of one file says.

    Parameters
    ----------
    statistics, between_sets : mapping of str to float
        By name; the means over the pairs of sets, empty where there are none.
    ratios : mapping of str to float
        pMSE over its mean for files drawn from the model that fits the original, by where that mean comes from.
    pairs : int
        Pairs of sets that could be compared.
    n : int
        Records of the smaller file.
    reason : str
        Why some pairs could not be; empty where all could, or where the file is no set.
    """

    statistics: Mapping[str, float]
    between_sets: Mapping[str, float]
    ratios: Mapping[str, float]
    pairs: int
    n: int
    reason: str = ""


@dataclass(frozen=True)
class _Sets:
    """Two sets of one scenario, and what a model between them shows: pMSE, SPECKS, PO50 and U."""

    first: int
    second: int
    figures: tuple[float, float, float, float]

    @property
    def unit(self) -> float:
        """C (1 - c) / N: what two files of one model show for each coefficient."""
        n = self.first + self.second
        return self.first * self.second / n**3


def propensity_statistics(comparison: Comparison, file: Assessment) -> PropensityStatistics | None:
    """Return all statistics of a file's propensity model; None where it has none.

    The mean of pMSE for files drawn from the fitted model of the original is, for each coefficient, (1 - c)^2 c / N
    (Snoke et al. 2018); permuted records, and two sets of one model, show (1 - c) c / N. At equal sizes that is
    twice as much, as synthpop has it (Raab, Nowok and Dibben 2021); the ratio is the same at any size.
    """
    outcome = file.outcome("propensity")
    if not isinstance(outcome, Result):
        return None
    detail = detail_of(outcome, PropensityDetail)
    specks, po50, u = detail["specks"], detail.get("po50"), detail.get("u")
    if specks is None or po50 is None or u is None:
        return None
    sets, reasons = _pairs_of_sets(comparison, file)
    values = dict(zip(STATISTICS, (outcome.value, specks, po50, u), strict=True))
    between = {name: fmean(each.figures[i] for each in sets) for i, name in enumerate(STATISTICS)} if sets else {}
    ratios, n = dict(_ratios(outcome.value, detail, sets)), min(detail["n_original"], detail["n_masked"])
    return PropensityStatistics(values, between, ratios, len(sets), n, first_of(reasons, NAMED) if reasons else "")


def _pairs_of_sets(comparison: Comparison, file: Assessment) -> tuple[list[_Sets], list[str]]:
    """Return every pair of sets of the file's scenario, and why others could not be compared."""
    sets: list[_Sets] = []
    reasons: dict[str, None] = {}
    for each in comparison.synthetic_sets().get(file.set_of, ()) if file.set_of else ():
        detail = detail_of(each.outcome("propensity"), PropensityDetail) if each.results("propensity") else None
        for pair in [] if detail is None else detail.get("between_sets", []):
            if "reason" in pair:
                reasons[pair["reason"]] = None
            else:
                figures = pair["value"], pair["specks"], pair["po50"], pair["u"]
                sets.append(_Sets(pair["n"], each.rows, figures))
    return sets, list(reasons)


def _ratios(value: float, detail: PropensityDetail, sets: Sequence[_Sets]) -> Iterator[tuple[str, float]]:
    """Yield pMSE over its mean: by formula, from records assigned at random, from pairs of sets."""
    if detail["ratio"] is not None:
        yield "by formula", detail["ratio"]
    null, c = detail["null"], detail["share_masked"]
    if "mean" in null and null.get("dealt") and null["mean"] > 0:
        words = f"from {counted(null['replicates'], 'permutation', 'permutations')} of the records at random"
        yield words, value / (null["mean"] * (1 - c))
    of_sets = fmean(each.figures[0] / each.unit for each in sets) if sets else 0.0
    if of_sets > 0:
        n = detail["n_original"] + detail["n_masked"]
        words = f"from {counted(len(sets), 'pair', 'pairs')} of sets"
        yield words, value / (of_sets * (1 - c) ** 2 * c / n)
