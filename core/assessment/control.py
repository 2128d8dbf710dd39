"""Whether a control file is of the population that the original is a sample of."""

from __future__ import annotations

from dataclasses import replace

import scipy

from core.assessment.catalogue import measure_by_id
from core.data import NO_LINK, Codebook, Masking, Microdata, Pair, Scenario, ScenarioDeclaration
from core.measures import Result, detail_of
from core.pairing import About, ControlFinding, control_doubt, control_findings, pair, with_control
from core.utility import PropensityDetail
from core.wording import first_of

SURE = 1e-4
"""Of a control drawn like the original, so small a share is warned of by chance."""
NAMED = 3


def paired_with_control(paired: Pair, original: Microdata, control: Microdata, codebook: Codebook) -> Pair:
    """Lay a control file beside a pair, with what shows that the masking saw it.

    Raises
    ------
    PairingError
        As ``with_control``.
    """
    both = with_control(paired, original, control, codebook)
    return both if both.control is None else replace(both, control_doubt=control_doubt(both, both.control))


def control_seen(original: Microdata, scenario: Scenario, control: Microdata, codebook: Codebook) -> str:
    """Say why the masking of a file seems to have seen the control; empty where nothing shows it.

    Raises
    ------
    PairingError
        The files cannot be compared.
    """
    return paired_with_control(pair(original, scenario, codebook), original, control, codebook).control_doubt


def control_notes(original: Microdata, control: Microdata, codebook: Codebook) -> tuple[str, ...]:
    """Return all that a reader of figures net of a control must know of it, in sentences.

    Parameters
    ----------
    original, control : Microdata
    codebook : Codebook

    Raises
    ------
    PairingError
        No variable that counts holds a value in both files.
    """
    notes = control_findings(original, control, codebook)
    population = population_finding(original, control, codebook)
    return tuple(note.text for note in (*notes, *([] if population is None else [population])))


def population_finding(original: Microdata, control: Microdata, codebook: Codebook) -> ControlFinding | None:
    """Say where a model tells the people of the control from those of the original.

    Main effects of all variables; of two samples of one population N U_p / (c (1 - c)) is about chi-squared with
    k - 1 degrees of freedom (the score test of the model; Snoke et al. 2018 for its expectation).

    Parameters
    ----------
    original, control : Microdata
    codebook : Codebook

    Returns
    -------
    ControlFinding or None
        None where chance explains the difference, or where no model can be fitted.

    Raises
    ------
    PairingError, CodebookError
        The files cannot be compared.
    """
    measure = measure_by_id("propensity")
    both = _beside(original, control, codebook)
    prepared = measure.prepare(both, measure.parameters(model="main"))
    outcome = next(iter(measure.compute(prepared)))
    if not isinstance(outcome, Result):
        return None
    detail = detail_of(outcome, PropensityDetail)
    degrees, c = (detail["estimable"] or 1) - 1, detail["share_masked"]
    if not degrees or scipy.stats.chi2.sf(detail["n_times_value"] / (c * (1 - c)), degrees) >= SURE:
        return None
    names = first_of([repr(driver["term"]) for driver in detail["drivers"]], NAMED)
    text = f"the control file differs from the original by more than chance, most in {names}: it is of another "
    text += "population, and what an attack achieves on it is not what it would achieve on other people of this one"
    return ControlFinding(About.POPULATION, text)


def _beside(original: Microdata, control: Microdata, codebook: Codebook) -> Pair:
    """Return both files coded alike; values of the control that the original lacks are no contradiction."""
    masking = dict.fromkeys((v.name for v in codebook.variables if v.name in original.columns), Masking.SYNTHETIC)
    declared = ScenarioDeclaration(control.name, linked=NO_LINK, masking=masking)
    return pair(original, Scenario(control, declared), codebook)
