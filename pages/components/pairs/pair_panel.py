"""One pair of variables in one scenario, or in two: what decided, the test, the coefficients."""

from __future__ import annotations

import streamlit as st

from core.assessment import Assessment
from core.measures import Failed, Outcome, Result, Skipped, detail_of
from core.utility import LduBivariateDetail
from core.wording import counted, percent, sentence_case
from pages.components.escaping import md
from pages.components.figures_in_words import coefficient, p_value
from pages.components.flags_in_words import show_flags
from pages.components.methods.drawer import method_links

TESTS = {
    "chi_squared": ("chi-squared test and Cramér's V²", "V²"),
    "kruskal_wallis": ("Kruskal-Wallis test", "ε²"),
    "anova": ("analysis of variance", "η²"),
    "spearman": ("Spearman's rank correlation", "ρ²"),
    "pearson": ("Pearson's correlation", "r²"),
}
DECIDED = {
    "none": "Neither file shows an association, so nothing was lost.",
    "one": "Only one of the files shows an association: the masking made it appear or vanish.",
    "direction": "Both files show an association, but its direction differs: that decided.",
    "strength": "Both files show an association in the same direction; its strength was compared.",
}

STRENGTHENED = (
    "The published rule also takes an association that became much stronger, or noisier, for a changed direction; "
    "the cosine is positive, so it is not reversed."
)


def outcome_of(assessment: Assessment, a: str, b: str) -> Outcome | None:
    """Return the outcome of a pair, whichever of its variables comes first in the file."""
    return assessment.outcome("ldu_bivariate", (a, b)) or assessment.outcome("ldu_bivariate", (b, a))


def test_of(outcome: Outcome | None) -> str:
    """Return the test of a pair; "" where it has none."""
    detail = detail_of(outcome, LduBivariateDetail)
    return detail["test"] if detail else ""


def verdict(outcome: Outcome | None) -> None:
    """Show utility, test, p, coefficients, n and the step that decided; or why there is no value."""
    if outcome is None:
        st.info("This pair was not measured.", icon=":material/info:")
        return
    if isinstance(outcome, Failed):
        st.error("This pair could not be measured because of a fault of the program.", icon=":material/error:")
        return
    if isinstance(outcome, Skipped):
        st.info(f"No value: {md(outcome.reason, 500)}", icon=":material/info:")
        return
    _figures(outcome)
    st.markdown(decided_words(outcome))
    method_links(["ldu_bivariate"], "pair")
    show_flags(outcome.flags or ())


def decided_words(outcome: Result) -> str:
    """Say which step decided; and where the published rule calls a mere strengthening a change of direction."""
    detail = detail_of(outcome, LduBivariateDetail)
    words, cosine = DECIDED.get(detail["step"], ""), detail["cosine"]
    if detail["step"] == "direction" and cosine is not None and cosine > 0:
        words += " " + STRENGTHENED
    return words


def _figures(outcome: Result) -> None:
    detail = detail_of(outcome, LduBivariateDetail)
    test, symbol = TESTS.get(detail["test"], (detail["test"], "Coefficient"))
    with st.grid(3, min_column_width=105):
        st.metric("Utility of the pair", percent(outcome.value))
        for name, size, p in (
            ("Original", detail["coefficient_original"], detail["p_original"]),
            ("Masked", detail["coefficient_masked"], detail["p_masked"]),
        ):
            st.metric(
                f"{symbol}, {name.lower()}",
                coefficient(size),
                p_value(p),
                delta_color="off",
                delta_arrow="off",
            )
    st.caption(f"{sentence_case(test)}; {_n(detail)}. {_more_coefficients(detail)}")


def _n(detail: LduBivariateDetail) -> str:
    numbers = [(detail["n_original"], "the original"), (detail["n_masked"], "the masked file")]
    return " and ".join((f"{counted(n, 'record', 'records')} of {file}") for n, file in numbers)


def _more_coefficients(detail: LduBivariateDetail) -> str:
    """Return the coefficients beside those that decided: unrecoded, bias-corrected, the cosine of the directions."""
    parts = []
    if detail["coefficient_unrecoded"] is not None:
        parts.append(f"before the recode {coefficient(detail['coefficient_unrecoded'])} in the original")
    corrected = detail["bias_corrected_original"], detail["bias_corrected_masked"]
    if any(c is not None for c in corrected):
        parts.append(f"bias-corrected V² {coefficient(corrected[0])} and {coefficient(corrected[1])}")
    if detail["cosine"] is not None:
        parts.append(f"cosine of the two directions {detail['cosine']:.2f} ({_cosine_words(detail['cosine'])})")
    return (f"Also: {'; '.join(parts)}.") if parts else ""


def _cosine_words(cosine: float) -> str:
    if cosine > 0.9:
        return "the same"
    return "alike" if cosine > 0 else "reversed" if cosine < 0 else "unrelated"


def other_scenario(first: Assessment, second: Assessment, a: str, b: str) -> None:
    """Say what the pair is worth in the scenario that is compared with, and what decided there."""
    outcome = outcome_of(second, a, b)
    if not isinstance(outcome, Result):
        st.markdown(f"In **{md(second.name)}** the pair has no value.")
        return
    own = outcome_of(first, a, b)
    change = f" (here {100 * (own.value - outcome.value):+.1f} points)" if isinstance(own, Result) else ""
    st.markdown(
        f"In **{md(second.name)}** its utility is **{percent(outcome.value)}**{change}. {decided_words(outcome)}"
    )
