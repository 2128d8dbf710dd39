"""The verdict in more than forty situations: the sentence that is expected, and what to do next."""

from dataclasses import replace

import pytest

from core.data import RelationKind
from core.decision import ReleaseType, decide
from tests.decision.situations import (
    GIVEN_AWAY,
    KEYS,
    RISKY,
    SAFE,
    VARIABLES,
    WITHSTOOD,
    attacked,
    cancelled,
    compared,
    decided,
    hollow,
    masked,
    original,
)
from tests.outcomes import result

RISK = " Risk of the file 0.90%, limit 5%."
WORTH = RISK + " Its utility at published detail lies 75.0% of the way from shuffled columns to the original."

SITUATIONS = {
    "one file passes": (
        lambda: decided(masked()),
        "“A” can go out as a scientific-use file: all 6 rules met. Risk of the file 0.90%, limit 5%, for an "
        "intruder who knows these 2 keys. Its utility at published detail lies 75.0% of the way from "
        "shuffled columns to the "
        "original.",
        ["RECORD", "LOSSES"],
    ),
    "it passes as a public-use file": (
        lambda: decided(masked(), release=ReleaseType.PUBLIC),
        "“A” can go out as a public-use file: all 6 rules met. Risk of the file 0.90%, limit 5%, for an "
        "intruder who knows these 2 keys. Its utility at published detail lies 75.0% of the way from "
        "shuffled columns to the "
        "original.",
        ["RECORD", "LOSSES"],
    ),
    "it passes for a secure room": (
        lambda: decided(masked(), release=ReleaseType.SECURE),
        "“A” can go out to a secure room: all 6 rules met. Risk of the file 0.90%, limit 20%, for an intruder"
        " who knows these 2 keys. Its utility at published detail lies 75.0% of the way from shuffled "
        "columns to the original.",
        ["RECORD", "LOSSES"],
    ),
    "it passes own rules": (
        lambda: decided(masked(), release=ReleaseType.OWN),
        "“A” can go out under your own rules: all 6 rules met. Risk of the file 0.90%, limit 5%, for an "
        "intruder who knows these 2 keys. Its utility at published detail lies 75.0% of the way from "
        "shuffled columns to the "
        "original.",
        ["RECORD", "LOSSES"],
    ),
    "it keeps most published figures": (
        lambda: decided(masked(kept=(7, 9))),
        "“A” can go out as a scientific-use file: all 6 rules met. Risk of the file 0.90%, limit 5%, for an "
        "intruder who knows these 2 keys. Its utility at published detail lies 75.0% of the way from "
        "shuffled columns to the "
        "original. It keeps 7 of 9 published figures.",
        ["RECORD", "LOSSES"],
    ),
    "it passes but keeps none": (
        lambda: decided(masked(kept=(0, 9))),
        "Nothing here can go out as a scientific-use file: “A” keeps 0 of 9 published figures.",
        ["LABORATORY"],
    ),
    "a better one keeps none": (
        lambda: decided(masked("A", kept=(0, 9), gdu=0.95), masked("B", kept=(3, 9))),
        "“B” can go out as a scientific-use file: all 6 rules met. Risk of the file 0.90%, limit 5%, for an "
        "intruder who knows these 2 keys. Its utility at published detail lies 75.0% of the way from "
        "shuffled columns to the "
        "original. It keeps 3 of 9 published figures.",
        ["RECORD", "LOSSES"],
    ),
    "of two the one of more use": (
        lambda: decided(masked("A", gdu=0.8), masked("B", gdu=0.9)),
        "“B” can go out as a scientific-use file: all 6 rules met. Risk of the file 0.90%, limit 5%, for an "
        "intruder who knows these 2 keys. Its utility at published detail lies 75.0% of the way from "
        "shuffled columns to the "
        "original.",
        ["RECORD", "LOSSES"],
    ),
    "of two alike the safer": (
        lambda: decided(masked("A", risk=0.02), masked("B")),
        "“B” can go out as a scientific-use file: all 6 rules met. Risk of the file 0.90%, limit 5%, for an "
        "intruder who knows these 2 keys. Its utility at published detail lies 75.0% of the way from "
        "shuffled columns to the "
        "original.",
        ["RECORD", "LOSSES"],
    ),
    "one threshold fails": (
        lambda: decided(masked(dis=0.2)),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 5 of 6 rules met (DIS-SUDA risk "
        "20.0%, limit 10%). Risk of the file 0.90%, limit 5%, for an intruder who knows these 2 keys. Its "
        "utility at published detail lies 75.0% of the way from shuffled columns to the original.",
        ["LABORATORY", "WHY"],
    ),
    "the example of the issue": (
        lambda: decided(masked("Everything at once", largest=0.739, kept=(0, 9), gdu=0.5), release=ReleaseType.PUBLIC),
        "Nothing here can go out as a public-use file: “Everything at once” is no better than shuffled "
        "columns (utility 50.0%, shuffled 58.0% to 62.0%).",
        ["LABORATORY"],
    ),
    "three thresholds fail": (
        lambda: decided(masked(dis=0.2, alone=0.5, hidden=0.1)),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 3 of 6 rules met (10.0% of people "
        "are hidden among fewer than 3; people found with a chance above one half 50.0%, limit 20%; and 1 "
        "more). Risk of the file 0.90%, limit 5%, for an intruder who knows these 2 keys. Its utility at "
        "published detail lies "
        "75.0% of the way from shuffled columns to the original.",
        ["LABORATORY", "WHY"],
    ),
    "one figure does not hold": (
        lambda: decided(hollow(masked())),
        "It is not known whether anything here can go out as a scientific-use file: “A” (5 figures do not "
        "hold: age changed by noise).",
        ["LABORATORY"],
    ),
    "the risk does not hold": (
        lambda: decided(hollow(masked())),
        "It is not known whether anything here can go out as a scientific-use file: “A” (5 figures do not "
        "hold: age changed by noise).",
        ["LABORATORY"],
    ),
    "one threshold has no value": (
        lambda: decided(masked(dis="too many keys")),
        "It is not known whether anything here can go out as a scientific-use file: “A” (DIS-SUDA risk not "
        "measured: too many keys).",
        ["MEASURE"],
    ),
    "the risk was not measured": (
        lambda: decided(masked(risk=None)),
        "It is not known whether anything here can go out as a scientific-use file: “A” (5 rules have no "
        "figure: it was not measured).",
        ["MEASURE"],
    ),
    "the risk has no value": (
        lambda: decided(masked(risk="linked records agree no better than in a random order")),
        "It is not known whether anything here can go out as a scientific-use file: “A” (5 rules have no "
        "figure: linked records agree no better than in a random order).",
        ["MEASURE"],
    ),
    "the measure failed": (
        lambda: decided(masked(risk="failed")),
        "It is not known whether anything here can go out as a scientific-use file: “A” (5 rules have no "
        "figure: it failed through a fault of the program).",
        ["MEASURE"],
    ),
    "only a bound is known, above the limit": (
        lambda: decided(masked(bound=True, risk=0.3)),
        "It is not known whether anything here can go out as a scientific-use file: “A” (risk of the file "
        "not measured: only a bound is known, because records are not linked).",
        ["FILES"],
    ),
    "a bound below the limit is enough": (
        lambda: decided(masked(bound=True, risk=0.03)),
        "“A” can go out as a scientific-use file: all 6 rules met. Risk of the file at most 3.0%, limit 5%, "
        "for an intruder who knows these 2 keys. Its utility at published detail lies 75.0% of the way from "
        "shuffled columns to "
        "the original.",
        ["RECORD", "LOSSES"],
    ),
    "nothing is known of single people": (
        lambda: decided(masked(unknown="records are not linked")),
        "It is not known whether anything here can go out as a scientific-use file: “A” (4 rules have no "
        "figure: records are not linked).",
        ["FILES"],
    ),
    "a broken rule comes before one that is not known": (
        lambda: decided(masked(risk=0.3, dis="too many keys")),
        "Nothing here can go out as a scientific-use file: “A” (risk of the file 30.0%, limit 5%).",
        ["MEASURE"],
    ),
    "the run was cancelled": (
        lambda: decided(cancelled()),
        "It is not known whether anything here can go out as a scientific-use file: “A” was not measured.",
        ["MEASURE"],
    ),
    "a cancelled file beside a good one": (
        lambda: decided(cancelled("A"), masked("B")),
        "“B” can go out as a scientific-use file: all 6 rules met. Risk of the file 0.90%, limit 5%, for an "
        "intruder who knows these 2 keys. Its utility at published detail lies 75.0% of the way from "
        "shuffled columns to the "
        "original. Left out: “A” was not measured.",
        ["RECORD", "LOSSES"],
    ),
    "all were cancelled": (
        lambda: decided(cancelled("A"), cancelled("B"), cancelled("C")),
        "It is not known whether anything here can go out as a scientific-use file: “A”, “B”, “C” were not measured.",
        ["MEASURE"],
    ),
    "there is no file": (
        decided,
        "There is no masked file to judge.",
        ["FILES"],
    ),
    "utility was not measured": (
        lambda: decided(masked(gdu=None)),
        "It is not known whether anything here can go out as a scientific-use file: “A” has no data utility "
        "(not measured).",
        ["MEASURE"],
    ),
    "utility has no value": (
        lambda: decided(masked(gdu="no variable in common")),
        "It is not known whether anything here can go out as a scientific-use file: “A” has no data utility "
        "(no variable in common).",
        ["MEASURE"],
    ),
    "shuffled columns were not measured": (
        lambda: decided(masked(bottom=None)),
        "It is not known whether anything here can go out as a scientific-use file: “A” cannot be compared "
        "with shuffled columns: what a fresh survey and shuffled columns score was not measured.",
        ["LABORATORY"],
    ),
    "it scores as shuffled columns": (
        lambda: decided(masked(gdu=0.6)),
        "Nothing here can go out as a scientific-use file: “A” is no better than shuffled columns "
        "(utility 60.0%, shuffled 58.0% to 62.0%).",
        ["LABORATORY"],
    ),
    "the axis cannot tell at the file's size": (
        lambda: decided(masked(distance=2.5)),
        "It is not known whether anything here can go out as a scientific-use file: “A” has a utility that is not "
        "known: with its records and published variables Global Data Utility does not distinguish a fresh survey from "
        "shuffled columns (resolution 2.5, 4 is needed).",
        ["LABORATORY"],
    ),
    "no axis can tell": (
        lambda: decided(masked(gdu=0.5), of=original(distance=1.0)),
        "It is not known whether anything here can go out as a scientific-use file: “A” has a utility that is not "
        "known: few records, or hardly anything is associated.",
        ["LABORATORY"],
    ),
    "the original under another name": (
        lambda: decided(masked(relation=RelationKind.IDENTICAL)),
        "Nothing here can go out as a scientific-use file: “A” holds the original's records unchanged.",
        ["FILES"],
    ),
    "the original beside a masked file": (
        lambda: decided(masked("A", relation=RelationKind.IDENTICAL, gdu=1.0), masked("B")),
        "“B” can go out as a scientific-use file: all 6 rules met. Risk of the file 0.90%, limit 5%, for an "
        "intruder who knows these 2 keys. Its utility at published detail lies 75.0% of the way from "
        "shuffled columns to the "
        "original. Left out: “A” holds the original's records unchanged.",
        ["RECORD", "LOSSES"],
    ),
    "copies in many formats beside a masked file": (
        lambda: decided(
            masked("B"),
            *(masked(name, relation=RelationKind.IDENTICAL, gdu=1.0) for name in ("csv", "sav", "parquet", "sorted")),
            cancelled("late"),
        ),
        "“B” can go out as a scientific-use file: all 6 rules met. Risk of the file 0.90%, limit 5%, for an "
        "intruder who knows these 2 keys. Its utility at published detail lies 75.0% of the way from "
        "shuffled columns to the "
        "original. Left out: “csv”, “sav”, “parquet” and 1 more hold the original's records unchanged; "
        "“late” was not measured.",
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
        "These limits cannot distinguish masked from unmasked: the original itself meets all 5 rules of risk. That "
        "a masked file meets them says nothing, so none is proposed.",
        ["LIMITS"],
    ),
    "the original passes, and stands among the files": (
        lambda: decided(masked("A", relation=RelationKind.IDENTICAL), masked("B"), of=original(**SAFE)),
        "These limits cannot distinguish masked from unmasked: the original itself meets all 5 rules of risk. That "
        "a masked file meets them says nothing, so none is proposed. Left out: “A” holds the original's "
        "records unchanged.",
        ["LIMITS"],
    ),
    "it fails in one key set of two": (
        lambda: decided(
            masked(keysets=("Friend", "Register"), dis={"Friend": 0.2, "Register": 0.01}),
            of=original(keysets=("Friend", "Register")),
        ),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 5 of 6 rules met (DIS-SUDA risk "
        "20.0%, limit 10%, key set Friend). Risk of the file 0.90%, limit 5%, for an intruder who knows these"
        " 2 keys. Its utility at published detail lies 75.0% of the way from shuffled columns to the original.",
        ["LABORATORY", "WHY"],
    ),
    "one key set was not measured": (
        lambda: decided(masked(keysets=("Friend",)), of=original(keysets=("Friend", "Register"))),
        "It is not known whether anything here can go out as a scientific-use file: “A” (5 rules have no "
        "figure: it was not measured).",
        ["MEASURE"],
    ),
    "nobody said what an intruder knows": (
        lambda: decided(masked(keysets=()), of=original(keysets=())),
        "It is not known whether anything here can go out as a scientific-use file: “A” was not measured for "
        "disclosure risk.",
        ["VARIABLES"],
    ),
    "the nearest of two that fail": (
        lambda: decided(masked("A", dis=0.2), masked("B", dis=0.2, alone=0.5)),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 5 of 6 rules met (DIS-SUDA risk "
        "20.0%, limit 10%). Risk of the file 0.90%, limit 5%, for an intruder who knows these 2 keys. Its "
        "utility at published detail lies 75.0% of the way from shuffled columns to the original.",
        ["LABORATORY", "SIDE_BY_SIDE", "WHY"],
    ),
    "shuffled columns meet more than a file of use": (
        lambda: decided(
            masked("Everything at once", largest=0.739, kept=(0, 9), gdu=0.5),
            masked("B", largest=0.8, alone=0.2, kept=(6, 9)),
            release=ReleaseType.PUBLIC,
        ),
        "Nothing here can go out as a public-use file. Closest: “B”: 4 of 6 rules met (people found with a "
        "chance above one half 20.0%, limit 5%; largest individual risk 80.0%, limit 1%). Risk of the file "
        "0.90%, limit 5%, for an intruder who knows these 2 keys. Its utility at published detail lies 75.0% "
        "of the way from "
        "shuffled columns to the original. It keeps 6 of 9 published figures.",
        ["LABORATORY", "WHY"],
    ),
    "shuffled columns meet all, a file of use meets none": (
        lambda: decided(masked("A", gdu=0.6), masked("B", **RISKY)),
        "Nothing here can go out as a scientific-use file. Closest: “B”: 1 of 6 rules met (50.0% of people "
        "are hidden among fewer than 3; people found with a chance above one half 30.0%, limit 20%; and 3 "
        "more). Risk of the file 40.0%, limit 5%, for an intruder who knows these 2 keys. Its utility at "
        "published detail lies "
        "75.0% of the way from shuffled columns to the original. “A” meets more rules (5 of 6), but it is no "
        "better than shuffled columns (utility 60.0%, shuffled 58.0% to 62.0%).",
        ["LABORATORY", "WHY"],
    ),
    "one that keeps no published figure meets more": (
        lambda: decided(masked("A", dis=0.2, kept=(0, 9)), masked("B", **RISKY, kept=(1, 9))),
        "Nothing here can go out as a scientific-use file. Closest: “B”: 1 of 6 rules met (50.0% of people "
        "are hidden among fewer than 3; people found with a chance above one half 30.0%, limit 20%; and 3 "
        "more). Risk of the file 40.0%, limit 5%, for an intruder who knows these 2 keys. Its utility at "
        "published detail lies "
        "75.0% of the way from shuffled columns to the original. It keeps 1 of 9 published figures. “A” meets"
        " more rules (4 of 6), but it keeps 0 of 9 published figures.",
        ["LABORATORY", "WHY"],
    ),
    "an open question comes before a file of use that fails": (
        lambda: decided(masked("A", dis=0.2), masked("B", gdu=0.65, distance=2.0), masked("C", gdu=0.6)),
        "It is not known whether anything here can go out as a scientific-use file. Closest: “A”: 5 of 6 "
        "rules met (DIS-SUDA risk 20.0%, limit 10%). Risk of the file 0.90%, limit 5%, for an intruder who "
        "knows these 2 keys. Its utility at published detail lies 75.0% of the way from shuffled columns to "
        "the original.",
        ["LABORATORY", "WHY"],
    ),
    "an open question is nearer than a failure": (
        lambda: decided(masked("A", dis=0.2), hollow(masked("B"))),
        "It is not known whether anything here can go out as a scientific-use file. Closest: “A”: 5 of 6 "
        "rules met (DIS-SUDA risk 20.0%, limit 10%). Risk of the file 0.90%, limit 5%, for an intruder who "
        "knows these 2 keys. Its utility at published detail lies 75.0% of the way from shuffled columns to "
        "the original.",
        ["LABORATORY", "WHY"],
    ),
    "its risk rests on another basis than the original's": (
        lambda: decided(masked(risk=0.2), of=original(basis="weight w")),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 5 of 6 rules met (risk of the file "
        "20.0%, limit 5%). The rules are about an intruder who knows these 2 keys. It cannot be compared with "
        "the original's risk. Its utility at published detail lies 75.0% of the way from shuffled columns to "
        "the original.",
        ["LABORATORY", "WHY"],
    ),
    "an intruder who knows more was tried as well": (
        lambda: decided(attacked(masked(), GIVEN_AWAY)),
        "“A” can go out as a scientific-use file: all 6 rules met. Risk of the file 0.90%, limit 5%, for an "
        "intruder who knows these 2 keys; one who also knows income succeeds in 90.0% of attacks (linkability"
        " of two lists). Its utility at published detail lies 75.0% of the way from shuffled columns to the original.",
        ["RECORD", "LOSSES"],
    ),
    "an intruder who knows more was tried on a file that fails": (
        lambda: decided(attacked(masked(risk=0.2), WITHSTOOD)),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 5 of 6 rules met (risk of the file "
        "20.0%, limit 5%). The rules are about an intruder who knows these 2 keys; one who also knows income "
        "succeeds in 2.0% of attacks (singling out by several variables). Its utility at published detail "
        "lies 75.0% of the way "
        "from shuffled columns to the original.",
        ["LABORATORY", "WHY"],
    ),
    "households were measured, and no rule is about them": (
        lambda: decided(in_households(masked())),
        "“A” can go out as a scientific-use file: all 6 rules met, households not judged. Risk of the file "
        "0.90%, limit 5%, for an intruder who knows these 2 keys. Its utility at published detail lies 75.0% "
        "of the way from "
        "shuffled columns to the original.",
        ["RECORD", "LOSSES"],
    ),
    "households were measured in a file that fails": (
        lambda: decided(in_households(masked(dis=0.2))),
        "Nothing here can go out as a scientific-use file. Closest: “A”: 5 of 6 rules met, households not "
        "judged (DIS-SUDA risk 20.0%, limit 10%). Risk of the file 0.90%, limit 5%, for an intruder who knows"
        " these 2 keys. Its utility at published detail lies 75.0% of the way from shuffled columns to the original.",
        ["LABORATORY", "WHY"],
    ),
    "nobody has confirmed the rules": (
        lambda: decide(compared(masked()), None),
        "“A” can go out as a scientific-use file: all 6 rules met. Risk of the file 0.90%, limit 5%, for an "
        "intruder who knows these 2 keys. Its utility at published detail lies 75.0% of the way from "
        "shuffled columns to the "
        "original. It is judged by the rules proposed for a scientific-use file, which nobody has confirmed.",
        ["RECORD", "LOSSES"],
    ),
}


def in_households(file):
    """Return a file whose risk by households was measured."""
    return replace(file, outcomes=(*file.outcomes, result("household_risk", (KEYS,), 0.4)))


@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_sentence_says_what_may_go_out_and_why(situation) -> None:
    make, sentence, steps = SITUATIONS[situation]
    decision = make()
    assert decision.text == sentence
    assert [step.kind.name for step in decision.steps] == steps


def test_there_are_forty_situations() -> None:
    assert len(SITUATIONS) >= 40
