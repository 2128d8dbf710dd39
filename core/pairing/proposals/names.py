"""What the name of a variable says about its level and its role, in official statistics' usual words."""

from __future__ import annotations

import re
import unicodedata

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_APART = re.compile(r"[^a-z0-9]+")


def words(name: str) -> tuple[str, ...]:
    """Return the words of a variable's name in small letters: ``maritalStatus_2`` -> marital, status, 2."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return tuple(word for word in _APART.split(_CAMEL.sub(" ", plain).lower()) if word)


def _any_word(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns))


_WEIGHT = _any_word(r"p?weights?", r"\w*wgtp?", r"p?wgt\w*", r"pond\w*", r"\w*fnlw\w*", r"[pfh]?wts?", r"wght")
_WEIGHT_LETTERS = _any_word(r"[pfh]?w")
"""Too short to say anything with other words: in "ALT after 24 w" it is weeks, in "w_id" a wave."""
_NO_SAMPLING_WEIGHT = _any_word(r"body", r"birth", r"bmi", r"kg", r"kilo(gram)?s?", r"lbs?", r"pounds", r"height")
_BARE_WEIGHT = _any_word(r"weight", r"wt", r"wght", r"wgt")
_OF_A_SAMPLE = _any_word(
    r"sampl\w*", r"survey\w*", r"design", r"final", r"expan\w*", r"gross\w*", r"inflat\w*", r"probab\w*"
)
_BODY = _any_word(r"height", r"stature", r"bmi", r"waist", r"hip")
_HOUSEHOLD = _any_word(r"\w*hid", r"hhid\w*", r"hhno", r"hhnr", r"hhnum", r"serialno", r"famid", r"idhh", r"idhog\w*")
_HOUSEHOLD_WORD = _any_word(r"hh", r"household", r"hous", r"family", r"fam", r"dwelling")
_CLUSTER = _any_word(
    r"\w*psu\d*",
    r"clusters?",
    r"clust(er)?(id|no|nr|num)",
    r"upm",
    r"upa",
    r"grappes?",
    r"klumpen",
    r"secu",
    r"conglom\w*",
)
_STRATUM = _any_word(
    r"\w*strat(a|um|e|es|id)?", r"strat(a|um)(id|no|nr|num)", r"sdmvstra", r"estratos?", r"schicht(en)?"
)
_PRIMARY_UNIT = ("primary", "sampling", "unit")
_NO_DESIGN = _any_word(
    r"size", r"count", r"n", r"type", r"mean", r"pop\w*", r"prob\w*", r"socio\w*", r"social", r"substrat\w*", r"rock"
)
"""With the word for a cluster or stratum these say that it is a figure of it, or something else altogether."""
_NUMBER_WORD = _any_word(r"id", r"no", r"nr", r"num", r"number", r"serial")
_PERSONAL = _any_word(r"e?mail", r"phone\w*", r"telephone", r"mobile", r"ssn", r"passport\w*", r"iban", r"surname")
_PERSONAL_MANY = _any_word(
    r"id", r"name", r"uuid", r"guid", r"identifier", r"firstname", r"lastname", r"address", r"pid"
)

_KEY = _any_word(
    r"age(p|yrs|years|group|grp|cat|class|band)?",
    r"sex|gender",
    r"region\w*|urb\w*|rural\w*|puma|county|state|country|province|district|munic\w*|zip\w*|postcode|popul",
    r"place\w*|geo\w*|birth(date|year|yr|place|country)?|bpl",
    r"marit\w*|marst\w*|msp|\w*civil",
    r"race\w*|rac\d?p?|eth?ni\w*|etni\w*|hisp\w*|nation|national(ity|ities)|citizen\w*|lang\w*|relig\w*",
    r"relat|relation\w*|relshp|hhsize|hhs|npf|famsize",
    r"edu|educ\w*|schooling|qualif\w*|occ|occup\w*|occu|profession\w*|socprof|prioccu",
)
_AMOUNT = _any_word(
    r"\w*income\w*|inc|pincp|hincp|savings?|expend\w*|wages?\w*|wag|salar\w*|earn\w*|turnover|profit|\w*revenue",
    r"debts?|\w*assets?|wealth|capital|tax\w*|\w*tax|benefits?|povpip|poverty|welfare|money",
)
_SENSITIVE = _any_word(
    _AMOUNT.pattern,
    r"health|disease\w*|diagnos\w*|illness|hiv|disab\w*|depress\w*|drugs?|alcohol|dvet|drem|dphy|deye|dear|dout|ddrs",
    r"vote\w*|party\w*|crim\w*|convict\w*|sexual\w*|affairs?|abortion\w*",
)
_NOMINAL = _any_word(
    r"region\w*|county|state|country|province|district|munic\w*|puma|zip\w*|postcode",
    r"race\w*|rac\d?p?|eth?ni\w*|etni\w*|hisp\w*|nation|national(ity|ities)|citizen\w*|lang\w*|relig\w*",
    r"marit\w*|marst\w*|msp|\w*civil|relat|relation\w*|relshp|sex|gender",
    r"occ|\w*occu|\w*occup\w*|occu\w*|profession\w*|socprof|indp|industr\w*|\w*code|id",
    r"(?!\w*(?:paid|valid|covid|solid|aid)$)\w{3,}id",
)
_NOMINAL_IF_FEW = _any_word(
    r"type|kind\w*|status|composition|tenure|rent|party|vote|base|birth|place|ind|sector|branch|activity"
)
_ORDERED = _any_word(
    r"health|grade|class|level|decile|quintile|quartile|percentile|rating|score|rank|size|satisf\w*|religious|degree",
    r"age\w*|edu\w*",
)
_COUNT = _any_word(r"noc|npf|np|n|count|number|num\w*|hhsize|size|children|kids|persons?|rooms?|cars?|hhs")


def _says(pattern: re.Pattern[str], name: str) -> str | None:
    return next((word for word in words(name) if pattern.fullmatch(word)), None)


def weight_word(name: str) -> str | None:
    """Return the word that says "sampling weight", None where none does."""
    in_name = words(name)
    if _says(_NO_SAMPLING_WEIGHT, name) or identifier_word(name):
        return None
    return _says(_WEIGHT, name) or (_says(_WEIGHT_LETTERS, name) if len(in_name) == 1 else None)


def is_bare_weight(name: str, label: str = "") -> bool:
    """Whether a name says "weight" and nothing else, of a sample or of a body, and its label does not say which."""
    in_name = words(name)
    return len(in_name) == 1 and bool(_BARE_WEIGHT.fullmatch(in_name[0])) and not _says(_OF_A_SAMPLE, label)


def is_body_measure(name: str) -> bool:
    """Whether a name says how tall or wide a body is: its weight may are next to."""
    return _says(_BODY, name) is not None


def no_sampling_weight(label: str) -> bool:
    """Whether a label says that a weight is of a body or a thing, in its unit or another word."""
    return bool(_says(_NO_SAMPLING_WEIGHT, label))


def is_weight_letters(word: str) -> bool:
    """Whether a word that may say "sampling weight" is too short to say so by itself: ``hw`` may be hours worked."""
    return bool(_WEIGHT_LETTERS.fullmatch(word))


def household_word(name: str) -> str | None:
    """Return the word that says "household number"."""
    word = _says(_HOUSEHOLD, name)
    if word is not None:
        return word
    return _says(_NUMBER_WORD, name) and _says(_HOUSEHOLD_WORD, name)


def cluster_word(name: str) -> str | None:
    """Return the words that say "first-stage unit"."""
    in_name = words(name)
    if _says(_NO_DESIGN, name):
        return None
    if any(in_name[i : i + 3] == _PRIMARY_UNIT for i in range(len(in_name))):
        return " ".join(_PRIMARY_UNIT)
    return _says(_CLUSTER, name)


def stratum_word(name: str) -> str | None:
    """Return the word that says "stratum"."""
    return None if _says(_NO_DESIGN, name) else _says(_STRATUM, name)


def personal_word(name: str) -> str | None:
    """Return the word that says "direct identifier" whatever the values (e-mail, telephone, passport ...)."""
    return _says(_PERSONAL, name)


def identifier_word(name: str) -> str | None:
    """Return the word that says "direct identifier" where most values differ (id, name, address ...)."""
    return _says(_PERSONAL_MANY, name)


def key_word(name: str) -> str | None:
    """Return the word that says "an intruder may know this"."""
    return _says(_KEY, name)


def sensitive_word(name: str) -> str | None:
    """Return the word that says "sensitive"."""
    return _says(_SENSITIVE, name)


def nominal_word(name: str, *, few: bool) -> str | None:
    """Return the word that says "codes without order", None where another word says they have one.

    Some words (rent, birth ...) say so only of a ``few`` different codes: else they may name an amount or a year.
    """
    if _says(_ORDERED, name):
        return None
    return _says(_NOMINAL, name) or (_says(_NOMINAL_IF_FEW, name) if few else None)


def ordered_word(name: str) -> str | None:
    """Return the word that says that numbers are in order even where some are left out: grades, counts, amounts."""
    return _says(_ORDERED, name) or _says(_COUNT, name) or _says(_AMOUNT, name)
