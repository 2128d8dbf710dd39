"""What tests share: where real files lie, how Hypothesis runs, which files begin, and what was left out."""

import gc
import io
import mmap
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

gc.disable()  # till all tests are known: nothing that is imported or collected goes away again

ROOT = Path(__file__).resolve().parents[1]
LONG = (
    "browser/",
    "pages/test_own_files",
    "pages/test_decide_page",
    "intake/test_sandbox",
    "intake/test_waiting_reader",
    "rumap/",
    "pages/",
    "house/",
    "execution/",
    "assessment/",
    "test_real_files",
    "commands/",
    "reports/",
)
"""Files and rooms that take long, the longest first: no worker is left alone with one of them at the end."""

EXAMPLES = int(os.environ.get("EXAMPLES", "8"))
"""Files that a property is tried on, others each time; more are asked for by ``EXAMPLES=500 make test ROOM=risk``."""

settings.register_profile("project", deadline=None, max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("project")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real files beside the project; tests that need it are skipped where it is absent."""
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("real files (../shared/data) are not on this machine")
    return folder


class ReaderHere:
    """Stands for the reader's process: its code and its messages, without a program started anew for every file."""

    def take(self, given: Sequence[int] = ()) -> "ReaderHere":
        return self

    def replace(self) -> None:
        """Nothing is used up."""

    def exchange(self, parts: Sequence[bytes], wall_seconds: float) -> tuple[int, bytes]:
        from core.intake import child

        message = mmap.mmap(-1, sum(map(len, parts)))
        for part in parts:
            message.write(part)
        answer = io.BytesIO()
        child.reply(message, answer, lambda limits: [])
        return 0, answer.getvalue()


@pytest.fixture(autouse=True, scope="session")
def files_are_read_here() -> Iterator[object]:
    """Read files in the tests' own process, those of shared fixtures too; yields the reader of the program."""
    sandbox = sys.modules.get("core.intake.sandbox")
    with pytest.MonkeyPatch.context() as patch:
        reader = sandbox and sandbox.WAITING_READER
        if sandbox is not None:
            patch.setattr(sandbox, "WAITING_READER", ReaderHere())
        yield reader


@pytest.fixture(autouse=True)
def or_by_the_reader(request: pytest.FixtureRequest, files_are_read_here: object) -> None:
    """Read files as the program does where a test is about the reader's process, as its mark says."""
    sandbox = sys.modules.get("core.intake.sandbox")
    if sandbox is not None and request.node.get_closest_marker("own_process") is not None:
        request.getfixturevalue("monkeypatch").setattr(sandbox, "WAITING_READER", files_are_read_here)


@pytest.fixture(autouse=True, scope="session")
def components_are_not_looked_for() -> Iterator[None]:
    """Spare each Streamlit session a look through all installed packages: the program has no component of its own."""
    with pytest.MonkeyPatch.context() as patch:
        if scanner := sys.modules.get("streamlit.components.v2.manifest_scanner"):
            patch.setattr(scanner, "scan_component_manifests", list)
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run files, and the tests of each, in this order")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let long files begin; or shuffle, a file's tests staying together, since they share what is costly."""
    seed = config.getoption("--shuffle")
    if seed is None:
        turn = {path: _turn(path) for path in {item.path for item in items}}
        items.sort(key=lambda item: turn[item.path])
        return
    order = random.Random(seed)
    place = {path: order.random() for path in sorted({item.path for item in items})}
    order.shuffle(items)
    items.sort(key=lambda item: place[item.path])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give files of the browser to one worker, and those about the code itself.

    Another worker would start one more server and browser, and fetch all that pages are made of, for a quarter of a
    minute of a processor; or parse all files of the code once more.
    """
    from xdist.scheduler import LoadFileScheduling

    class TogetherWhereShared(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            return next((room for room in ("tests/browser", "tests/house") if file.startswith(f"{room}/")), file)

    return TogetherWhereShared(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_collection_finish() -> None:
    """Collect garbage from now on, and only what tests leave: nine thousand tests are not looked through each time.

    And seldom: what pages load while they are tried was looked through again and again, for a twentieth of their time.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


def _turn(path: Path) -> int:
    name = path.relative_to(ROOT / "tests").as_posix()
    return next((turn for turn, long in enumerate(LONG) if name.startswith(long)), len(LONG))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly what was not tested, and why."""
    reasons = Counter(_reason(report) for report in terminalreporter.stats.get("skipped", []))
    left_out = len(terminalreporter.stats.get("deselected", []))
    if reasons:
        terminalreporter.section(f"NOT TESTED HERE: {reasons.total()} tests were skipped", sep="!", red=True, bold=True)
        for reason, count in reasons.most_common():
            terminalreporter.write_line(f"{count:5}  {reason}", red=True)
    if left_out:
        terminalreporter.write_line(f"{left_out} tests were left out by their marks (studies: make gallery)")


def _reason(report: pytest.TestReport) -> str:
    said = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return said.removeprefix("Skipped: ")
