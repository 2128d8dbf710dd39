"""944 voters of the 1996 US election study (statsmodels' ``anes96``), masked in eleven ways."""

from __future__ import annotations

from collections.abc import Iterator

from statsmodels.datasets import anes96

from core.data import Bands, Cap, CategoryMap, KeySet, Level, Masking, Microdata, Role, Variable
from core.masking.global_recode import global_recode
from core.masking.local_suppression import local_suppression
from core.masking.microaggregation import microaggregation
from core.masking.noise import additive_noise
from core.masking.pram import pram
from core.masking.rank_swapping import rank_swapping
from core.masking.removal import remove_variables
from core.masking.sampling import simple_random_sample
from core.masking.top_coding import top_coding
from core.masking.worked_example.example import Draft, WorkedExample, declared, draft, original_file, worked_example
from core.masking.worked_example.uses import VOTERS_USES
from core.statistics.reproducible import generator

SEED = 1996
KEYS = ("age", "educ", "income", "popul")
TITLE = "Voters of the 1996 US election study"
STORY = (
    "944 voters told the American National Election Study of 1996 their party, their vote and where they stand between"
    " left and right. A neighbour, or a firm with marketing data, knows their age, education, income band and the size"
    " of the place they live in: which masked version can be released? The data come with statsmodels (anes96);"
    " the logarithm of the population is derived from it and is left out of every masked version."
)
LABELS = {
    "popul": "Population of the place, in thousands",
    "TVnews": "Days a week the respondent watches TV news",
    "selfLR": "Own position between left and right",
    "ClinLR": "Clinton's position between left and right, as the respondent sees it",
    "DoleLR": "Dole's position between left and right, as the respondent sees it",
    "PID": "Party identification",
    "age": "Age in years",
    "educ": "Education",
    "income": "Income of the household",
    "vote": "Expected vote",
    "logpopul": "Logarithm of (population + 0.1)",
}
POSITIONS = {
    "1": "Extremely liberal",
    "2": "Liberal",
    "3": "Slightly liberal",
    "4": "Moderate",
    "5": "Slightly conservative",
    "6": "Conservative",
    "7": "Extremely conservative",
}
PARTIES = {
    "0": "Strong Democrat",
    "1": "Weak Democrat",
    "2": "Independent-Democrat",
    "3": "Independent-Independent",
    "4": "Independent-Republican",
    "5": "Weak Republican",
    "6": "Strong Republican",
}
EDUCATION = {
    "1": "1-8 grades",
    "2": "Some high school",
    "3": "High school graduate",
    "4": "Some college",
    "5": "College degree",
    "6": "Master's degree",
    "7": "PhD",
}
INCOME = {
    "1": "None or less than $2,999",
    "2": "$3,000-$4,999",
    "3": "$5,000-$6,999",
    "4": "$7,000-$8,999",
    "5": "$9,000-$9,999",
    "6": "$10,000-$10,999",
    "7": "$11,000-$11,999",
    "8": "$12,000-$12,999",
    "9": "$13,000-$13,999",
    "10": "$14,000-$14,999",
    "11": "$15,000-$16,999",
    "12": "$17,000-$19,999",
    "13": "$20,000-$21,999",
    "14": "$22,000-$24,999",
    "15": "$25,000-$29,999",
    "16": "$30,000-$34,999",
    "17": "$35,000-$39,999",
    "18": "$40,000-$44,999",
    "19": "$45,000-$49,999",
    "20": "$50,000-$59,999",
    "21": "$60,000-$74,999",
    "22": "$75,000-$89,999",
    "23": "$90,000-$104,999",
    "24": "$105,000 and over",
}
VALUE_LABELS = {
    "selfLR": POSITIONS,
    "ClinLR": POSITIONS,
    "DoleLR": POSITIONS,
    "PID": PARTIES,
    "educ": EDUCATION,
    "income": INCOME,
    "vote": {"0": "Clinton", "1": "Dole"},
}
VARIABLES = (
    Variable("popul", Level.CONTINUOUS, Role.KEY),
    Variable("TVnews", Level.ORDINAL),
    Variable("selfLR", Level.ORDINAL, Role.SENSITIVE),
    Variable("ClinLR", Level.ORDINAL),
    Variable("DoleLR", Level.ORDINAL),
    Variable("PID", Level.ORDINAL, Role.SENSITIVE),
    Variable("age", Level.CONTINUOUS, Role.KEY),
    Variable("educ", Level.ORDINAL, Role.KEY),
    Variable("income", Level.ORDINAL, Role.KEY),
    Variable("vote", Level.NOMINAL, Role.SENSITIVE),
    Variable("logpopul", Level.CONTINUOUS, Role.EXCLUDED),
)
KEYSETS = (KeySet("Marketing data", KEYS), KeySet("Neighbour", ("age", "educ", "popul")))

OPEN = float("inf")
AGE_BANDS = Bands(
    ((18, 29), (30, 39), (40, 49), (50, 59), (60, 69), (70, OPEN)),
    ("18-29", "30-39", "40-49", "50-59", "60-69", "70+"),
)
AGE_THIRDS = Bands(((18, 34), (35, 54), (55, OPEN)), ("18-34", "35-54", "55+"))
PLACE_BANDS = Bands(((0, 9), (10, 99), (100, 999), (1000, OPEN)), ("0-9", "10-99", "100-999", "1000+"))


def _codes(first: int, last: int) -> tuple[str, ...]:
    return tuple(str(code) for code in range(first, last + 1))


INCOME_GROUPS = CategoryMap(
    {
        "$0-14,999": _codes(1, 10),
        "$15,000-29,999": _codes(11, 15),
        "$30,000-49,999": _codes(16, 19),
        "$50,000-74,999": _codes(20, 21),
        "$75,000 and over": _codes(22, 24),
    }
)
INCOME_HALVES = CategoryMap({"below $40,000": _codes(1, 17), "from $40,000": _codes(18, 24)})
EDUCATION_GROUPS = CategoryMap({"School": _codes(1, 3), "College": _codes(4, 5), "Graduate": _codes(6, 7)})


def voters() -> WorkedExample:
    """Return the smaller example; the same bytes on every call."""
    original = original_file("voters.csv", anes96.load_pandas().data, LABELS, VALUE_LABELS)
    return worked_example(TITLE, STORY, original, VARIABLES, KEYSETS, VOTERS_USES, _drafts(original), SEED)


def _drafts(original: Microdata) -> Iterator[Draft]:
    kept = remove_variables(original, ["logpopul"])
    yield _top_coded(kept)
    yield _banded(kept)
    yield _noisy(kept)
    yield _swapped(kept)
    yield _redrawn(kept)
    yield _microaggregated(kept)
    yield _suppressed(kept, 3)
    yield _suppressed(kept, 5)
    yield _reduced(kept)
    yield _sampled(kept)
    yield _heavy(kept)


def _top_coded(kept: Microdata) -> Draft:
    masked = top_coding(top_coding(kept, "age", Cap(above=75)), "popul", Cap(above=500))
    return draft(
        masked,
        "voters_top_coded.csv",
        "Age and place top-coded",
        "Ages above 75 are written as 75 and places above 500,000 people as 500,000.",
        declared(Masking.RECODE, "age", "popul"),
    )


def _banded(kept: Microdata) -> Draft:
    masked = global_recode(global_recode(kept, "age", AGE_BANDS), "income", INCOME_GROUPS)
    return draft(
        masked,
        "voters_banded.csv",
        "Age and income banded",
        "Age is written in six bands of ten years or more, income in five groups instead of 24.",
        declared(Masking.RECODE, "age", "income"),
        {"age": AGE_BANDS, "income": INCOME_GROUPS},
    )


def _noisy(kept: Microdata) -> Draft:
    rng = generator(SEED, "noise|age|0")
    return draft(
        additive_noise(kept, ["age"], percent=20, rng=rng, decimals=0, within_range=True),
        "voters_noise.csv",
        "Noise on age",
        "Age has normal noise of 20 % of its standard deviation, rounded to whole years and kept between 19 and 91.",
        declared(Masking.NOISE, "age"),
    )


def _swapped(kept: Microdata) -> Draft:
    rng = generator(SEED, "rank_swapping|age,income,popul|0")
    return draft(
        rank_swapping(kept, ["age", "income", "popul"], percent=10, rng=rng),
        "voters_swapped.csv",
        "Ranks swapped within 10 %",
        "Age, income and place are each swapped between voters whose ranks differ by at most 10 %.",
        declared(Masking.SWAP, "age", "income", "popul"),
    )


def _redrawn(kept: Microdata) -> Draft:
    rng = generator(SEED, "pram|educ,PID,vote|0")
    return draft(
        pram(kept, ["educ", "PID", "vote"], minimum_diagonal=0.8, rng=rng),
        "voters_pram.csv",
        "PRAM on education and vote",
        "Education, party and vote are redrawn by invariant PRAM; every category stays with probability 0.8 or more.",
        declared(Masking.PRAM, "educ", "PID", "vote"),
    )


def _microaggregated(kept: Microdata) -> Draft:
    return draft(
        microaggregation(kept, KEYS, k=5, decimals=0),
        "voters_microaggregated.csv",
        "Microaggregated in fives",
        "Age, education, income and place are replaced by the means of groups of at least five voters (MDAV), rounded.",
        declared(Masking.MICROAGGREGATE, *KEYS),
    )


def _suppressed(kept: Microdata, k: int) -> Draft:
    banded = global_recode(global_recode(kept, "age", AGE_BANDS), "income", INCOME_GROUPS)
    banded = global_recode(banded, "popul", PLACE_BANDS)
    return draft(
        local_suppression(banded, KEYS, k=k),
        f"voters_k{k}.csv",
        f"Suppressed to k = {k}",
        f"Age, income and place are banded, then key values are emptied until every voter has {k} look-alikes or more.",
        declared(Masking.SUPPRESS, *KEYS),
        {"age": AGE_BANDS, "income": INCOME_GROUPS, "popul": PLACE_BANDS},
    )


def _reduced(kept: Microdata) -> Draft:
    return draft(
        remove_variables(kept, ["income", "popul"]),
        "voters_reduced.csv",
        "Income and place dropped",
        "Income and population of the place are not released.",
        declared(Masking.REMOVE, "income", "popul"),
    )


def _sampled(kept: Microdata) -> Draft:
    rng = generator(SEED, "sampling|20 %|0")
    return draft(
        simple_random_sample(kept, fraction=0.2, rng=rng),
        "voters_sample.csv",
        "20 % sample",
        "A simple random sample of one voter in five; every value is the original one.",
        declared(Masking.SAMPLE, *kept.columns),
        linked="none",
    )


def _heavy(kept: Microdata) -> Draft:
    banded = global_recode(global_recode(kept, "age", AGE_THIRDS), "income", INCOME_HALVES)
    banded = remove_variables(global_recode(banded, "educ", EDUCATION_GROUPS), ["popul"])
    suppressed = local_suppression(banded, ("age", "educ", "income"), k=10)
    redrawn = pram(suppressed, ["PID", "vote"], minimum_diagonal=0.6, rng=generator(SEED, "pram|PID,vote|0"))
    swapped = rank_swapping(
        redrawn, ["TVnews", "selfLR"], percent=25, rng=generator(SEED, "rank_swapping|TVnews,selfLR|0")
    )
    return draft(
        swapped,
        "voters_heavy.csv",
        "Everything at once",
        "Place is dropped; age, education and income are in two or three groups and suppressed to k = 10; party and"
        " vote are redrawn (PRAM, 0.6); TV news and own position are swapped within 25 % of ranks.",
        {
            **declared(Masking.SUPPRESS, "age", "educ", "income"),
            **declared(Masking.PRAM, "PID", "vote"),
            **declared(Masking.SWAP, "TVnews", "selfLR"),
            "popul": Masking.REMOVE,
        },
        {"age": AGE_THIRDS, "income": INCOME_HALVES, "educ": EDUCATION_GROUPS},
    )
