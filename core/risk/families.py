"""What measures of risk share: the traits of all, and their groups of cards."""

from __future__ import annotations

from core.measures import Better, Group, Passes, Requires, Scope, measure
from core.risk.parameters import RiskParameters

SENSITIVE = "a sensitive variable"
NO_SENSITIVE = "no sensitive variable is tagged: give the role 'sensitive' to what nobody should find out"
NOT_LINKED = "records are not linked: declare on the Set up page how masked records correspond to original ones"
FALSE_KEYS = (
    "Key values that noise, swapping or PRAM made false are taken for true ones, so it does not hold after "
    "perturbation (SDC Practice Guide): see the linkage rate."
)
"""When a figure of key frequencies misleads."""

KEYS = frozenset({Requires.KEYS})
KEYS_AND_LINKS = KEYS | {Requires.LINKS}

risk_measure = measure.sharing(
    family="risk",
    scope=Scope.FILE,
    better=Better.LOWER,
    bounds=(0.0, 1.0),
    parameters=RiskParameters,
    requires=KEYS,
    passes=Passes.KEYS,
    replicable=False,
)

REIDENTIFICATION = Group("Re-identification", "How likely a record is recognised by its key values.", risk=True)
POPULATION_UNIQUES = Group(
    "Population uniques",
    "How many people are alone with their key values in the population.",
    risk=True,
)
SUDA = Group("SUDA2", "Records that are unique on few key variables.", risk=True)
ATTRIBUTE_DISCLOSURE = Group("Attribute disclosure", "What can be learned of a person's sensitive values.", risk=True)
LINKAGE_AND_INTERVALS = Group(
    "Linkage and interval disclosure",
    "How often a masked record or value leads back to the original one.",
    risk=True,
)
