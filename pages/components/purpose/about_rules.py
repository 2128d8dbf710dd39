"""What a policy holds besides limits: who signs it, until when, key sets, rules and sources; the policy as a file."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

import streamlit as st

from core.decision import (
    COUNTED,
    Purpose,
    ReleaseType,
    Requirement,
    RuledFiles,
    may_be_ruled,
    policy_from,
    with_rules,
    write_policy,
)
from core.errors import IntakeError, PlanError
from core.intake import open_toml
from pages.components.decision_trail import noted
from pages.components.escaping import md, plain
from pages.components.toml_file import toml_file, uploads_key
from pages.components.workspace import Workspace, change, current

FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2100, 12, 31)
KeySets = tuple[tuple[str, tuple[str, ...]], ...]


def about_rules(workspace: Workspace, purpose: Purpose, key: str) -> Purpose:
    """Ask for what a policy holds beside its limits; return the purpose as it is answered."""
    with st.expander("Who answers for these rules, until when, and for which key sets?"):
        with st.grid(2, min_column_width=200, gap="medium") as grid:
            with grid.cell():
                signed = st.text_input(
                    "Signed by", purpose.signed_by, max_chars=200, key=f"rules_signed_{key}", persist_state="session"
                )
            with grid.cell():
                until = _last_day(purpose.valid_until, f"rules_until_{key}")
        keysets = _keysets(workspace, purpose.keysets, f"rules_keysets_{key}")
        st.caption(
            "The name stands for the rules as they are now. After the last day, and without a key set that is "
            "named here, `ru-map gate` judges no file by them."
        )
    return replace(purpose, signed_by=signed.strip(), valid_until=until, keysets=keysets)


def _last_day(written: str, key: str) -> str:
    """Ask for the last day on which the rules hold; "" where there is none."""
    known = date.fromisoformat(written) if written else None
    chosen = st.date_input(
        "Valid until",
        known,
        min_value=min(known or FIRST_DAY, FIRST_DAY),
        max_value=max(known or LAST_DAY, LAST_DAY),
        format="YYYY-MM-DD",
        help="The last day on which the rules hold; empty: until they are changed.",
        key=key,
        persist_state="session",
    )
    return str(chosen) if chosen else ""


def _keysets(workspace: Workspace, known: KeySets, key: str) -> KeySets:
    """Ask by which key sets files must be judged: those of the rules, of the codebook and of the results."""
    offered = {name: (name, variables) for name, variables in known}
    measured = () if workspace.comparison is None else workspace.comparison.keysets
    for keyset in (*workspace.effective_codebook.effective_keysets(), *measured):
        offered.setdefault(keyset.name, (keyset.name, tuple(keyset.variables)))
    chosen = st.multiselect(
        "Key sets that files must be judged by",
        list(offered),
        [name for name, _variables in known],
        format_func=lambda name: plain(f"{name}: {', '.join(offered[name][1])}"),
        placeholder="Those that were measured",
        key=key,
        persist_state="session",
    )
    return tuple(offered[name] for name in chosen)


def sources(purpose: Purpose, key: str) -> Purpose:
    """Say where every limit is from; of own rules it is written here, and never left empty."""
    with st.expander("Where do these thresholds come from?"):
        if purpose.release is not ReleaseType.OWN:
            for r in purpose.requirements:
                st.markdown(f"**{r.name}** {r.limit_text(r.proposed)} · {md(r.source, 400)}.")
            return purpose
        written = [
            st.text_input(
                f"{r.name} {r.limit_text(r.limit)}",
                r.source,
                max_chars=400,
                help="The rule or paper that this limit is from",
                key=f"source_{key}_{r.threshold}",
                persist_state="session",
            )
            for r in purpose.requirements
        ]
    pairs = zip(purpose.requirements, written, strict=True)
    return replace(purpose, requirements=tuple(replace(r, source=text.strip() or r.source) for r, text in pairs))


def rules_in_force(purpose: Purpose, key: str) -> Purpose:
    """Ask which measures of risk have a rule; a new one starts with a limit of 5%, to be changed with its reason.

    Rules of utility come with a policy file, and may be left out here.
    """
    offered = {t.id: t.name for t in may_be_ruled()}
    for requirement in purpose.requirements:
        offered.setdefault(requirement.threshold, requirement.name)
    chosen = st.multiselect(
        "Rules in force",
        list(offered),
        [r.threshold for r in purpose.requirements],
        format_func=lambda id_: offered[id_].removesuffix(", at most"),
        key=f"rules_{key}",
        persist_state="session",
    )
    if not chosen:
        st.warning("At least one rule must be in force; the former ones hold till then.", icon=":material/rule:")
        return purpose
    return _for_which_files(with_rules(purpose, chosen), offered, key)


def _for_which_files(purpose: Purpose, names: Mapping[str, str], key: str) -> Purpose:
    """Ask which rules are for synthetic files alone; counts of key values stay as they are."""
    others = [r for r in purpose.requirements if r.threshold not in COUNTED]
    if not others:
        return purpose
    alone = st.multiselect(
        "Of these, for synthetic files alone",
        [r.threshold for r in others],
        [r.threshold for r in others if r.files is RuledFiles.SYNTHETIC],
        format_func=lambda id_: names[id_].removesuffix(", at most"),
        help="All other rules are for every file. With an attack among them, synthetic files are not judged by "
        "counts of key values.",
        key=f"rules_synthetic_{key}",
        persist_state="session",
    )
    return purpose.for_synthetic({*alone, *(r.threshold for r in purpose.requirements if _kept(r))})


def _kept(requirement: Requirement) -> bool:
    """Whether a count is for synthetic files alone, as a policy file may say: it stays so."""
    return requirement.threshold in COUNTED and requirement.files is RuledFiles.SYNTHETIC


UPLOADS = uploads_key("policy")


def policy_files(purpose: Purpose) -> None:
    """Offer the thresholds for download and take others in their place."""
    with st.expander("The thresholds as a file: policy.toml"):
        toml_file("policy", "Download policy.toml", lambda: write_policy(purpose), "Use a saved policy", take)


def take(name: str, content: bytes) -> str:
    """Judge by a saved policy from now on; return what is wrong with it, or ""."""
    try:
        purpose = policy_from(open_toml(content))
    except (PlanError, IntakeError) as error:
        return f"The policy cannot be used: {error}."
    change(record=noted(f"policy taken from {name}", replace(current().record, purpose=purpose)))
    return ""
