"""Parameters of the disclosure risk measures."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Literal

MissingRule = Literal["wildcard", "category", "drop"]
RiskFormula = Literal["exact", "approximate"]
SudaScore = Literal["suda2", "printed", "ihsn"]
SensitiveMissing = Literal["value", "each", "ignored"]
IntervalWidth = Literal["masked", "original"]
IntervalMissing = Literal["excluded", "inside"]
SampleWeights = Literal["as_is", "rescale"]
DcapForm = Literal["above_baseline", "raw"]


@dataclass(frozen=True)
class RiskParameters:
    """How the key variables are read, and what the measures of risk count.

    Parameters
    ----------
    missing : "wildcard", "category" or "drop"
        A missing key agrees with every value (the intruder cannot rule the record out); is a value
        of its own; or its record is left out.
    individual_risk : "exact" or "approximate"
        The exact formula, or p / (f - (1 - p)) from f = 3 on, which sdcMicro uses (up to 3.5% too high).
    threshold : float
        Individual risks above it are counted by ``risk_above_threshold``; in (0, 1).
    sampling_fraction : float
        Share of the population that is in the original, where no weight is tagged (population models take it
        in any case); a masked file that is a sample holds so much less; 0: not known; at most 1.
    sample_weights : "as_is" or "rescale"
        Weights of a masked file that is a sample: as the file has them, or times N/n (records of the original
        by those of the masked file) where they were not rescaled when it was drawn.
    suda_score : "suda2", "printed" or "ihsn"
        Sum of (m - s)! over all minimal sample uniques of size s; (m - s)! of the smallest alone, as Kocar
        (2018, 2.1) prints it; or the sum of (2^(m-s) - 1) s! (m-s)! / m!.
    suda_fraction : float
        Sampling fraction of DIS-SUDA, below or equal 1; 0: n / sum of weights, .01 without weights.
    suda_max_size : int
        Largest minimal sample unique that is searched for; 0: all sizes up to 12 keys, 4 with more.
    sensitive_missing : "value", "each" or "ignored"
        In l-diversity missing sensitive values are one more value, each a value of its own (sdcMicro), or left out.
    recursive_c : float
        c of recursive (c, l)-diversity; above 0.
    loglinear_pairs : tuple of str
        Two-way terms of the log-linear model, "sex:region"; main effects are always in.
    linkage_targets : int
        Masked records drawn at random for record linkage; 0: all.
    spruill_within : tuple of str
        Categorical keys within whose groups Spruill's nearest record is looked for, as one does who knows a person's
        group; none: among all records.
    seed : int
        Seed of that draw.
    interval_share : float
        Half width of the disclosure interval in standard deviations; above 0.
    interval_width : "masked" or "original"
        Whose standard deviation.
    interval_missing : "excluded" or "inside"
        Whether records with a missing value are left out, or the missing value counts as inside.
    intruder_error : float
        What an intruder with some knowledge errs by in numbers: a standard deviation of the error, in those of
        the original; above 0.
    intruder_doubt : float
        The chance that a category is not what that intruder believes; in (0, 1).
    large_denominator : int
        DiSCO: a key with more original records than this that points to one value is called large.
    dominant_count, dominant_share : int, float
        DiSCO: a level with more disclosive records than the one, and a larger share of them than the other.
    pair_count, pair_share : int, float
        DiSCO: a key's level that predicts the value by itself: cells with more records than the one, and a
        larger share of the key level's records than the other.
    attacks : int
        People, records or predicates that an attack takes, drawn at random; 0: all.
    attack_budget : float
        Most comparisons of a value that a search for nearest records may cost, in 10^9: where the file is large, fewer
        people are attacked, but not fewer than a hundred; above 0.
    attack_variables : int
        Variables of a predicate that is to single somebody out; at least 1.
    attack_neighbours : int
        Nearest released records that an intruder takes for either half of a person in linking two lists; at least 1.
    attack_first, attack_second : tuple of str
        Variables of the two lists; neither: the key variables, and all others.
    attack_known : tuple of str
        What an intruder knows who infers a sensitive value; none: all other variables.
    attack_tolerance : float
        A number is inferred where it is right within this share of itself; in [0, 1).
    dcap : "above_baseline" or "raw"
        DCAP above what the target's distribution alone gives, relative to the most possible; or as it is.

    Raises
    ------
    ValueError
        A parameter outside its range.
    """

    missing: MissingRule = "wildcard"
    individual_risk: RiskFormula = "exact"
    threshold: float = 0.1
    sampling_fraction: float = 0.0
    sample_weights: SampleWeights = "as_is"
    suda_score: SudaScore = "suda2"
    suda_fraction: float = 0.0
    suda_max_size: int = 0
    sensitive_missing: SensitiveMissing = "value"
    recursive_c: float = 2.0
    loglinear_pairs: tuple[str, ...] = ()
    linkage_targets: int = 5000
    spruill_within: tuple[str, ...] = ()
    seed: int = 1
    interval_share: float = 0.05
    interval_width: IntervalWidth = "masked"
    interval_missing: IntervalMissing = "excluded"
    intruder_error: float = 0.1
    intruder_doubt: float = 0.05
    large_denominator: int = 5
    dominant_count: int = 50
    dominant_share: float = 0.9
    pair_count: int = 4
    pair_share: float = 0.8
    attacks: int = 2000
    attack_budget: float = 1.2
    attack_variables: int = 3
    attack_neighbours: int = 5
    attack_first: tuple[str, ...] = ()
    attack_second: tuple[str, ...] = ()
    attack_known: tuple[str, ...] = ()
    attack_tolerance: float = 0.05
    dcap: DcapForm = "above_baseline"

    def __post_init__(self) -> None:
        for names, lowest, highest, words in RANGES:
            for name in names:
                if not lowest <= getattr(self, name) <= highest:
                    raise ValueError(f"{name} must {words}")
        for pair in self.loglinear_pairs:
            if len([part for part in pair.split(":") if part]) != 2:
                raise ValueError(f"write a two-way term as key:key, not {pair!r}")
        if both := sorted(set(self.attack_first) & set(self.attack_second)):
            raise ValueError(f"{both[0]!r} is in both lists of variables: give each variable to one")


LEAST, MOST = sys.float_info.min, sys.float_info.max

RANGES: tuple[tuple[tuple[str, ...], float, float, str], ...] = (
    (("threshold", "intruder_doubt"), LEAST, 1 - 1e-9, "lie between 0 and 1"),
    (("sampling_fraction", "suda_fraction"), 0, 1, "lie between 0 (not given) and 1"),
    (("attack_variables", "attack_neighbours"), 1, MOST, "be at least 1"),
    (("dominant_share", "pair_share", "attack_tolerance"), 0, 1 - 1e-9, "be at least 0 and below 1"),
    (("recursive_c", "interval_share", "intruder_error", "attack_budget"), LEAST, MOST, "be above 0 and finite"),
    (
        ("suda_max_size", "linkage_targets", "attacks", "seed", "large_denominator", "dominant_count", "pair_count"),
        0,
        MOST,
        "not be negative",
    ),
)
"""What each number may be: names, lowest, highest, and the words for it."""
