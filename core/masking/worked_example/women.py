"""6,366 married women asked by a magazine in 1974 (statsmodels' ``fair``), masked in eleven ways."""

from __future__ import annotations

from collections.abc import Iterator

from statsmodels.datasets import fair

from core.data import Bands, Cap, CategoryMap, Closed, KeySet, Level, Masking, Microdata, Role, Variable
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
from core.masking.worked_example.uses import WOMEN_USES
from core.statistics.reproducible import generator

SEED = 1974
KEYS = ("age", "children", "educ", "yrs_married", "occupation", "occupation_husb")
QUANTITIES = ("age", "yrs_married", "children", "affairs")
TITLE = "Married women asked in 1974"
STORY = (
    "6,366 married women answered a magazine in 1974 about their marriage and about affairs. A friend knows age,"
    " children, schooling, years of marriage and both occupations: which masked version can be released?"
    " The data come with statsmodels (fair; Fair 1978); ages and years are midpoints of bands."
)
LABELS = {
    "rate_marriage": "How she rates her marriage",
    "age": "Age in years (midpoint of a band)",
    "yrs_married": "Years married (midpoint of a band)",
    "children": "Number of children (5.5: more than four)",
    "religious": "How religious she is",
    "educ": "Years of education",
    "occupation": "Her occupation",
    "occupation_husb": "Her husband's occupation",
    "affairs": "Measure of time spent in extramarital affairs",
}
OCCUPATIONS = {
    "1": "Student",
    "2": "Farming, agriculture; semi-skilled or unskilled worker",
    "3": "White-collar",
    "4": "Teacher, counselor, social worker, nurse; artist, writer; technician, skilled worker",
    "5": "Managerial, administrative, business",
    "6": "Professional with advanced degree",
}
VALUE_LABELS = {
    "rate_marriage": {"1": "Very poor", "2": "Poor", "3": "Fair", "4": "Good", "5": "Very good"},
    "religious": {"1": "Not", "2": "Mildly", "3": "Fairly", "4": "Strongly"},
    "educ": {
        "9": "Grade school",
        "12": "High school",
        "14": "Some college",
        "16": "College graduate",
        "17": "Some graduate school",
        "20": "Advanced degree",
    },
    "occupation": OCCUPATIONS,
    "occupation_husb": OCCUPATIONS,
}
VARIABLES = (
    Variable("rate_marriage", Level.ORDINAL, Role.SENSITIVE),
    Variable("age", Level.CONTINUOUS, Role.KEY),
    Variable("yrs_married", Level.CONTINUOUS, Role.KEY),
    Variable("children", Level.CONTINUOUS, Role.KEY),
    Variable("religious", Level.ORDINAL),
    Variable("educ", Level.ORDINAL, Role.KEY),
    Variable("occupation", Level.NOMINAL, Role.KEY),
    Variable("occupation_husb", Level.NOMINAL, Role.KEY),
    Variable("affairs", Level.CONTINUOUS, Role.SENSITIVE),
)
KEYSETS = (KeySet("Friend", KEYS), KeySet("Register", ("age", "children", "educ", "occupation")))

OPEN = float("inf")
AGE_BANDS = Bands(((-OPEN, 25), (25, 35), (35, OPEN)), ("<25", "[25,35)", ">=35"), Closed.LEFT)
MARRIED_BANDS = Bands(((-OPEN, 5), (5, 15), (15, OPEN)), ("<5", "[5,15)", ">=15"), Closed.LEFT)
SCHOOLING = CategoryMap({"School": ("9", "12"), "College": ("14", "16"), "Graduate school": ("17", "20")})
OCCUPATION_GROUPS = CategoryMap(
    {"Student or manual": ("1", "2"), "White-collar or skilled": ("3", "4"), "Business or professional": ("5", "6")}
)


def women() -> WorkedExample:
    """Return the larger example; the same bytes on every call."""
    original = original_file("women.csv", fair.load_pandas().data, LABELS, VALUE_LABELS)
    return worked_example(TITLE, STORY, original, VARIABLES, KEYSETS, WOMEN_USES, _drafts(original), SEED)


def _drafts(original: Microdata) -> Iterator[Draft]:
    yield _top_coded(original)
    yield _banded(original)
    yield _noisy(original)
    yield _swapped(original)
    yield _redrawn(original)
    yield _microaggregated(original)
    yield _suppressed(original, 3)
    yield _suppressed(original, 5)
    yield _reduced(original)
    yield _sampled(original)
    yield _heavy(original)


def _top_coded(original: Microdata) -> Draft:
    masked = top_coding(top_coding(original, "children", Cap(above=3)), "affairs", Cap(above=5))
    return draft(
        masked,
        "women_top_coded.csv",
        "Children and affairs top-coded",
        "More than three children are written as 3, and a measure of affairs above 5 as 5.",
        declared(Masking.RECODE, "children", "affairs"),
    )


def _banded(original: Microdata) -> Draft:
    masked = global_recode(global_recode(original, "age", AGE_BANDS), "yrs_married", MARRIED_BANDS)
    return draft(
        masked,
        "women_banded.csv",
        "Age and marriage banded",
        "Age and years of marriage are each written in three bands.",
        declared(Masking.RECODE, "age", "yrs_married"),
        {"age": AGE_BANDS, "yrs_married": MARRIED_BANDS},
    )


def _noisy(original: Microdata) -> Draft:
    rng = generator(SEED, "noise|age,yrs_married,children,affairs|0")
    return draft(
        additive_noise(original, QUANTITIES, percent=10, rng=rng, correlated=True, decimals=1, within_range=True),
        "women_noise.csv",
        "Correlated noise",
        "Age, years married, children and affairs have normal noise of 10 % of their standard deviations, correlated as"
        " the data are, rounded to one decimal and kept in each variable's range.",
        declared(Masking.NOISE, *QUANTITIES),
    )


def _swapped(original: Microdata) -> Draft:
    rng = generator(SEED, "rank_swapping|age,yrs_married,children,affairs|0")
    return draft(
        rank_swapping(original, QUANTITIES, percent=10, rng=rng),
        "women_swapped.csv",
        "Ranks swapped within 10 %",
        "Age, years married, children and affairs are each swapped between women whose ranks differ by at most 10 %.",
        declared(Masking.SWAP, *QUANTITIES),
    )


def _redrawn(original: Microdata) -> Draft:
    names = ("occupation", "occupation_husb", "religious")
    rng = generator(SEED, "pram|occupation,occupation_husb,religious|0")
    return draft(
        pram(original, names, minimum_diagonal=0.8, rng=rng),
        "women_pram.csv",
        "PRAM on occupations and religion",
        "Both occupations and religiosity are redrawn by invariant PRAM; every category stays with probability 0.8 or"
        " more.",
        declared(Masking.PRAM, *names),
    )


def _microaggregated(original: Microdata) -> Draft:
    return draft(
        microaggregation(original, QUANTITIES, k=5, decimals=2),
        "women_microaggregated.csv",
        "Microaggregated in fives",
        "Age, years married, children and affairs are replaced by the means of groups of at least five women (MDAV),"
        " rounded to two decimals.",
        declared(Masking.MICROAGGREGATE, *QUANTITIES),
    )


def _suppressed(original: Microdata, k: int) -> Draft:
    return draft(
        local_suppression(original, KEYS, k=k),
        f"women_k{k}.csv",
        f"Suppressed to k = {k}",
        f"Key values are emptied until every woman has {k} look-alikes or more; nothing is banded.",
        declared(Masking.SUPPRESS, *KEYS),
    )


def _reduced(original: Microdata) -> Draft:
    names = ("yrs_married", "occupation_husb")
    return draft(
        remove_variables(original, names),
        "women_reduced.csv",
        "Marriage and husband dropped",
        "Years married and the husband's occupation are not released.",
        declared(Masking.REMOVE, *names),
    )


def _sampled(original: Microdata) -> Draft:
    rng = generator(SEED, "sampling|20 %|0")
    return draft(
        simple_random_sample(original, fraction=0.2, rng=rng),
        "women_sample.csv",
        "20 % sample",
        "A simple random sample of one woman in five; every value is the original one.",
        declared(Masking.SAMPLE, *original.columns),
        linked="none",
    )


def _heavy(original: Microdata) -> Draft:
    banded = global_recode(global_recode(original, "age", AGE_BANDS), "yrs_married", MARRIED_BANDS)
    merged = global_recode(global_recode(banded, "educ", SCHOOLING), "occupation", OCCUPATION_GROUPS)
    reduced = remove_variables(top_coding(merged, "children", Cap(above=3)), ["occupation_husb"])
    keys = ("age", "children", "educ", "yrs_married", "occupation")
    suppressed = local_suppression(reduced, keys, k=10)
    redrawn = pram(
        suppressed,
        ["rate_marriage", "religious"],
        minimum_diagonal=0.6,
        rng=generator(SEED, "pram|rate_marriage,religious|0"),
    )
    swapped = rank_swapping(redrawn, ["affairs"], percent=25, rng=generator(SEED, "rank_swapping|affairs|0"))
    return draft(
        swapped,
        "women_heavy.csv",
        "Everything at once",
        "The husband's occupation is dropped; the other keys are in three or four groups and suppressed to k = 10; the"
        " marriage's rating and religiosity are redrawn (PRAM, 0.6); affairs are swapped within 25 % of ranks.",
        {
            **declared(Masking.SUPPRESS, *keys),
            **declared(Masking.PRAM, "rate_marriage", "religious"),
            "affairs": Masking.SWAP,
            "occupation_husb": Masking.REMOVE,
        },
        {
            "age": AGE_BANDS,
            "yrs_married": MARRIED_BANDS,
            "educ": SCHOOLING,
            "occupation": OCCUPATION_GROUPS,
            "children": Cap(above=3),
        },
    )
