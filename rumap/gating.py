"""The answer of a policy, for a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from html import escape
from os import PathLike
from typing import Any

from core.commands import gate_document, gated_comparison
from core.decision import GateAnswer, GateVerdict, Purpose, gate
from rumap.arguments import one_of, path_in
from rumap.results import Results
from rumap.texts import purpose_of

FORMS = ("text", "json", "junit", "github")


@dataclass(frozen=True, repr=False)
class GateResult:
    """Whether masked files meet a policy.

    Parameters
    ----------
    gate : GateVerdict
    purpose : Purpose
        The policy.
    source : str
        What was judged.
    """

    gate: GateVerdict
    purpose: Purpose
    source: str

    @property
    def code(self) -> int:
        """The exit code of ``ru-map gate``, 0 where all pass, 1 where a limit fails, 2 where it cannot be judged."""
        return int(self.gate.answer)

    @property
    def passing(self) -> tuple[str, ...]:
        """The masked files that meet everything."""
        return self.gate.passing

    @property
    def sentences(self) -> tuple[str, ...]:
        """What speaks against them, or leaves it open."""
        return tuple(c.sentence for c in self.gate.checks if c.answer is not GateAnswer.PASSES)

    def to_text(self, format: str = "text") -> str:
        """Return the answer as ``ru-map gate --format`` writes it: text, json, junit or github."""
        return gate_document(self.gate, self.purpose, one_of("format", format, FORMS), self.source)

    def __bool__(self) -> bool:
        return self.gate.answer is GateAnswer.PASSES

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<gate of {self.source}: exit code {self.code}>"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.to_text())}</pre>"


def gate_results(results: Any, policy: str | PathLike[str], scenario: str, any_of: bool) -> GateResult:
    """Hold masked files against a policy; see ``rumap.gate``."""
    purpose = purpose_of(policy)
    if isinstance(results, Results):
        comparison, source = results.comparison, "results"
    else:
        path = path_in("results", results)
        comparison, source = gated_comparison(path), path.name
    return GateResult(gate(comparison, purpose, date.today(), scenario, any_of=any_of), purpose, source)
