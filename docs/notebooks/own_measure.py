# %% [markdown]
# # A measure of one's own
#
# Declared with its formula, tried on small files, and, once it is in a package, like any other measure
# (docs/how-to/extending.md).

# %%
from dataclasses import dataclass

import numpy as np

from rumap.extending import LOSS_GROUP, Better, Level, Result, Skipped, utility_measure
from rumap.testing import check_measure


@dataclass(frozen=True)
class NoParameters:
    """It has no settings."""


def numbers_of(pair, parameters):
    """Return every number before and after: what is dear is done here, once."""
    both = [(v.recoded.values, v.masked.values) for v in pair.variables if v.masked and not v.problem and is_number(v)]
    return [(before[~np.isnan(before)], after[~np.isnan(after)]) for before, after in both]


def is_number(variable):
    return variable.masked.level is Level.CONTINUOUS


declared = utility_measure.sharing(
    family="ranges",
    parameters=NoParameters,
    prepare=numbers_of,
    bounds=(0.0, 1.0),
    reference="By hand",
    group=LOSS_GROUP,
    summary="The smallest share of a number's range that is left.",
    reading="1: every number reaches as far as before.",
    misleads="One outlier that is kept holds the whole range.",
)


@declared(id="range_kept", name="Range kept", better=Better.HIGHER)
def range_kept(numbers):
    """Yield the smallest of min(1, range after / range before)."""
    shares = [min(1.0, float(np.ptp(after) / np.ptp(before))) for before, after in numbers if np.ptp(before) > 0]
    n = min((len(after) for _before, after in numbers), default=0)
    if not shares or not n:
        yield Skipped("range_kept", (), "no number has a range")
    else:
        yield Result("range_kept", (), min(shares), n)


check_measure(range_kept)

# %% [markdown]
# ## A broken promise is named
#
# The same formula, declared the wrong way round: a measure that does so is set aside in a run, by its name and that of
# its package, and the run goes on.

# %%
wrong = declared(id="range_lost", name="Range lost", better=Better.LOWER)(
    lambda numbers: (Result("range_lost", (), outcome.value, outcome.n) for outcome in range_kept.compute(numbers))
)
try:
    check_measure(wrong)
except AssertionError as error:
    said = str(error)
said

# %% [markdown]
# ## Into a package
#
# With these lines in the `pyproject.toml` of a package that is installed with R-U Map, `range_kept` has a card, a
# name on the command line and a place in results and reports:
#
# ```toml
# [project.entry-points."rumap.measures"]
# range_kept = "your_package:range_kept"
# ```
