"""What a person declares of a masked file: what it is, its sets, marked numbers, how it was masked, its guarantee."""

from collections.abc import Collection, Mapping
from dataclasses import replace

import streamlit as st

from core.data import Codebook, DifferentialPrivacy, FileKind, MarkedNumber, Masking, Scenario, ScenarioDeclaration
from core.errors import CodebookError
from core.wording import counted, first_of
from pages.components.escaping import md, plain
from pages.components.flags_in_words import lines_of

PROPOSED = "proposed_kinds"
"""By file: the kind that the files show, and the evidence; a person's own answer is never replaced."""
OPTIONS: Mapping[FileKind, str] = {
    FileKind.MASKED: "Masked: the original's records, some values changed, coarser or missing",
    FileKind.SAMPLED: "A sample: some of the original's records, values true",
    FileKind.SYNTHETIC: "Synthetic: records made up from a model",
    FileKind.OTHER_PEOPLE: "Other people of the same population: a control",
}
FOLLOWS: Mapping[FileKind | None, str] = {
    None: "Until you say so, counts of key values are valid only where the original has nearly all of them.",
    FileKind.MASKED: (
        "Say under “How variables were masked” what was done to each, or how records are linked: till then risk "
        "figures that count key values are taken as valid only where the original has nearly all of them."
    ),
    FileKind.SAMPLED: "Its values count as true, and this is tested: the original must have nearly all of them.",
    FileKind.SYNTHETIC: (
        "No person is to be found in it: its risk is what it reveals of people's sensitive values, or how many unique "
        "people it repeats. Counts of key values do not hold."
    ),
    FileKind.OTHER_PEOPLE: (
        "It cannot go out as a version of the original. It shows what can be known about people whom masking never "
        "saw: use it as the control file."
    ),
}


def ask_kind(scenario: Scenario, declaration: ScenarioDeclaration) -> ScenarioDeclaration:
    """Ask what a file without links is, say what follows, and return the declaration with the answer."""
    if declaration.linked not in (None, "none"):
        return declaration
    file, options = scenario.microdata.name, list(OPTIONS)
    kind = st.selectbox(
        "What is it?",
        options,
        options.index(declaration.kind) if declaration.kind in options else None,
        format_func=OPTIONS.__getitem__,
        placeholder="Not said: treatment unknown",
        key=f"kind_{file}",
    )
    st.caption(_shown(file, kind) + FOLLOWS[kind])
    return replace(declaration, kind=kind)


def _shown(file: str, kind: FileKind | None) -> str:
    """Return what shows the kind, where it was filled in from the files."""
    proposed, evidence = st.session_state.get(PROPOSED, {}).get(file, (None, ""))
    if kind is None or kind is not proposed:
        return ""
    return f"Filled in from the files: {md(evidence, 600)}. "


def ask_sets(scenario: Scenario, declaration: ScenarioDeclaration) -> ScenarioDeclaration:
    """Ask which scenario a synthetic file is one of several sets of; return the declaration with the answer."""
    if not (declaration.is_synthetic or declaration.set_of):
        return declaration
    name = st.text_input(
        "One of several sets of",
        declaration.set_of,
        max_chars=60,
        placeholder="empty: a scenario by itself",
        help="Files that one synthesizer made of one original: the same name here for each of them. What users compute "
        "is then combined over all sets, by the rule of how they were made.",
        key=f"set_of_{scenario.microdata.name}",
    )
    return replace(declaration, set_of=name.strip())


MEANINGS = {
    MarkedNumber.NUMBER: "Counts as the number",
    MarkedNumber.MISSING: "Counts as missing",
    None: "Not declared",
}


def ask_marks(scenario: Scenario, declaration: ScenarioDeclaration) -> ScenarioDeclaration:
    """Show what marked numbers of a file count as, and let it be changed; return the declaration with it."""
    file = scenario.microdata.name
    with st.popover(_in_words(declaration.marks), icon=":material/asterisk:", type="tertiary", key=f"marks_{file}"):
        st.caption("A mark before a number, as in `*1017`, is declared once for all texts that bear it.")
        chosen = {mark: _meaning(file, mark, meaning) for mark, meaning in declaration.marks.items()}
        mark = st.text_input("Another mark", max_chars=3, key=f"another_mark_{file}").strip()
        if mark and mark not in chosen:
            chosen[mark] = _meaning(file, mark, MarkedNumber.NUMBER)
    return replace(declaration, marks={mark: meaning for mark, meaning in chosen.items() if meaning is not None})


def _in_words(marks: Mapping[str, MarkedNumber]) -> str:
    if not marks:
        return "Marked numbers"
    return f"Marked numbers: {first_of([md(mark) for mark in marks], 5)}"


def _meaning(file: str, mark: str, meaning: MarkedNumber) -> MarkedNumber | None:
    return st.selectbox(
        f"Numbers behind {md(mark)}",
        list(MEANINGS),
        list(MEANINGS).index(meaning),
        format_func=MEANINGS.__getitem__,
        key=f"mark_{mark}_{file}",
    )


KINDS = {
    Masking.NOISE: "noise: random amounts added",
    Masking.SWAP: "swap: values exchanged between records",
    Masking.PRAM: "PRAM: categories redrawn with known probabilities",
    Masking.MICROAGGREGATE: "microaggregation: means of small groups",
    Masking.SYNTHETIC: "synthetic: values drawn from a model",
    Masking.RECODE: "recode: coarser categories, bands or caps",
    Masking.SUPPRESS: "suppression: some values left out",
    Masking.SAMPLE: "sample: some records left out, values true",
    Masking.REMOVE: "removed: no value kept",
}
"""How a person says each kind; first those that nothing in an unlinked file shows."""


def ask_masking(scenario: Scenario, declaration: ScenarioDeclaration, codebook: Codebook) -> ScenarioDeclaration:
    """Ask which variables were masked in which way; return the declaration with the answer."""
    file, said = scenario.microdata.name, declaration.masking
    label = "How variables were masked"
    if said:
        label += f" (said of {counted(len(said), 'variable', 'variables')})"
    with st.popover(label, icon=":material/tune:", type="tertiary", key=f"masking_{file}"):
        st.caption("One kind after the other. It is kept in the codebook and decides which risk figures hold.")
        kind = st.selectbox("Kind of masking", list(KINDS), format_func=KINDS.__getitem__, key=f"masking_kind_{file}")
        chosen = st.multiselect(
            "Variables masked so",
            [v.name for v in codebook.variables],
            [name for name in said if said[name] is kind],
            format_func=plain,
            key=f"masking_{kind}_{file}",
        )
        for line in lines_of((f"**{md(name)}**", KINDS[other]) for name, other in said.items() if other is not kind):
            st.caption(line)
    return masked_so(declaration, kind, chosen)


def masked_so(declaration: ScenarioDeclaration, kind: Masking, variables: Collection[str]) -> ScenarioDeclaration:
    """Return the declaration in which these variables, and no others, were masked in this way."""
    others = {name: of for name, of in declaration.masking.items() if of is not kind and name not in variables}
    return replace(declaration, masking={**others, **dict.fromkeys(variables, kind)})


def ask_privacy(scenario: Scenario, declaration: ScenarioDeclaration) -> ScenarioDeclaration:
    """Ask for the guarantee that the file's maker claims; return the declaration with it, once it is whole."""
    file, known = scenario.microdata.name, declaration.privacy
    with st.popover("Differential privacy", icon=":material/functions:", type="tertiary", key=f"privacy_{file}"):
        st.caption("Only where the file was made so. It is kept as declared: nothing in this program can verify it.")
        epsilon = st.number_input(
            "ε (empty: not declared)", 0.0, None, known.epsilon if known else None, format="%g", key=f"epsilon_{file}"
        )
        delta = st.number_input(
            "δ (0: pure)", 0.0, 1.0, known.delta if known else 0.0, format="%g", key=f"delta_{file}"
        )
        unit = st.text_input(
            "Unit of privacy",
            known.unit if known else "",
            max_chars=60,
            placeholder="such as person, household, record",
            key=f"privacy_unit_{file}",
        )
        return replace(declaration, privacy=_declared(epsilon, delta, unit))


def _declared(epsilon: float | None, delta: float, unit: str) -> DifferentialPrivacy | None:
    """Return the guarantee; None, with the reason on the screen, while something is missing or out of range."""
    if epsilon is None:
        return None
    try:
        return DifferentialPrivacy(epsilon, unit.strip(), delta)
    except CodebookError as error:
        st.info(str(error), icon=":material/info:")
        return None
