"""What the file will be used for: indicators, regressions, tables and scales, chosen before any result is seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.data.formula import Formula, read_formula
from core.errors import CodebookError


def check_named(place: str, variables: Sequence[str], *others: str) -> None:
    """Refuse a declaration that names no variable, or one of them twice; ``place`` begins the message."""
    if not variables:
        raise CodebookError(f"{place} names no variable")
    names = [*variables, *others]
    if len(set(names)) != len(names):
        raise CodebookError(f"{place} names a variable twice")


class Statistic(StrEnum):
    """What an indicator estimates."""

    MEAN = "mean"
    MEDIAN = "median"
    QUANTILE = "quantile"
    SHARE = "share"
    TOTAL = "total"
    RATIO = "ratio"
    GINI = "gini"
    POVERTY_RATE = "poverty_rate"


class Model(StrEnum):
    """The kind of a regression."""

    OLS = "ols"
    LOGIT = "logit"
    POISSON = "poisson"


@dataclass(frozen=True)
class Indicator:
    """One figure that is published from the file.

    Parameters
    ----------
    name : str
    statistic : Statistic
    variable : str
        What it is of.
    category : str
        Of a share: the category that is counted.
    denominator : str
        Of a ratio: the variable whose total divides.
    quantile : float
        Of a quantile, and of the line of a poverty rate: in (0, 1).
    line : float
        Of a poverty rate: the share of the quantile below which a record counts as poor.
    by : str
        A categorical variable: one figure for each of its levels; empty: for the whole file.
    weight : str or None
        Name of a weight variable; None: unweighted.

    Raises
    ------
    CodebookError
        A share without category, a ratio without denominator, a quantile or line out of range.
    """

    name: str
    statistic: Statistic
    variable: str
    category: str = ""
    denominator: str = ""
    quantile: float = 0.5
    line: float = 0.6
    by: str = ""
    weight: str | None = None

    def __post_init__(self) -> None:
        if self.statistic is Statistic.SHARE and not self.category:
            raise CodebookError(f"indicator {self.name!r}: a share needs 'category'")
        if self.statistic is Statistic.RATIO and not self.denominator:
            raise CodebookError(f"indicator {self.name!r}: a ratio needs 'denominator'")
        if not 0 < self.quantile < 1:
            raise CodebookError(f"indicator {self.name!r}: 'quantile' must lie between 0 and 1")
        if not 0 < self.line <= 1:
            raise CodebookError(f"indicator {self.name!r}: 'line' must lie between 0 and 1")


@dataclass(frozen=True)
class Regression:
    """One regression that users of the file will run.

    Parameters
    ----------
    name : str
    model : Model
    formula : str
        In the grammar of ``core.data.formula``, for example ``log(income) ~ C(sex) + age``.
    weight : str or None
        Name of a weight variable; None: unweighted.
    coefficient : str
        The coefficient of main interest, as the fitted model names it; empty: the first after the intercept.

    Raises
    ------
    CodebookError
        The formula holds more than its grammar allows.
    """

    name: str
    model: Model
    formula: str
    weight: str | None = None
    coefficient: str = ""

    def __post_init__(self) -> None:
        try:
            read_formula(self.formula)
        except CodebookError as error:
            raise CodebookError(f"regression {self.name!r}: {error}") from None

    def read(self) -> Formula:
        """Return the formula as it was read and found safe."""
        return read_formula(self.formula)


@dataclass(frozen=True)
class PublishedTable:
    """One table that is published from the file.

    Parameters
    ----------
    name : str
    variables : tuple of str
        One or more variables that are crossed.
    geography : str
        The variable whose levels are the areas; empty: the whole file is one area.

    Raises
    ------
    CodebookError
        No variable, or one named twice.
    """

    name: str
    variables: tuple[str, ...]
    geography: str = ""

    def __post_init__(self) -> None:
        check_named(f"table {self.name!r}", self.variables, self.geography)


@dataclass(frozen=True)
class MagnitudeTable:
    """One table of sums over enterprises that is published from the file.

    Parameters
    ----------
    name : str
    amount : str
        The variable that is added up; empty: records are counted.
    variables : tuple of str
        One or more variables whose categories, crossed, are the cells.
    contributor : str
        The variable that says whose a record is: its records are one contribution; empty: every record is one.

    Raises
    ------
    CodebookError
        No variable to cross, or one named twice.
    """

    name: str
    amount: str
    variables: tuple[str, ...]
    contributor: str = ""

    def __post_init__(self) -> None:
        if not self.variables:
            raise CodebookError(f"magnitude table {self.name!r} names no variable")
        names = [name for name in (self.amount, *self.variables, self.contributor) if name]
        if len(set(names)) != len(names):
            raise CodebookError(f"magnitude table {self.name!r} names a variable twice")


@dataclass(frozen=True)
class Scale:
    """Items that are added up to one score (Cronbach's alpha).

    Raises
    ------
    CodebookError
        Fewer than two items, or one named twice.
    """

    name: str
    items: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(set(self.items)) < 2 or len(set(self.items)) != len(self.items):
            raise CodebookError(f"scale {self.name!r} needs two or more different items")


@dataclass(frozen=True)
class Uses:
    """Everything that the file will be used for; each list in the officer's order.

    Raises
    ------
    CodebookError
        Two uses of one kind with the same name.
    """

    indicators: tuple[Indicator, ...] = ()
    regressions: tuple[Regression, ...] = ()
    tables: tuple[PublishedTable, ...] = ()
    scales: tuple[Scale, ...] = ()
    magnitudes: tuple[MagnitudeTable, ...] = ()

    def __post_init__(self) -> None:
        for kind in (self.indicators, self.regressions, self.tables, self.scales, self.magnitudes):
            names = [use.name for use in kind]
            twice = sorted({n for n in names if names.count(n) > 1})
            if twice:
                raise CodebookError(f"{twice[0]!r} is the name of two uses of the same kind")

    def named(self) -> tuple[tuple[str, str], ...]:
        """Return every variable that is named, with the place where: (place, variable)."""
        mentions: list[tuple[str, str]] = []
        for indicator in self.indicators:
            names = (indicator.variable, indicator.denominator, indicator.by, indicator.weight or "")
            mentions += [(f"indicator {indicator.name!r}", name) for name in names if name]
        for regression in self.regressions:
            place = f"regression {regression.name!r}"
            mentions += [(place, name) for name in (*regression.read().variables(), regression.weight) if name]
        for table in self.tables:
            mentions += [(f"table {table.name!r}", name) for name in (*table.variables, table.geography) if name]
        for magnitude in self.magnitudes:
            place, whose = f"magnitude table {magnitude.name!r}", magnitude.contributor
            mentions += [(place, name) for name in (magnitude.amount, *magnitude.variables, whose) if name]
        mentions += [(f"scale {scale.name!r}", item) for scale in self.scales for item in scale.items]
        return tuple(mentions)


NO_USES = Uses()
"""Nothing was chosen."""
