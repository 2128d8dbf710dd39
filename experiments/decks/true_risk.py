"""What an intruder finds who knows the law of the population and the dose of the masking: the true risk of a file.

Reiter (2005): for a person whose true key values are known, the chance that each masked record is theirs, given all
masked records. Record j is theirs with a chance in proportion to p(y_j | x) / p(y_j), where other records are of people
of the original with equal keys, whom the intruder knows, and else of people of the law, all masked alike; a person may
have no record at all. People with equal keys are as likely to have a record. Written apart from the program.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from experiments.decks.masked_file import BLANK, MaskedFile, Written

MATRIX = NDArray[np.float64]
SURE = 0.5


@dataclass(frozen=True, eq=False)
class TrueRisk:
    """What the intruder believes.

    Parameters
    ----------
    people : float64 array (n,)
        Of each person the highest chance that one record is theirs.
    """

    people: MATRIX

    @property
    def file(self) -> float:
        """The people whom the intruder expects to find, of all."""
        return float(self.people.mean())

    @property
    def largest(self) -> float:
        """The chance of the person who is easiest to find."""
        return float(self.people.max())

    @property
    def alone(self) -> float:
        """The share of people found with a chance above one half."""
        return float((self.people > SURE + 1e-9).mean())


def true_risk(file: MaskedFile, most: int | None = None) -> TrueRisk:
    """Return what the intruder believes about each person of the original; ``most``: of so many combinations alone."""
    if not file.share:
        return TrueRisk(np.zeros(len(next(iter(file.original.values())))))
    written = [file.written[key] for key in file.keys]
    whom = np.column_stack([file.written[key].detail[file.original[key]] for key in file.keys])
    what = np.column_stack(
        [np.where(file.columns[key] == BLANK, file.written[key].n, file.columns[key]) for key in file.keys]
    )
    targets, of_person, people = np.unique(whom, axis=0, return_inverse=True, return_counts=True)
    records, counts = np.unique(what, axis=0, return_counts=True)
    if all(w.is_true for w in written) and (file.parents >= 0).all():
        return TrueRisk(_of_true_values(targets, records, people)[of_person.ravel()])
    if most is not None and most < len(targets):
        chosen = np.linspace(0, len(targets) - 1, most).astype(np.int64)
        targets, people, of_person = targets[chosen], people[chosen], np.arange(most)
    likely, law = likelihoods(targets, records, written), _law_of_records(file, records)
    alike = (people[:, None] - 1) / (len(whom) - 1)
    odds = likely / (alike * likely + (1 - alike) * law)
    each = file.share / file.m
    total = (1 - file.share) + each * (odds @ counts)
    chance = each * odds.max(axis=1) / total
    return TrueRisk(np.minimum(chance, 1 / people)[of_person.ravel()])


def _of_true_values(targets: NDArray[np.int64], records: NDArray[np.int64], people: NDArray[np.int64]) -> MATRIX:
    """Return one of all the people with the same key values, who are known, where one of them has a record."""
    met = {tuple(record) for record in records.tolist()}
    return np.array([1 / n if tuple(t) in met else 0.0 for t, n in zip(targets.tolist(), people, strict=True)])


def likelihoods(targets: NDArray[np.int64], records: NDArray[np.int64], written: list[Written]) -> MATRIX:
    """Return the chance (targets, records) that each combination is written as each other one."""
    total = np.ones((len(targets), len(records)))
    for key, each in enumerate(written):
        total *= each.chance[np.ix_(targets[:, key], records[:, key])]
    return total


def _law_of_records(file: MaskedFile, records: NDArray[np.int64]) -> MATRIX:
    """Return how likely each combination is in the masked file, whosever it is."""
    shares = file.population.shares
    of_class = np.ones((len(shares), len(records)))
    for key, name in enumerate(file.keys):
        each, law = file.written[name], file.population.trait(name).law
        published = np.stack([np.bincount(each.detail, row, minlength=each.n) for row in law])
        of_class *= (published @ each.chance)[:, records[:, key]]
    return shares @ of_class
