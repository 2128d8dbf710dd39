"""What is chosen, on whichever page: versions side by side, the one spoken of, variables and pairs."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from core.charts import as_clicked
from core.decision import Decision, two_to_compare
from pages.components.workspace import change, current

MOST = 6
AT_FIRST = 4
"""Versions that are shown until somebody chooses others."""


def shown_versions(decision: Decision, looked_at: str) -> tuple[str, ...]:
    """Return the versions side by side: those chosen, else the one looked at, its rival and the next best."""
    choice = current().choice
    names = [f.scenario for f in decision.ranked]
    kept = [name for name in choice.pinned if name in names]
    if kept:
        return tuple(kept)
    return tuple(dict.fromkeys([*two_to_compare(decision, looked_at), *names]))[:AT_FIRST]


def shown_with(decision: Decision, looked_at: str) -> tuple[str, ...]:
    """Return the versions side by side, the one looked at among them."""
    shown = shown_versions(decision, looked_at)
    return shown if looked_at in shown else (looked_at, *shown)[:MOST]


def pin(names: Sequence[str]) -> None:
    """Show these versions side by side, and no others; of too many the last ones."""
    change(choice=replace(current().choice, pinned=tuple(dict.fromkeys(names))[-MOST:]))


PREFERRED = "preferred_scenario"
MOST_VARIABLES = 4
"""Variables that are drawn side by side, a row each."""


def scenario(names: Sequence[str]) -> str:
    """Return the chosen scenario; where none of these is chosen, the preferred or the first one."""
    wanted = (current().choice.scenario, st.session_state.get(PREFERRED))
    return next((str(name) for name in wanted if name in names), names[0])


def prefer_scenario(name: str | None) -> None:
    """Speak about this scenario as long as none was chosen."""
    st.session_state[PREFERRED] = name


def choose_scenario(name: str) -> None:
    """Choose a scenario."""
    choose(scenario=name)


def choose(**chosen: Any) -> None:
    """Choose by the fields of `Choice`."""
    change(choice=replace(current().choice, **chosen))


def variable(names: Sequence[str]) -> str:
    """Return the chosen variable; where it is not among these, the first one."""
    chosen = current().choice.variable
    return chosen if chosen in names else names[0]


def choose_variable(name: str) -> None:
    """Choose a variable."""
    choose(variable=name)


def pair(names: Sequence[str], preferred: tuple[str, str]) -> tuple[str, str]:
    """Return the chosen pair of variables; where it is not among these, the preferred one."""
    chosen = current().choice.pair
    return (chosen[0], chosen[1]) if chosen and set(chosen) <= set(names) else preferred


def choose_pair(a: str, b: str) -> None:
    """Choose a pair of variables."""
    choose(pair=(a, b), variables=(a, b))


def choose_variables(names: Sequence[str]) -> None:
    """Choose the variables that are drawn side by side; the first two are the pair that is looked at."""
    pair_of_them = {"pair": tuple(names[:2])} if len(names) > 1 else {}
    choose(variables=tuple(names), **pair_of_them)


def kept_setting(key: str, default: Any) -> Any:
    """Return how a setting was set before a reload; else its default."""
    return dict(current().choice.settings).get(key, default)


def keep_setting(key: str, value: Any) -> None:
    """Let a reload find a setting again."""
    kept = {**dict(current().choice.settings), key: value}
    choose(settings=tuple(sorted(kept.items())))


def on_click(chart: str, open_: Callable[[Any], None]) -> Callable[[], None]:
    """Return what opens the custom data of the point of a chart that is clicked, before the page is drawn again."""

    def handle() -> None:
        points = st.session_state[chart]["selection"]["points"]
        if points and points[0].get("customdata"):
            open_(as_clicked(points[0]["customdata"]))

    return handle


def on_row(table: str, open_: Callable[[int], None]) -> Callable[[], None]:
    """Return what opens the place of the row of a table that is chosen, before the page is drawn again."""

    def handle() -> None:
        rows = st.session_state[table]["selection"]["rows"]
        if rows:
            open_(rows[0])

    return handle
