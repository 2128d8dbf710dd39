"""The codebook: variables in order, key sets, and what is declared about each masked file."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from core.data.differential_privacy import DifferentialPrivacy
from core.data.file_kind import FileKind
from core.data.recode import RecodeEntry
from core.data.sample_design import ReplicateDeclaration
from core.data.uses import NO_USES, Uses, check_named
from core.data.variable import COMPARED_ROLES, MarkedNumber, Masking, Role, Variable
from core.data.written_forms import WrittenAs, written_as
from core.errors import CodebookError
from core.wording import did_you_mean

ROW_LINK = "row"
NO_LINK = "none"


def link_by(names: Sequence[str]) -> str:
    """Return the link by several identifiers that are one only together, such as person and wave: ``person,wave``.

    Raises
    ------
    CodebookError
        There is no name, or one of several holds a comma.
    """
    if not names or (len(names) > 1 and any("," in name for name in names)):
        raise CodebookError("a link by several identifiers needs names without a comma")
    return ",".join(names)


def _link(written: str | tuple[str, ...]) -> str:
    return written if isinstance(written, str) else link_by(written)


def names_of_link(link: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the identifiers of a link: itself where it is a known name, else the names between its commas."""
    return (link,) if link in known or "," not in link else tuple(name.strip() for name in link.split(","))


@dataclass(frozen=True)
class KeySet:
    """A named set of key variables: what one intruder knows.

    Parameters
    ----------
    name : str
    variables : tuple of str
    weight : str or None
        The sampling weight that goes with it; needed where several weights are tagged.

    Raises
    ------
    CodebookError
        No variable, or one named twice.
    """

    name: str
    variables: tuple[str, ...]
    weight: str | None = None

    def __post_init__(self) -> None:
        check_named(f"key set {self.name!r}", self.variables)


@dataclass(frozen=True)
class ScenarioDeclaration:
    """What the officer says about one masked file.

    Parameters
    ----------
    file : str
        File name, as uploaded.
    name : str
        Name of the scenario; empty: the file name without its ending.
    linked : str or None
        "row" (same order), "none", the name of an identifier variable, or several (`link_by`); None: not said.
    masking : mapping of str to Masking
        How variables were masked.
    recodes : mapping of str to Recode
        Recodes of variables, by original name.
    renamed : mapping of str to str
        Masked name -> original name.
    proposed : tuple of str
        Variables whose recode was read from the masked file's texts and declared by nobody.
    kind : FileKind or None
        What the file is; None: not said.
    marks : mapping of str to MarkedNumber
        Marks that stand before numbers written as text, as the ``*`` of ``*1017``: whether the number counts.
    privacy : DifferentialPrivacy or None
        The guarantee that its maker claims; None: not said.
    set_of : str
        Name of the scenario that several synthetic files are sets of; empty: the file is a scenario by itself.
    """

    file: str
    name: str = ""
    linked: Annotated[str, WrittenAs(str | tuple[str, ...], _link)] | None = None
    masking: Mapping[str, Masking] = field(default_factory=dict)
    recodes: Mapping[str, RecodeEntry] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    proposed: tuple[str, ...] = ()
    kind: FileKind | None = None
    marks: Mapping[str, MarkedNumber] = field(default_factory=dict)
    privacy: DifferentialPrivacy | None = field(default=None, metadata=written_as("differential_privacy"))
    set_of: str = ""

    def masking_of(self, name: str) -> Masking | None:
        """Return how a variable was masked: as declared for it, else made up where the whole file is."""
        return self.masking.get(name, Masking.SYNTHETIC if self.kind is FileKind.SYNTHETIC else None)

    @property
    def is_synthetic(self) -> bool:
        """Whether the file, or a variable of it, is declared to be made up."""
        return self.kind is FileKind.SYNTHETIC or Masking.SYNTHETIC in self.masking.values()


@dataclass(frozen=True)
class DeclaredCodebook:
    """What a person has declared: it may name some variables, or none, and leave the others to the file.

    ``replicates`` says how the variables with the role replicate weight were made; ``units_of_population`` how many
    first-stage units the population has in the stratum of each record: a number, or the variable that holds it.
    Key sets and uses may name any variable of the original; ``complete`` sees whether there is one.
    """

    variables: tuple[Variable, ...] = ()
    keysets: tuple[KeySet, ...] = ()
    scenarios: tuple[ScenarioDeclaration, ...] = ()
    uses: Uses = NO_USES
    replicates: ReplicateDeclaration | None = None
    units_of_population: str | float | None = None

    def complete(self, variables: Sequence[Variable]) -> Codebook:
        """Return the codebook of all variables; CodebookError where something names one that is not among them."""
        known = (self.keysets, self.scenarios, self.uses, self.replicates, self.units_of_population)
        return Codebook(tuple(variables), *known)


@dataclass(frozen=True)
class Codebook(DeclaredCodebook):
    """The variables of the original in file order, key sets, scenario declarations, and what the file is for.

    Raises
    ------
    CodebookError
        A variable named twice; a key set or a use that names none of the original.
    """

    def __post_init__(self) -> None:
        names = [v.name for v in self.variables]
        if len(set(names)) != len(names):
            raise CodebookError("the codebook names a variable twice")
        for keyset in self.keysets:
            for name in keyset.variables:
                if name not in names:
                    raise CodebookError(f"key set {keyset.name!r} names {_unknown(name, names)}")
            if keyset.weight is not None and keyset.weight not in names:
                meant = did_you_mean(keyset.weight, names)
                raise CodebookError(
                    f"key set {keyset.name!r}: weight {keyset.weight!r} is no variable of the original{meant}"
                )
        if isinstance(self.units_of_population, str) and self.units_of_population not in names:
            raise CodebookError(f"[first_stage] names {_unknown(self.units_of_population, names)}")
        for place, name in self.uses.named():
            if name not in names:
                raise CodebookError(f"{place} names {_unknown(name, names)}")

    def variable(self, name: str) -> Variable:
        """Return the variable called ``name``; raise CodebookError where there is none."""
        for variable in self.variables:
            if variable.name == name:
                return variable
        raise CodebookError(f"the codebook has no variable {name!r}")

    def with_role(self, role: Role) -> tuple[Variable, ...]:
        """Return the variables that have a role, in file order."""
        return tuple(v for v in self.variables if v.role is role)

    def compared(self) -> tuple[Variable, ...]:
        """Return the variables that are compared with the masked file's, in file order."""
        return tuple(v for v in self.variables if v.role in COMPARED_ROLES)

    def effective_keysets(self) -> tuple[KeySet, ...]:
        """Return the key sets; where none is declared, one set "keys" of all key variables."""
        if self.keysets:
            return self.keysets
        keys = tuple(v.name for v in self.with_role(Role.KEY))
        return (KeySet("keys", keys),) if keys else ()

    def declaration(self, file: str) -> ScenarioDeclaration:
        """Return what is declared about a masked file; an empty declaration where nothing is."""
        for scenario in self.scenarios:
            if scenario.file == file:
                return scenario
        return ScenarioDeclaration(file)


def _unknown(name: str, names: Sequence[str]) -> str:
    return f"{name!r}, which is no variable of the original{did_you_mean(name, names)}"
