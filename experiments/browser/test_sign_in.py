"""Sign-in with a provider (OpenID Connect) as docs/how-to/server.md sets it up, and a second person in a browser."""

import importlib.util
import re
import subprocess
import sys
import urllib.request
import uuid
from collections.abc import Iterator

import pytest

from tests.browser.conftest import go, idle, open_context
from tests.browser.test_isolation import CANARY, bring
from tests.processes import until
from tests.server import Server, free_port

NEEDED = ("authlib", "httpx", "oidc_provider_mock")
MISSING = [name for name in NEEDED if importlib.util.find_spec(name) is None]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)} (pip install --group test)"),
]

ANN, BOB = "ann", "bob"


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    """A provider under another name than the server's: to a browser, another site."""
    port = free_port()
    people = [f"--user={name}" for name in (ANN, BOB)]
    command = [sys.executable, "-m", "oidc_provider_mock", "--host", "127.0.0.1", "--port", str(port), *people]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until(lambda: _answers(f"http://127.0.0.1:{port}/.well-known/openid-configuration"), 60)
    yield f"http://localhost:{port}"
    process.terminate()
    process.wait(20)


@pytest.fixture(scope="module")
def server(browser_path: str, provider: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is set up with the lines of docs/how-to/server.md."""
    folder = tmp_path_factory.mktemp("sign_in")
    server = Server(folder, RUMAP_SIGN_IN="oidc", HOME=str(folder))
    secrets = folder / ".streamlit" / "secrets.toml"
    secrets.parent.mkdir()
    secrets.write_text(
        f"""[auth]
redirect_uri = "{server.address}/oauth2callback"
cookie_secret = "a long random text, which is made up for this test"
client_id = "ru-map"
client_secret = "known to both"
server_metadata_url = "{provider}/.well-known/openid-configuration"
""",
        encoding="utf-8",
    )
    yield server.start()
    server.stop()
    assert "Traceback" not in server.said()


@pytest.fixture(scope="module")
def own_context(browser):
    """A browser whose cookies no other file's tests clear."""
    return open_context(browser)


@pytest.fixture
def page(own_context, server: Server):
    """The first page of a browser without cookies; nobody has signed in."""
    own_context.clear_cookies()
    page = own_context.new_page()
    page.goto(server.address)
    idle(page)
    yield page
    page.evaluate("localStorage.clear(), sessionStorage.clear()")
    for each in own_context.pages:
        each.close()


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=2):
            return True
    except OSError:
        return False


def sign_in(page, name: str) -> None:
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name=name, exact=True).click()  # on the provider's page
    page.get_by_role("button", name="Sign out").wait_for()
    idle(page)


def sign_out(page) -> None:
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="End session").click()  # on the provider's page
    page.get_by_role("button", name="Sign in").wait_for()
    idle(page)


def test_before_sign_in_nothing_is_shown_and_nothing_taken(page, server: Server) -> None:
    for path in ("", "compare", "decide"):
        page.goto(f"{server.address}/{path}")
        page.get_by_text("Please sign in").wait_for()
        idle(page)
        shown = page.locator("[data-testid=stMain]")
        assert shown.get_by_role("heading").all_inner_texts() == ["R-U Map", "Please sign in"]
        assert shown.get_by_role("button").all_inner_texts() == ["Sign in"]
        assert page.get_by_role("button", name="Sign out").count() == 0
    target = f"{server.address}/_stcore/upload_file/{uuid.uuid4()}/{uuid.uuid4()}"
    part = {"name": "a.csv", "mimeType": "text/csv", "buffer": b"a\n1\n"}
    assert page.request.put(target, multipart={"file": part}).status == 404


def test_work_is_the_persons_waits_without_sign_out_and_is_gone_after_it_in_every_tab(page, server, tmp_path) -> None:
    sign_in(page, ANN)
    lasting = [
        c["name"] for c in page.context.cookies() if c["name"].startswith("_streamlit_user") and c["expires"] > 0
    ]
    assert not lasting, "the sign-in ends with the browser"
    bring(page, tmp_path)
    forget_sign_in(page, server)
    sign_in(page, BOB)
    nothing_of_anybody(page)
    forget_sign_in(page, server)
    sign_in(page, ANN)
    # within twenty seconds it counts as a reload and goes on without a question
    resume, work = page.get_by_role("button", name="Resume", exact=True), page.get_by_text("Your files · 1 masked file")
    resume.or_(work).first.wait_for()
    if resume.is_visible():
        resume.click()
    work.wait_for()
    go(page, "Set up")
    assert CANARY in page.content()
    other = page.context.new_page()
    other.goto(server.address)
    idle(other)
    sign_out(other)
    page.get_by_text("Please sign in").wait_for()
    idle(page)
    assert CANARY not in page.content()
    sign_in(other, BOB)
    nothing_here(other)
    page.get_by_role("link", name="Set up", exact=True).click()
    idle(page)
    assert CANARY not in page.content()
    sign_out(other)
    sign_in(other, ANN)
    nothing_here(other)


def forget_sign_in(page, server: Server) -> None:
    """Let the browser lose the sign-in only, as when it is over at the provider."""
    page.context.clear_cookies(name=re.compile("^_streamlit_user"))
    page.goto(server.address)
    page.get_by_text("Please sign in").wait_for()
    idle(page)


def nothing_of_anybody(page) -> None:
    """Look at where one is, and at a page that is gone to from there."""
    nothing_here(page)
    go(page, "Set up")
    nothing_here(page)


def nothing_here(page) -> None:
    assert page.get_by_text("Resume previous work?").count() == 0
    assert CANARY not in page.content()
