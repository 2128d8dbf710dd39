"""What the map shows and how: its axes, and the score by which chance is judged."""

from dataclasses import dataclass

import streamlit as st

from core.assessment import Comparison
from core.decision import Purpose, accepted_limit
from core.views import Axis, RiskUtilityMap, axes, default_risk_axis, default_utility, default_utility_axis
from pages.components.escaping import md, plain
from pages.components.figures_in_words import value
from pages.components.selection import keep_setting, kept_setting

ZOOM = "map_zoom"
TOGGLES = {"map_intervals": True, "map_swapped": False, "map_log": False, "map_folded": True}
"""How the map is drawn until somebody chooses otherwise."""


@dataclass(frozen=True)
class MapSettings:
    """What the map shows and how.

    Parameters
    ----------
    utility, risk : Axis
    limit : float or None
        Highest acceptable risk by the rules in force; None where they have none for this measure.
    intervals, swapped, logarithmic, zoom : bool
    folded : bool
        The sets of one scenario are one point with its cloud.
    """

    utility: Axis
    risk: Axis
    limit: float | None
    intervals: bool
    swapped: bool
    logarithmic: bool
    zoom: bool
    folded: bool = False


def map_settings(comparison: Comparison, purpose: Purpose, title: str) -> MapSettings:
    """Show the card's title with the drawer next to it; return the settings."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.header(title, anchor=False, width="stretch")
        with st.popover("Settings", icon=":material/tune:", type="tertiary", key="map_drawer"):
            useful, preferred = _offered(comparison, default_utility_axis(comparison), risk=False)
            utility = _axis("Utility or loss", useful, "map_utility", preferred)
            st.caption(default_utility(comparison).sentence)
            risks, default = _offered(comparison, default_risk_axis(comparison), risk=True)
            risk = _axis("Risk", risks, "map_risk", default)
            limit = accepted_limit(comparison, purpose, risk.measure.id)
            st.caption(_limit_words(risk, limit))
            intervals = _toggle("95% intervals", "map_intervals")
            swapped = _toggle("Swap the axes", "map_swapped")
            logarithmic = _toggle("Logarithmic risk", "map_log")
            zoom = bool(kept_setting(ZOOM, default=False)) and limit is not None
            _zoom_button(zoom, limit)
            folded = bool(comparison.synthetic_sets()) and _toggle("Several sets as one point", "map_folded")
    return MapSettings(utility, risk, limit, intervals, swapped, logarithmic, zoom, folded)


def map_as_kept(comparison: Comparison, purpose: Purpose) -> MapSettings:
    """Return the settings as they were last chosen, for a map that is on another page."""
    useful, preferred = _offered(comparison, default_utility_axis(comparison), risk=False)
    risky, default = _offered(comparison, default_risk_axis(comparison), risk=True)
    utility = useful[_kept_place(useful, "map_utility", preferred)]
    risk = risky[_kept_place(risky, "map_risk", default)]
    intervals, swapped, logarithmic, folded = (bool(kept_setting(key, default)) for key, default in TOGGLES.items())
    limit = accepted_limit(comparison, purpose, risk.measure.id)
    return MapSettings(utility, risk, limit, intervals, swapped, logarithmic, zoom=False, folded=folded)


def _offered(comparison: Comparison, first: Axis | None, *, risk: bool) -> tuple[tuple[Axis, ...], int]:
    """Return the axes to choose from, and the place of the one that is shown first; of a comparison that has a map."""
    offered = axes(comparison, risk=risk)
    assert first is not None
    return offered, offered.index(first)


def _limit_words(risk: Axis, limit: float | None) -> str:
    if limit is None:
        return "The rules in force set no limit for this measure, so none is drawn."
    return f"The rules in force accept up to {value(risk.measure, limit)}; they are changed above the map."


def _zoom_button(zoom: bool, limit: float | None) -> None:
    def turn() -> None:
        keep_setting(ZOOM, not zoom)

    st.button(
        "All files" if zoom else "Acceptable zone",
        icon=":material/zoom_out_map:" if zoom else ":material/zoom_in:",
        key="map_zoom_button",
        on_click=turn,
        disabled=limit is None,
        type="tertiary",
        help="Shows the files within the acceptable risk and just above it, or all of them again.",
    )


def _toggle(label: str, key: str) -> bool:
    def keep() -> None:
        keep_setting(key, st.session_state[key])

    return st.toggle(label, kept_setting(key, TOGGLES[key]), key=key, persist_state="session", on_change=keep)


def _name(axis: Axis) -> tuple[str, ...]:
    return (axis.measure.id, *axis.target)


def _kept_place(offered: tuple[Axis, ...], key: str, default: int) -> int:
    kept = kept_setting(key, None)
    return next((i for i, axis in enumerate(offered) if _name(axis) == kept), default)


def _axis(label: str, offered: tuple[Axis, ...], key: str, default: int) -> Axis:
    """Ask for an axis; kept by its measure and key set, since places change with the files."""

    def keep() -> None:
        keep_setting(key, _name(offered[st.session_state[key]]))

    chosen = st.selectbox(
        label,
        range(len(offered)),
        _kept_place(offered, key, default),
        format_func=lambda i: plain(offered[i].name),
        key=key,
        persist_state="session",
        on_change=keep,
    )
    return offered[chosen]


LARGE = 5_000
"""From more records than these on p values show sizes of files more than changes."""

AT_REFERENCE = {
    "gdu": "gdu_reference",
    "aldu_univariate": "aldu_univariate_reference",
    "aldu_bivariate": "aldu_bivariate_reference",
}


def about_utility(comparison: Comparison, ru_map: RiskUtilityMap, settings: MapSettings) -> None:
    """Say by which score chance is judged, and what the size of a file does to the score that is drawn."""
    drawn = settings.utility.measure
    if ru_map.chance_by is not None and ru_map.chance_by.measure.id != drawn.id:
        st.caption(
            f"{md(drawn.name)} has no interval: whether a difference may be chance is judged by "
            f"{md(ru_map.chance_by.measure.name)}, by which files may "
            "have another order."
        )
    if drawn.id in AT_REFERENCE.values():
        st.caption("Drawn as if both files had 1,000 records (or as many as were set), so files of any size compare.")
    if comparison.original.rows > LARGE and drawn.id in AT_REFERENCE:
        st.caption(
            "With many records p values call the slightest change a loss: the same masking scores less the larger the "
            "file is. At a reference number of records, to be chosen under Settings, it scores alike at any size."
        )
