"""What value labels say about a variable: categories with or without order, and codes that stand for no answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.data import Level, number_label
from core.pairing.coding.bands import parse_all
from core.pairing.proposals.names import nominal_word, ordered_word

Labels = Mapping[str, str]

_SCALE = re.compile(
    r"\b(low(er|est)?|medium|middle|high(er|est)?|less|more|most|least|never|rarely|seldom|sometimes|often|usually|always|"
    r"(dis)?agree|(dis|un)?satisfied|poor|fair|good|excellent|bad|worse|better|very|somewhat|strongly|slightly|"
    r"(un)?important|(un)?likely|small|large|small(er|est)|large(r|st)|primary|secondary|tertiary)\b",
    re.IGNORECASE,
)
_NO_ANSWER = re.compile(
    r"\b(missing|refus\w*|don'?t know|do not know|dk|no answer|not answered|no response|not stated|not asked|"
    r"not ascertained|unknown|inapplicable|not applicable|n\.?a\.?)\b",
    re.IGNORECASE,
)
SHOWN = 2


def labelled_level(name: str, codes: Sequence[str], labels: Labels) -> tuple[Level, str] | None:
    """Return the level that value labels speak for, and why; None where not every code has one.

    Parameters
    ----------
    name : str
        The variable's name.
    codes : sequence of str
        Its categories in the order of their codes, without missing ones.
    labels : mapping of str to str
    """
    if len(codes) < 2 or any(code not in labels for code in codes):
        return None
    texts = [labels[code] for code in codes]
    shown = f"{len(codes)} codes with labels ({', '.join(repr(text) for text in texts[:SHOWN])} ...)"
    if len(codes) == SHOWN:
        return Level.NOMINAL, f"two codes with labels ({' and '.join(repr(text) for text in texts)})"
    word = nominal_word(name, few=True)
    if word is not None:
        return Level.NOMINAL, f"{shown}, and {word!r} names categories without order"
    if parse_all(set(texts)) is not None:
        return Level.ORDINAL, f"{shown}, which are bands"
    word = ordered_word(name)
    if word is not None:
        return Level.ORDINAL, f"{shown}, and {word!r} names something in order"
    if sum(bool(_SCALE.search(text)) for text in texts) >= SHOWN:
        return Level.ORDINAL, f"{shown}, which name degrees: please confirm that the codes are in their order"
    return Level.NOMINAL, f"{shown} that name no order"


def no_answer_codes(numbers: Sequence[float], labels: Labels) -> tuple[str, ...]:
    """Return labelled codes that stand for no answer among numbers that have no labels (age, income ...)."""
    codes = [number_label(value) for value in numbers]
    labelled = [code for code in codes if code in labels]
    if not labelled or 2 * len(labelled) > len(codes):
        return ()
    return tuple(code for code in labelled if _NO_ANSWER.search(labels[code]))
