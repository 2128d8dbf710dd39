"""The verdict in more than forty situations: the sentence that is expected, and what to do next."""

from dataclasses import replace

import pytest

from core.data import RelationKind
from core.decision import ReleaseType
from tests.decision.situations import (
    LARGEST_ONLY,
    RISKY,
    SAFE,
    VARIABLES,
    cancelled,
    decided,
    hollow,
    masked,
    original,
    resting_on,
)

RISK = " Risk of the file 0.90%, limit 5%."
WORTH = RISK + " Its utility lies 75.0% of the way from shuffled columns to the original."

SITUATIONS = {
    "one file passes": (
        lambda: decided(masked()),
        "“A” can go out as a scientific-use file: all 5 thresholds met." + WORTH,
        ["RECORD", "LOSSES"],
    ),
    "it passes as a public-use file": (
        lambda: decided(masked(), release=ReleaseType.PUBLIC),
        "“A” can go out as a public-use file: all 5 thresholds met." + WORTH,
        ["RECORD", "LOSSES"],
    ),
    "it passes for a secure room": (
        lambda: decided(masked(), release=ReleaseType.SECURE),
        "“A” can go out to a secure room: all 5 thresholds met. Risk of the file 0.90%, limit 20%. Its "
        "utility lies 75.0% of the way from shuffled columns to the original.",
        ["RECORD", "LOSSES"],
    ),
    "it passes own rules": (
        lambda: decided(masked(), release=ReleaseType.OWN),
        "“A” can go out under your own rules: all 5 thresholds met." + WORTH,
        ["RECORD", "LOSSES"],
    ),
    "it keeps most published figures": (
        lambda: decided(masked(kept=(7, 9))),
        "“A” can go out as a scientific-use file: all 5 thresholds met."
        + WORTH
        + " It keeps 7 of 9 published figures.",
        ["RECORD", "LOSSES"],
    ),
    "it passes but keeps none": (
        lambda: decided(masked(kept=(0, 9))),
        "Nothing here deserves to go out as a scientific-use file. Closest: “A”: all 5 thresholds met, "
        "but it keeps 0 of 9 published figures." + WORTH,
        ["LABORATORY", "WHY"],
    ),
    "a better one keeps none": (
        lambda: decided(masked("A", kept=(0, 9), gdu=0.95), masked("B", kept=(3, 9))),
        "“B” can go out as a scientific-use file: all 5 thresholds met."
        + WORTH
        + " It keeps 3 of 9 published figures. “A” meets them too, but keeps 0 of 9 published figures.",
        ["RECORD", "SIDE_BY_SIDE", "LOSSES"],
    ),
    "of two the one of more use": (
        lambda: decided(masked("A", gdu=0.8), masked("B", gdu=0.9)),
        "“B” can go out as a scientific-use file: all 5 thresholds met." + WORTH,
        ["RECORD", "SIDE_BY_SIDE", "LOSSES"],
    ),
    "of two alike the safer": (
        lambda: decided(masked("A", global_or_linkage_risk=0.02), masked("B")),
        "“B” can go out as a scientific-use file: all 5 thresholds met." + WORTH,
        ["RECORD", "SIDE_BY_SIDE", "LOSSES"],
    ),
    "one threshold fails": (
        lambda: decided(masked(dis_suda_max=0.2)),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 4 of 5 thresholds met (DIS-SUDA "
        "risk 20.0%, limit 10%)." + WORTH,
        ["LABORATORY", "WHY"],
    ),
    "the example of the issue": (
        lambda: decided(
            masked("Everything at once", risk_above_threshold=0.739, kept=(0, 9), gdu=0.5), release=ReleaseType.PUBLIC
        ),
        "Nothing here can go out as a public-use file. Closest: “Everything at once”: 4 of 5 thresholds "
        "met (individual risk above 1% in 73.9% of records), but it keeps 0 of 9 published figures and "
        "scores below shuffled columns (utility 50.0%, shuffled 60.0%)." + RISK,
        ["LABORATORY", "WHY"],
    ),
    "three thresholds fail": (
        lambda: decided(masked(dis_suda_max=0.2, sample_uniques=0.5, k_violations_3=0.1)),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 2 of 5 thresholds met (10.0% of "
        "records are in groups of fewer than 3 with the same key values; records alone with their key values 50.0%, "
        "limit 20%; and 1 more)." + WORTH,
        ["LABORATORY", "WHY"],
    ),
    "an interval reaches over the limit": (
        lambda: decided(masked(global_or_linkage_risk=(0.045, 0.03, 0.06))),
        "It cannot be told whether anything here can go out as a scientific-use file. Closest: “A”: 4 of "
        "5 thresholds met (risk of the file 4.5%, between 3.0% and 6.0%, cannot be told from its limit of"
        " 5%). Risk of the file 4.5%, which cannot be told from its limit of 5%. Its utility lies 75.0% of "
        "the way from shuffled columns to the original.",
        ["LABORATORY", "WHY"],
    ),
    "an interval reaches under the limit": (
        lambda: decided(masked(global_or_linkage_risk=(0.055, 0.04, 0.07))),
        "It cannot be told whether anything here can go out as a scientific-use file. Closest: “A”: 4 of "
        "5 thresholds met (risk of the file 5.5%, between 4.0% and 7.0%, cannot be told from its limit of"
        " 5%). Risk of the file 5.5%, which cannot be told from its limit of 5%. Its utility lies 75.0% of "
        "the way from shuffled columns to the original.",
        ["LABORATORY", "WHY"],
    ),
    "one figure does not hold": (
        lambda: decided(hollow(masked(), "dis_suda_max")),
        "It cannot be told whether anything here can go out as a scientific-use file. Closest: “A”: 4 of "
        "5 thresholds met (1 rests on a figure that does not hold)." + WORTH,
        ["LABORATORY", "WHY"],
    ),
    "the risk does not hold": (
        lambda: decided(hollow(masked(), "global_or_linkage_risk")),
        "It cannot be told whether anything here can go out as a scientific-use file. Closest: “A”: 4 of "
        "5 thresholds met (1 rests on a figure that does not hold). Risk of the file 0.90%, a figure that does not "
        "hold. Its utility lies 75.0% of the way from shuffled columns to the original.",
        ["LABORATORY", "WHY"],
    ),
    "three figures do not hold": (
        lambda: decided(hollow(masked(), "dis_suda_max", "sample_uniques", "k_violations_3")),
        "It cannot be told whether anything here can go out as a scientific-use file. Closest: “A”: 2 of "
        "5 thresholds met (3 rest on figures that do not hold)." + WORTH,
        ["LABORATORY", "WHY"],
    ),
    "one fails and one does not hold": (
        lambda: decided(hollow(masked(global_or_linkage_risk=0.3), "dis_suda_max")),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 3 of 5 thresholds met (risk of "
        "the file 30.0%, limit 5%; 1 rests on a figure that does not hold). Risk of the file 30.0%, limit"
        " 5%. Its utility lies 75.0% of the way from shuffled columns to the original.",
        ["LABORATORY", "WHY"],
    ),
    "one threshold was not measured": (
        lambda: decided(masked(dis_suda_max=None)),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 4 of 5 thresholds met (DIS-SUDA "
        "risk not measured)." + WORTH,
        ["MEASURE", "LABORATORY", "WHY"],
    ),
    "one threshold has no value": (
        lambda: decided(masked(dis_suda_max="no weight is declared")),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 4 of 5 thresholds met (DIS-SUDA "
        "risk not measured: no weight is declared)." + WORTH,
        ["MEASURE", "LABORATORY", "WHY"],
    ),
    "one measure failed": (
        lambda: decided(masked(dis_suda_max="failed")),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 4 of 5 thresholds met (DIS-SUDA "
        "risk not measured: it failed through a fault of the program)." + WORTH,
        ["MEASURE", "LABORATORY", "WHY"],
    ),
    "the run was cancelled": (
        lambda: decided(cancelled()),
        "Nothing here can go out as a scientific-use file: “A” was not measured.",
        ["MEASURE"],
    ),
    "a cancelled file beside a good one": (
        lambda: decided(cancelled("A"), masked("B")),
        "“B” can go out as a scientific-use file: all 5 thresholds met." + WORTH + " Struck out: “A” was not measured.",
        ["RECORD", "LOSSES"],
    ),
    "all were cancelled": (
        lambda: decided(cancelled("A"), cancelled("B"), cancelled("C")),
        "Nothing here can go out as a scientific-use file: “A”, “B”, “C” were not measured.",
        ["MEASURE"],
    ),
    "there is no file": (
        decided,
        "There is no masked file to judge.",
        ["FILES"],
    ),
    "utility was not measured": (
        lambda: decided(masked(gdu=None)),
        "Nothing here can go out as a scientific-use file: “A” has no data utility (not measured).",
        ["MEASURE"],
    ),
    "utility has no value": (
        lambda: decided(masked(gdu="no variable in common")),
        "Nothing here can go out as a scientific-use file: “A” has no data utility (no variable in common).",
        ["MEASURE"],
    ),
    "shuffled columns were not measured": (
        lambda: decided(masked(bottom=None)),
        "It cannot be told whether anything here can go out as a scientific-use file. Closest: “A”: all 5"
        " thresholds met, but it cannot be held against shuffled columns, which were not measured." + RISK,
        ["LABORATORY", "WHY"],
    ),
    "it scores as shuffled columns": (
        lambda: decided(masked(gdu=0.6)),
        "Nothing here can go out as a scientific-use file. Closest: “A”: all 5 thresholds met, but it "
        "scores no better than shuffled columns (utility 60.0%, shuffled 60.0%)." + RISK,
        ["LABORATORY", "WHY"],
    ),
    "it scores below shuffled columns": (
        lambda: decided(masked(gdu=0.5)),
        "Nothing here can go out as a scientific-use file. Closest: “A”: all 5 thresholds met, but it "
        "scores below shuffled columns (utility 50.0%, shuffled 60.0%)." + RISK,
        ["LABORATORY", "WHY"],
    ),
    "it cannot be told from shuffled columns": (
        lambda: decided(masked(gdu=(0.65, 0.55, 0.75))),
        "It cannot be told whether anything here can go out as a scientific-use file. Closest: “A”: all 5"
        " thresholds met, but it cannot be told from shuffled columns (utility 55.0% to 75.0%, shuffled "
        "60.0%)." + RISK + " Its utility lies 12.5% of the way from shuffled columns to the original.",
        ["LABORATORY", "WHY"],
    ),
    "shuffling columns lowers nothing": (
        lambda: decided(masked(gdu=0.97, bottom=0.995)),
        "“A” can go out as a scientific-use file: all 5 thresholds met." + RISK,
        ["RECORD", "LOSSES"],
    ),
    "the original under another name": (
        lambda: decided(masked(relation=RelationKind.IDENTICAL)),
        "Nothing here can go out as a scientific-use file: “A” holds the original's records unchanged.",
        ["FILES"],
    ),
    "the original beside a masked file": (
        lambda: decided(masked("A", relation=RelationKind.IDENTICAL, gdu=1.0), masked("B")),
        "“B” can go out as a scientific-use file: all 5 thresholds met."
        + WORTH
        + " Struck out: “A” holds the original's records unchanged.",
        ["RECORD", "LOSSES"],
    ),
    "copies in many formats beside a masked file": (
        lambda: decided(
            masked("B"),
            *(masked(name, relation=RelationKind.IDENTICAL, gdu=1.0) for name in ("csv", "sav", "parquet", "sorted")),
            cancelled("late"),
        ),
        "“B” can go out as a scientific-use file: all 5 thresholds met."
        + WORTH
        + " Struck out: “csv”, “sav”, “parquet” and 1 more hold the original's records unchanged; “late” was not "
        "measured.",
        ["RECORD", "LOSSES"],
    ),
    "the very file of the original": (
        lambda: decided(replace(masked(), sha256="original")),
        "Nothing here can go out as a scientific-use file: “A” is the original's own file, byte for byte.",
        ["FILES"],
    ),
    "another survey": (
        lambda: decided(masked(relation=RelationKind.OTHER_SURVEY)),
        "Nothing here can go out as a scientific-use file: “A” is of another survey than the original.",
        ["FILES"],
    ),
    "other people": (
        lambda: decided(masked(relation=RelationKind.OTHER_PEOPLE)),
        "Nothing here can go out as a scientific-use file: “A” holds other people than the original.",
        ["FILES"],
    ),
    "no variable in common": (
        lambda: decided(
            replace(masked(gdu="x"), variables=tuple(replace(v, status="not comparable") for v in VARIABLES))
        ),
        "Nothing here can go out as a scientific-use file: “A” has no variable in common with the "
        "original that can be compared.",
        ["FILES"],
    ),
    "the original passes": (
        lambda: decided(masked(), of=original(**SAFE)),
        "These limits cannot tell masked from unmasked: the original itself meets all 5 of them. That a "
        "masked file meets them says nothing, so none is proposed.",
        ["LIMITS"],
    ),
    "the original passes, and stands among the files": (
        lambda: decided(masked("A", relation=RelationKind.IDENTICAL), masked("B"), of=original(**SAFE)),
        "These limits cannot tell masked from unmasked: the original itself meets all 5 of them. That a "
        "masked file meets them says nothing, so none is proposed. Struck out: “A” holds the original's "
        "records unchanged.",
        ["LIMITS"],
    ),
    "it fails in one key set of two": (
        lambda: decided(
            masked(keysets=("Friend", "Register"), dis_suda_max={"Friend": 0.2, "Register": 0.01}),
            of=original(keysets=("Friend", "Register")),
        ),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 4 of 5 thresholds met (DIS-SUDA "
        "risk 20.0%, limit 10%, key set Friend)." + WORTH,
        ["LABORATORY", "WHY"],
    ),
    "one key set was not measured": (
        lambda: decided(masked(keysets=("Friend",)), of=original(keysets=("Friend", "Register"))),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 0 of 5 thresholds met (5 not measured)."
        + WORTH,
        ["MEASURE", "LABORATORY", "WHY"],
    ),
    "several have no value, all for one reason": (
        lambda: decided(masked(dis_suda_max="no weight is declared", sample_uniques="no weight is declared")),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 3 of 5 thresholds met (2 not measured: no "
        "weight is declared)." + WORTH,
        ["MEASURE", "LABORATORY", "WHY"],
    ),
    "nobody said what an intruder knows": (
        lambda: decided(masked(keysets=()), of=original(keysets=())),
        "Nothing here can go out as a scientific-use file: “A” was not measured for disclosure risk.",
        ["VARIABLES"],
    ),
    "the nearest of two that fail": (
        lambda: decided(masked("A", dis_suda_max=0.2), masked("B", dis_suda_max=0.2, sample_uniques=0.5)),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 4 of 5 thresholds met (DIS-SUDA "
        "risk 20.0%, limit 10%)." + WORTH,
        ["LABORATORY", "SIDE_BY_SIDE", "WHY"],
    ),
    "shuffled columns meet more than a file of use": (
        lambda: decided(
            masked("Everything at once", risk_above_threshold=0.739, kept=(0, 9), gdu=0.5),
            masked("B", risk_above_threshold=0.8, sample_uniques=0.2, kept=(6, 9)),
            release=ReleaseType.PUBLIC,
        ),
        "Nothing here can go out as a public-use file. Closest: “B”: 3 of 5 thresholds met (records alone with their "
        "key values 20.0%, limit 5%; individual risk above 1% in 80.0% of records)."
        + WORTH
        + " It keeps 6 of 9 published figures. “Everything at once” meets more thresholds (4 of 5), but it keeps 0 of "
        "9 published figures and scores below shuffled columns (utility 50.0%, shuffled 60.0%).",
        ["LABORATORY", "SIDE_BY_SIDE", "WHY"],
    ),
    "shuffled columns meet all, a file of use meets none": (
        lambda: decided(masked("A", gdu=0.6), masked("B", **RISKY)),
        "Nothing here can go out as a scientific-use file. Closest: “B”: 0 of 5 thresholds met (50.0% of records are "
        "in groups of fewer than 3 with the same key values; records alone with their key values 30.0%, limit 20%; "
        "and 3 more). Risk of the file 40.0%, limit 5%. Its utility lies 75.0% of the way from shuffled columns to "
        "the original. “A” meets more thresholds (5 of 5), but it scores no better than shuffled columns (utility "
        "60.0%, shuffled 60.0%).",
        ["LABORATORY", "SIDE_BY_SIDE", "WHY"],
    ),
    "one that keeps no published figure meets more": (
        lambda: decided(masked("A", dis_suda_max=0.2, kept=(0, 9)), masked("B", **RISKY, kept=(1, 9))),
        "Nothing here can go out as a scientific-use file. Closest: “B”: 0 of 5 thresholds met (50.0% of records are "
        "in groups of fewer than 3 with the same key values; records alone with their key values 30.0%, limit 20%; "
        "and 3 more). Risk of the file 40.0%, limit 5%. Its utility lies 75.0% of the way from shuffled columns to "
        "the original. It keeps 1 of 9 published figures. “A” meets more thresholds (4 of 5), but it keeps 0 of 9 "
        "published figures.",
        ["LABORATORY", "SIDE_BY_SIDE", "WHY"],
    ),
    "an open question comes before a file of use that fails": (
        lambda: decided(masked("A", dis_suda_max=0.2), masked("B", gdu=(0.65, 0.55, 0.75)), masked("C", gdu=0.6)),
        "It cannot be told whether anything here can go out as a scientific-use file. Closest: “B”: all 5 thresholds "
        "met, but it cannot be told from shuffled columns (utility 55.0% to 75.0%, shuffled 60.0%)."
        + RISK
        + " Its utility lies 12.5% of the way from shuffled columns to the original.",
        ["LABORATORY", "SIDE_BY_SIDE", "WHY"],
    ),
    "an open question is nearer than a failure": (
        lambda: decided(masked("A", dis_suda_max=0.2), hollow(masked("B"), "dis_suda_max", "sample_uniques")),
        "It cannot be told whether anything here can go out as a scientific-use file. Closest: “B”: 3 of "
        "5 thresholds met (2 rest on figures that do not hold)." + WORTH,
        ["LABORATORY", "SIDE_BY_SIDE", "WHY"],
    ),
    "its risk rests on another basis than the original's": (
        lambda: decided(resting_on(masked(global_or_linkage_risk=0.2), "1/f"), of=resting_on(original(), "weight w")),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 4 of 5 thresholds met (risk of the file "
        "20.0%, limit 5%). Risk of the file 20.0%, limit 5%. It cannot be held against the original's risk. Its "
        "utility lies 75.0% of the way from shuffled columns to the original.",
        ["LABORATORY", "WHY"],
    ),
    "only the largest risk is known": (
        lambda: decided(masked(risk_above_threshold=LARGEST_ONLY)),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 4 of 5 thresholds met (the "
        "largest individual risk is 33%, limit 5%)." + WORTH,
        ["LABORATORY", "WHY"],
    ),
}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_sentence_says_what_may_go_out_and_why(situation) -> None:
    make, sentence, steps = SITUATIONS[situation]
    decision = make()
    assert decision.text == sentence
    assert [step.kind.name for step in decision.steps] == steps


def test_there_are_forty_situations() -> None:
    assert len(SITUATIONS) >= 40
