"""What every masking method promises, tried out on a small file: repeatable draws, and nothing else touched.

The tests check it of this program's methods; those of other packages are checked before they mask anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from core.data import Codebook, Column, Level, Microdata, Role, Variable
from core.errors import MaskingError
from core.extensions import NotAccepted, error_and_place
from core.masking.catalogue import origin_of_method
from core.masking.method import Method, Takes, Treated, Work

N = 60
CODEBOOK = Codebook((Variable("age", Level.CONTINUOUS, Role.KEY), Variable("region", Level.NOMINAL, Role.KEY)))
NAMED = {
    Takes.NUMBERS: ("age",),
    Takes.CATEGORIES: ("region",),
    Takes.ANY: ("age",),
    Takes.KEYS: ("region",),
    Takes.RECORDS: (),
}
"""Variables that a step of the trial names, by what its method takes."""


def apply_method(method: Method, work: Work, parameters: Any) -> Treated:
    """Apply a method; one of another package only where it keeps its promises.

    Raises
    ------
    MaskingError
        It cannot be applied as asked, or the package that brings it is at fault, and which.
    """
    origin = origin_of_method(method)
    if origin is None:
        return method.apply(work, parameters)
    broken = broken_promise(method)
    if broken:
        raise MaskingError(f"{method.name}: this method of {origin} does not keep what it promises: {broken}")
    try:
        return _checked(method.apply(work, parameters), work.microdata)
    except NotAccepted as error:
        broken = str(error)
    except MaskingError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a bad package must not end the run
        broken = error_and_place(error)
    raise MaskingError(f"{method.name}: a fault of {origin}, which brings this method: {broken}")


@cache
def broken_promise(method: Method) -> str:
    """Return the first promise that a method breaks on the file of the trial; empty where it keeps them all."""
    return next(broken_promises(method), "")


def broken_promises(method: Method, parameters: Any = None) -> Iterator[str]:
    """Yield every promise that a method breaks on the file of the trial, in words.

    Parameters
    ----------
    method : Method
    parameters : object
        None: its defaults. A method that refuses them by a MaskingError is not tried any further.
    """
    before, chosen = _people(), parameters or method.parameters()
    try:
        first, again, other = (_treated(method, before, chosen, seed) for seed in (1, 1, 2))
    except MaskingError:
        return
    except NotAccepted as error:
        yield str(error)
        return
    except (Exception, SystemExit) as error:  # noqa: BLE001 - what another package raises is a broken promise
        yield f"it ends with {error_and_place(error)}"
        return
    if not _same(before, _people()):
        yield "it changes the original in its place"
    if not _same(first, again):
        yield "with the same seed, it masks differently"
    elif not method.random and not _same(first, other):
        yield "it says that it does not draw at random, and masks differently with another seed"
    if method.takes is not Takes.RECORDS and not _same(first, before, leave_out=NAMED[method.takes]):
        yield "it changes variables that it was not asked to change"


def _treated(method: Method, file: Microdata, parameters: Any, seed: int) -> Microdata:
    work = Work(file, CODEBOOK, NAMED[method.takes], np.random.default_rng(seed))
    return _checked(method.apply(work, parameters), file).microdata


def _checked(treated: Any, before: Microdata) -> Treated:
    """Return what a method handed back; NotAccepted where it cannot be that of this file."""
    if not isinstance(treated, Treated):
        raise NotAccepted("it hands back something else than Treated")
    masked, rows = treated.microdata, treated.rows
    if treated.linked and rows is None and masked.n_records != before.n_records:
        raise NotAccepted("it hands back another number of records, and does not say which they are")
    if rows is not None and (len(rows) != masked.n_records or rows.min(initial=0) < 0 or _beyond(rows, before)):
        raise NotAccepted("it names records that the file before did not have")
    return treated


def _beyond(rows: Any, before: Microdata) -> bool:
    return bool(rows.max(initial=0) >= before.n_records)


def _people() -> Microdata:
    random = np.random.default_rng(5)
    region = random.integers(0, 3, N).astype(np.int32)
    columns = {
        "age": Column(random.integers(20, 70, N).astype(float)),
        "region": Column(None, region, ("east", "north", "west")),
        "health": Column(random.integers(1, 6, N).astype(float)),
    }
    return Microdata("trial.csv", columns, N)


def _same(file: Microdata, other: Microdata, leave_out: tuple[str, ...] = ()) -> bool:
    """Whether two files have the same cells, but for the variables that are left out."""
    names = set(file.columns) - set(leave_out)
    return names == set(other.columns) - set(leave_out) and all(
        _same_cells(file.columns[name], other.columns[name]) for name in names
    )


def _same_cells(column: Column, other: Column) -> bool:
    codes, labels = column.categories()
    others, other_labels = other.categories()
    return bool(np.array_equal(codes, others)) and tuple(labels) == tuple(other_labels)
