"""Resolution of GDU and its forms: a fresh survey and shuffled columns, each compared with the original.

Both are compared with the original as it is, never with a resample of it. A resample carries the file's sampling error
a second time, and columns permuted do not carry it at all: among unrelated variables two resamples of one file agree
better than shuffled columns do, and every file seemed to tell something. The fresh survey's associations lie about
those of a population drawn from its posterior (``fresh_samples``); its distributions differ from the original's as two
samples do. The shuffled columns keep every distribution exactly, as those of the original itself do when somebody
permutes them: with the distributions of a fresh survey in their place, such a file lay above the band of its like.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace

from numpy.random import Generator

from core.data import Pair
from core.measures import Answers, Better, Subject
from core.statistics.distributions import reordered
from core.statistics.estimates import draw_units
from core.utility.gdu.averages import global_utility
from core.utility.gdu.bivariate import BivariateUtility
from core.utility.gdu.families import gdu_measure
from core.utility.gdu.fresh_samples import fresh_samples
from core.utility.gdu.kept_original import KeptOriginal, kept_original
from core.utility.gdu.local import LocalUtilities, bivariate_utilities, local_utilities
from core.utility.gdu.parameters import GduParameters
from core.utility.gdu.prepared_variable import PreparedValues, PreparedVariable, values_at
from core.utility.gdu.reference_records import effect_size_utility, reference_utility
from core.utility.resolution.resolutions import Repetition, ResolutionDetail, few_units, one_unit, resolutions

HALVES = ("aldu_univariate", "aldu_bivariate")
FORMS = ("gdu", *HALVES, "gdu_reference", *(f"{half}_reference" for half in HALVES), "gdu_effect_sizes")
"""The figures that follow from the same local utilities."""


def repeated_gdu(pair: Pair, size: int, parameters: GduParameters, random: Generator) -> Repetition:
    """Compute every form of GDU for a fresh survey of the masked file's size, and for its columns shuffled.

    Parameters
    ----------
    pair : Pair
        The original twice.
    size : int
        Records of the masked file.
    parameters : GduParameters
    random : Generator
    """
    design = pair.original.design
    if reason := one_unit(design):
        return Repetition({}, {}, size, reason)
    fresh = fresh_samples(pair, size, parameters, random)
    kept = kept_original(pair, parameters)
    couples = _shuffled_couples(kept, pair, size, parameters, random, fresh.prepared)
    same = local_utilities(
        pair, parameters, couples=False, prepared=[kept.variables.get(v.name) for v in pair.variables]
    )
    return Repetition(
        _forms(fresh),
        _forms(replace(fresh, univariate=same.univariate, bivariate=couples)),
        fresh.n,
        global_utility(fresh).reason,
        tuple(u.variable for u in fresh.not_comparable() if u.weight > 0),
        few_units(design),
    )


def _forms(local: LocalUtilities) -> dict[str, float | None]:
    own, reference, effects = global_utility(local), reference_utility(local), effect_size_utility(local)
    values = [v for u in (own, reference) for v in (u.value, u.univariate, u.bivariate)]
    return dict(zip(FORMS, (*values, effects.value), strict=True))


def _shuffled_couples(
    original: KeptOriginal, pair: Pair, size: int, parameters: GduParameters, random: Generator, names: Collection[str]
) -> tuple[BivariateUtility, ...]:
    """Compute LDUbiv of every pair of these variables between the original and columns permuted one by one."""
    whole = [v for name, v in original.variables.items() if name in names]
    if size == pair.original.n_records and all(map(_ranked_alone, whole)):
        # a permutation of the codes themselves draws as one of rows does
        shuffled = [replace(v, masked=_codes_permuted(v, random)) for v in whole]
    else:
        drawn = draw_units(pair.original.design, size, random)
        shuffled = [replace(v, masked=values_at(v.recoded, random.permutation(drawn), normal=v.normal)) for v in whole]
    return bivariate_utilities(shuffled, parameters, original.associate)


def _ranked_alone(whole: PreparedVariable) -> bool:
    """Whether its codes tell all that is asked of a variable."""
    return not whole.normal and (whole.recoded.groups is None or whole.recoded.groups is whole.recoded.ranks)


def _codes_permuted(whole: PreparedVariable, random: Generator) -> PreparedValues:
    """Return a variable with its records in another order; counts and ranks are known."""
    ranks = reordered(whole.recoded.ranks, random.permutation(whole.recoded.ranks.codes))
    return PreparedValues(ranks, None if whole.recoded.groups is None else ranks, None)


@gdu_measure.sharing(subject=Subject.SIZE, replicable=False, bounds=(-math.inf, math.inf))(
    id="gdu_resolution",
    name="Resolution of GDU",
    reference="Resamples of the original's units; associations of another sample, given the original, by a "
    "hierarchical model (Stephens 2017; Diebolt and Robert 1994); Kocar (2018) gives none",
    summary="How well GDU and its forms tell a fresh survey of this size from shuffled columns, in this very file.",
    formula=r"d = \frac{\bar{u}_{\mathrm{fresh}} - \bar{u}_{\mathrm{shuffled}}}"
    r"{\sqrt{(s^2_{\mathrm{fresh}} + s^2_{\mathrm{shuffled}}) / 2}}",
    prepare=repeated_gdu,
    repetitions=int,
    reading="20 fresh surveys of the file's population (200 in a full run) are compared with the original, and so are "
    "its own columns, each permuted on its own. From d = 4 on a score can tell one from the other, and both bands "
    "(mean and 1.77 standard deviations on either side) are apart. A masked file above the fresh band harms less than "
    "asking another sample would; one within the shuffled band keeps nothing of its associations that the score "
    "could show.",
    misleads="A score that cannot tell says nothing of any masked file: few records, or hardly anything is "
    "associated. A masked file usually holds the same people as the original and starts from 1, a fresh survey does "
    "not: to be above it is the least one may ask. 20 repetitions estimate d to about a half.",
)
def gdu_resolution(repetitions: tuple[Repetition, ...]) -> Answers[ResolutionDetail, ResolutionDetail]:
    """Yield the resolution of GDU, its halves and its other forms."""
    return resolutions(gdu_resolution, dict.fromkeys(FORMS, Better.HIGHER), repetitions)
