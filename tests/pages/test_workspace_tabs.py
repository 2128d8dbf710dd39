"""One browser with several tabs, page by page, as the program shows it."""

import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from core.execution import JobState, RunQueue
from pages.components.server import session_notices, sessions
from pages.components.server.session_store import Store
from pages.components.server.session_tab import NOTICE
from pages.components.workspace import KEY
from tests.pages.conftest import User
from tests.processes import until

pytestmark = pytest.mark.slow


class Browser:
    """Tabs that share one cookie."""

    def __init__(self) -> None:
        self.owner = "ann"
        self.tab = None
        self.now = 0.0
        self.tabs: list[Tab] = []

    def open(self) -> "Tab":
        tab = Tab(self, str(len(self.tabs)))
        self.tabs.append(tab)
        self.tab = tab
        tab.user = User()
        return tab


class Tab:
    """One tab: the program's pages in it, and what the store knows of it."""

    def __init__(self, browser: Browser, name: str) -> None:
        self.browser, self.id, self.shown = browser, name, True
        self.user: User

    def connected(self) -> bool:
        return self.shown

    def forget(self, reason: str) -> None:
        del self.user.state[KEY]  # the test's own session needs the values of its widgets
        self.user.state[NOTICE] = reason

    def forget_beneath(self) -> None:
        pass

    def __enter__(self) -> User:
        self.browser.tab = self
        return self.user

    def __exit__(self, *_: object) -> None:
        pass


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Browser:
    browser = Browser()
    store = Store(1800, sessions.has_run, sessions.end_run, lambda: browser.now)
    monkeypatch.setattr(sessions, "STORE", store)
    monkeypatch.setattr(sessions, "owner", lambda: browser.owner)
    monkeypatch.setattr(sessions, "this_tab", lambda: browser.tab)
    monkeypatch.setattr(sessions, "RELOAD_WAIT", 0.0)
    # its own clock alone: what waits for a process with the one of all would wait for ever
    monkeypatch.setattr(session_notices, "time", SimpleNamespace(monotonic=lambda: browser.now))
    return browser


def opened(tab: Tab) -> bool:
    """Whether the worked example is open in a tab."""
    return "Worked example ·" in tab.user.text()


def test_a_page_opened_later_asks_whether_to_resume(browser: Browser) -> None:
    first = browser.open()
    first.user.click("open_example")
    first.shown = False
    browser.now += 600
    second = browser.open()
    assert not opened(second)
    assert "Resume previous work?" in second.user.text()
    assert "10 minutes ago" in second.user.text()
    second.user.click("resume_1")
    assert opened(second)
    assert "Resume previous work?" not in second.user.text()
    second.shown = False
    browser.now += 600
    third = browser.open()
    third.user.click("erase_1")
    assert "Resume previous work?" not in third.user.text()
    assert len(sessions.STORE) == 0


def test_case_101_a_second_tab_starts_empty_and_changes_nothing_of_the_first(browser: Browser) -> None:
    first = browser.open()
    first.user.click("open_example")
    second = browser.open()
    assert not opened(second)
    assert "Another tab has work of its own" in second.user.text()
    with second as user:
        user.choose("example", "women")
        user.click("open_example")
    assert first.user.state["workspace"].example == "voters"
    assert second.user.state["workspace"].example == "women"


def test_case_105_a_tab_that_comes_back_after_its_work_was_taken_over_cannot_change_it(browser: Browser) -> None:
    first = browser.open()
    first.user.click("open_example")
    first.shown = False
    second = browser.open()
    assert opened(second)
    first.shown = True
    with first as user:
        user.run()
        assert "open in another tab" in user.text()
        assert not user.app.get("plotly_chart")
        user.click("resume_1")
        assert opened(first)
    with second as user:
        user.run()
        assert "open in another tab" in user.text()
        user.click("start_anew")
    assert "Open the worked example" in second.user.buttons()
    assert opened(first)


def test_erasing_forgets_the_work_of_every_tab(browser: Browser) -> None:
    first, second = browser.open(), browser.open()
    for tab in (first, second):
        with tab as user:
            user.go("setup")
            user.click("open_example")
    with second as user:
        user.erase()
    assert len(sessions.STORE) == 0
    with first as user:
        user.run()
        assert "erased in another tab" in user.text()
    assert not opened(first)
    assert not opened(second)


def test_idle_work_is_erased_and_said_so(browser: Browser) -> None:
    first = browser.open()
    first.user.click("open_example")
    browser.now += 1801
    sessions.STORE.sweep()
    with first as user:
        user.run()
        assert "erased after 30 minutes without use" in user.text()
        user.run()
        assert "erased after" not in user.text()
    assert not opened(first)


def test_case_110_another_person_in_the_same_browser_finds_nothing(browser: Browser) -> None:
    first = browser.open()
    first.user.click("open_example")
    first.shown = False
    browser.owner = "eve"
    second = browser.open()
    assert not opened(second)
    assert "Resume" not in second.user.text()


def test_closing_an_example_leaves_nothing_of_it_to_a_reload(browser: Browser) -> None:
    first = browser.open()
    first.user.click("open_example")
    first.user.go("setup")
    first.user.click("close")
    first.shown = False
    second = browser.open()
    assert not opened(second)


def test_case_102_a_page_of_a_former_server_says_that_its_session_has_ended(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_notices, "of_a_former_server", lambda: True)
    tab = browser.open()
    assert "This session has ended" in tab.user.text()
    assert "Reload this page" in tab.user.text()
    assert not tab.user.buttons()


def test_where_people_sign_in_nobody_else_sees_a_page(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_notices, "signed_in", lambda: False)
    tab = browser.open()
    assert "Please sign in" in tab.user.text()
    assert not tab.user.app.get("plotly_chart")
    assert "Open the worked example" not in tab.user.buttons()


def test_case_104_a_double_click_starts_one_run(browser: Browser, bring: Callable, small_files) -> None:
    browser.open()
    user = bring(small_files)
    user.go("setup")
    start = user.app.button(key="start_run")
    start.click()
    user.run()
    job = user.state["workspace"].job
    start.click()  # the second click of the pair, sent before the button was seen to be off
    user.run()
    assert user.state["workspace"].job is job
    job.cancel()


def test_case_100_a_run_is_found_again_after_a_reload(browser: Browser, bring: Callable, small_files) -> None:
    first = browser.open()
    user = bring(small_files)
    first.user = user
    user.go("setup")
    user.click("start_run")
    job = user.state["workspace"].job
    first.shown = False
    second = browser.open()
    assert second.user.state["workspace"].job is job
    until(lambda: job.over, 300)
    second.user.run()
    assert not second.user.state["workspace"].running
    assert second.user.state["workspace"].comparison is not None


def _sleeping():
    yield "started"
    time.sleep(60)


@pytest.mark.own_process
def test_a_run_that_waits_says_how_many_come_first(
    browser: Browser, bring: Callable, small_files, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = RunQueue(1)
    monkeypatch.setattr(sessions, "RUNS", runs)
    other = runs.start(_sleeping)
    browser.open()
    user = bring(small_files)
    user.go("setup")
    user.click("start_run")
    job = user.state["workspace"].job
    assert job.state is JobState.WAITING
    assert "Waiting · one run of another user comes first" in str(user.app.get("progress")[0].proto)
    user.click("cancel_run")
    assert job.state is JobState.CANCELLED
    assert "The run was cancelled. Nothing was finished before." in user.text()
    other.cancel()


def look_closer(user) -> None:
    """Open what is said of one version, on the page that is looked at or on the next one."""
    user.state["details_version"] = True
    user.run()


def test_a_reload_keeps_the_chosen_scenario_pins_and_the_settings_of_the_map(browser: Browser) -> None:
    first = browser.open()
    first.user.click("open_example")
    look_closer(first.user)
    chosen = first.user.state["workspace"].comparison.scenarios[-1].name
    first.user.choose("version_looked_at", chosen)
    first.user.app.multiselect(key="versions_shown").set_value([chosen])
    first.user.run()
    first.user.choose("map_utility", 1)
    first.user.app.toggle(key="map_swapped").set_value(True)
    first.user.run()
    first.user.click("map_zoom_button")
    first.shown = False
    browser.now += 2
    second = browser.open()
    second.user.state["details_version"] = True
    second.user.go("compare")
    assert second.user.app.selectbox(key="version_looked_at").value == chosen
    assert second.user.app.selectbox(key="map_utility").value == 1
    assert second.user.app.toggle(key="map_swapped").value
    assert second.user.app.toggle(key="map_intervals").value
    assert second.user.app.button(key="map_zoom_button").label == "All files"
    assert second.user.app.multiselect(key="versions_shown").value == [chosen]
