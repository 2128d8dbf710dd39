"""The program as a user finds it, without a browser."""

import hashlib
import json
import pickle
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from streamlit.runtime.state import SafeSessionState
from streamlit.testing.v1 import AppTest

from core.assessment import Comparison, Plan, make_plan
from core.execution import WORKERS, worker_process
from core.execution.forked import PRELOADED
from core.execution.worker_loop import Answer, perform
from core.intake import NO_CHOICES, ReadChoices, Reading, read_file
from core.laboratory import sweep
from core.pairing import cautions, pair, relation
from core.reports import export, read_results
from core.views import version_facts
from pages.components import cached as of_cached
from pages.components.files import project_open, uploads
from pages.components.run import run_settings
from pages.components.selection import PREFERRED
from pages.components.workspace import KEY, Workspace

ROOT = Path(__file__).resolve().parents[2]
PAGES = tuple(sorted(p.stem for p in (ROOT / "pages").glob("*.py") if p.stem != "__init__"))


class User:
    """One session, driven by what a user sees."""

    def __init__(self) -> None:
        self._session = AppTest.from_file(str(ROOT / "app.py"), default_timeout=180)
        self._drawn = False

    @property
    def app(self) -> AppTest:
        """The session as it is; its page is drawn when it is first looked at."""
        if not self._drawn:
            self.run()
        return self._session

    @property
    def begun(self) -> bool:
        """Whether a page was drawn, or work given to the session to begin with."""
        return self._drawn or KEY in self._session.session_state

    @property
    def state(self) -> SafeSessionState:
        """What the session keeps; a page is drawn for it only where no work was begun yet."""
        return self._session.session_state if KEY in self._session.session_state else self.app.session_state

    def start(self, page: str, **state: object) -> None:
        """Let the session begin at this page with this state, as if the user had come there."""
        assert not self._drawn, "the session has begun already"
        for key, value in state.items():
            self._session.session_state[key] = value
        self._session.switch_page(f"pages/{page}.py")

    def run(self) -> None:
        """Run the script; an error in it fails the test."""
        self._drawn = True
        self._session.run()
        assert not self._session.exception, [e.message for e in self._session.exception]

    def go(self, page: str) -> None:
        """Open a page."""
        self._session.switch_page(f"pages/{page}.py")
        self.run()

    def go_part(self, part: str, *opened: str) -> None:
        """Open a folded part of What is lost with some of its details."""
        for name in (f"lost_{part}", *opened):
            self.state[f"details_{name}"] = True
        self.go("what_is_lost")

    def click(self, key: str) -> None:
        """Press a button."""
        self.app.button(key=key).click()
        self.run()

    def look_at(self, file: str) -> None:
        """Choose a file in the table of files."""
        self.state["file_looked_at"] = file
        self.run()

    def erase(self) -> None:
        """Erase everything, and confirm it."""
        self.click("erase")
        self.click("erase_confirmed")

    def choose(self, key: str, value: object) -> None:
        """Choose in a select."""
        self.app.selectbox(key=key).set_value(value)
        self.run()

    def upload(self, label: str, name: str, content: bytes) -> None:
        """Drop a file into the uploader with this label."""
        next(u for u in self.app.file_uploader if u.label == label).upload(name, content)
        self.run()

    def click_point(self, chart: str, custom_data: object) -> None:
        """Click a point of the chart with this key, as the browser tells it."""
        proto = next(c.proto for c in self.app.get("plotly_chart") if c.proto.id.endswith(f"-{chart}"))
        point = {"curve_number": 1, "point_index": 7, "x": 2, "y": 3, "customdata": custom_data}
        states = self.app._tree.get_widget_states()  # AppTest knows no clicks on charts
        selection = {"points": [point], "point_indices": [7], "box": [], "lasso": []}
        states.widgets.add(id=proto.id, string_value=json.dumps({"selection": selection}))
        self.app._run(states)
        assert not self.app.exception, [e.message for e in self.app.exception]

    def text(self) -> str:
        """Return all that is written on the page, as Markdown."""
        app = self.app
        kinds = (app.title, app.header, app.subheader, app.markdown, app.caption, app.info, app.warning, app.error)
        parts = [str(e.value) for kind in (*kinds, app.success) for e in kind]
        parts += [f"{m.label} {m.value} {m.delta}" for m in app.metric]
        return "\n".join(parts)

    def buttons(self) -> list[str]:
        """Return the labels of all buttons."""
        return [b.label for b in self.app.button]


@pytest.fixture(autouse=True)
def full_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test see the message of an error, which users do not."""
    monkeypatch.setenv("STREAMLIT_CLIENT_SHOW_ERROR_DETAILS", "full")


class CallsHere:
    """In the place of a worker process: what goes there and comes back crosses as bytes; no program is started."""

    alive = True

    def ask(self, function: Callable[..., object], arguments: object, named: object, seconds: float) -> Answer:
        asked = pickle.dumps((function, arguments, named))
        key = hashlib.sha256(asked).digest()
        if key in ANSWERS:
            return ANSWERS[key]
        answer: Answer = pickle.loads(pickle.dumps(perform(*pickle.loads(asked))))
        if function in ABOUT_FILES:
            ANSWERS[key] = answer
        return answer


ABOUT_FILES = (pair, cautions, relation, version_facts)
ANSWERS: dict[bytes, Answer] = {}
"""Digest of what was asked about files -> the answer: many tests show the same files."""

MOST_SHOWN = 16
SHOWN: dict[tuple[int, ...], tuple[tuple[object, ...], of_cached.Cache]] = {}
"""Identities of files, codebook and results -> they themselves, and what was worked out of them to be shown."""


@pytest.fixture(autouse=True)
def what_is_shown_is_worked_out_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let sessions with the same files and results share what they show, but where a test is about keeping it."""

    def cache() -> of_cached.Cache:
        work = of_cached.current()
        made_from = (work.original, work.masked, work.codebook, work.comparison)
        for old in list(SHOWN)[:-MOST_SHOWN]:
            del SHOWN[old]
        return SHOWN.setdefault(tuple(map(id, made_from)), (made_from, {}))[1]

    if request.path.stem not in {"test_cached", "test_asked_in_worker", "test_memory_budget"}:
        monkeypatch.setattr(of_cached, "_cache", cache)


@pytest.fixture(autouse=True)
def questions_are_answered_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer questions of pages in the tests' own process, but where a test is about the processes that do it."""
    if request.node.get_closest_marker("own_process") is None:
        monkeypatch.setattr(WORKERS, "_free", [])
        monkeypatch.setattr(WORKERS, "_started", 0)
        monkeypatch.setattr(worker_process, "WorkerProcess", lambda functions: CallsHere())


PRELOADED.extend([export.__module__, sweep.__module__])  # as the first page does, before any process is started


SHORT = "interval.groups=2", "null.replicates=2", "risk.attacks=50"


@pytest.fixture(autouse=True)
def runs_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure everything with few repetitions: what pages do with a run is tried, not its figures."""

    def plan(preset: str, settings: Iterable[str], seed: int) -> Plan:
        return make_plan(preset, [*settings, *SHORT], seed=seed)

    monkeypatch.setattr(run_settings, "make_plan", plan)


@pytest.fixture(autouse=True)
def own_menu(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run pages through app.py, as the server does; AppTest would take the folder for Streamlit's own menu."""
    from streamlit.runtime.pages_manager import PagesManager

    made = PagesManager.__init__

    def without_automatic_menu(self, *arguments, **named) -> None:
        made(self, *arguments, **named)
        PagesManager.uses_pages_directory = False

    monkeypatch.setattr(PagesManager, "__init__", without_automatic_menu)


READ: dict[tuple[str, bytes, ReadChoices], Reading] = {}


@pytest.fixture(autouse=True)
def bytes_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the same bytes once: they have the same reading, and each reading starts a process."""

    def read(name: str, content: bytes, *, choices: ReadChoices = NO_CHOICES) -> Reading:
        key = name, content, choices
        if key not in READ:
            READ[key] = read_file(name, content, choices=choices)
        return READ[key]

    for page in (uploads, project_open):
        monkeypatch.setattr(page, "read_file", read)


@pytest.fixture
def user() -> User:
    """A fresh session at the first page."""
    return User()


@cache
def results_of_example() -> Comparison:
    """Return the shipped results of the worked example."""
    return read_results((ROOT / "assets" / "example" / "voters.json").read_text(encoding="utf-8"))


@pytest.fixture
def reader_of_example(user: User) -> User:
    """A session with the worked example open, on Compare: what the button of the first visit leads to."""
    opened = Workspace(example="voters", comparison=results_of_example())
    # the map speaks of the best file within the limit, and the pages after it do so too
    user.start("compare", **{KEY: opened, PREFERRED: "Everything at once"})
    return user


@pytest.fixture
def small_files() -> Mapping[str, bytes]:
    """An original and two masked files: bands and a cap in the same order, a sample with decimal commas."""
    random = np.random.default_rng(3)
    n = 120
    age = random.integers(18, 80, n)
    original = pd.DataFrame({
        "age": age,
        "sex": random.choice(["f", "m"], n),
        "region": random.choice(["North", "East", "South"], n),
        "income": np.round(800 + 20 * age + random.normal(0, 200, n), 2),
    })  # fmt: skip
    banded = original.assign(
        age=[f"{a // 20 * 20}-{a // 20 * 20 + 19}" for a in age], income=original["income"].clip(upper=2000)
    )
    sample = original.iloc[::3].drop(columns="region")
    return {
        "original.csv": original.to_csv(index=False).encode(),
        "banded.csv": banded.to_csv(index=False).encode(),
        "sample.csv": sample.to_csv(index=False, sep=";", decimal=",").encode(),
    }


@pytest.fixture
def bring(request: pytest.FixtureRequest, user: User) -> Callable[[Mapping[str, bytes]], User]:
    """Bring in files: the first one is the original, the others are masked."""
    own_process = request.node.get_closest_marker("own_process") is not None
    return partial(bring_into if own_process else begin_with, user)


BROUGHT: dict[tuple[tuple[str, bytes], ...], Workspace] = {}
"""Files -> the work of a session into which they were brought: it is begun with by the next tests."""


def begin_with(user: User, files: Mapping[str, bytes]) -> User:
    """Bring files into a session; those that another test has brought in are there when it begins."""
    key = tuple(files.items())
    if user.begun:
        return bring_into(user, files)
    if key in BROUGHT:
        user.start("setup", **{KEY: BROUGHT[key]})
    else:
        BROUGHT[key] = bring_into(user, files).state[KEY]
    return user


def bring_into(user: User, files: Mapping[str, bytes]) -> User:
    """Bring files into a session."""
    (original, content), *masked = files.items()
    user.upload("Original file", original, content)
    for name, masked_content in masked:
        user.upload("Masked files", name, masked_content)
    return user
