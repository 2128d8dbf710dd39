"""Clients that are no browser of the victim: other pages, other people, stolen session ids, closed tabs.

They stand here for the server that is started already, and need no Chromium.
"""

import http.client
import socket
import time
import urllib.request
from contextlib import closing

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.sync.client import connect

from experiments.load.websocket_client import Client
from tests.server import Server

pytestmark = pytest.mark.slow  # may be the first to start the server

CANARY = b"canarycolumn"
ROWS = b"age,sex," + CANARY + b"\n" + b"".join(b"%d,%s,%d\n" % (20 + i, b"fm"[i % 2 : i % 2 + 1], i) for i in range(60))


@pytest.fixture(scope="module")
def server(running: Server) -> Server:
    return running


class Listener(Client):
    """Keeps all that the server has sent."""

    heard = b""

    def _next(self) -> ForwardMsg:
        message = super()._next()
        self.heard += message.SerializeToString()
        return message


def line(server: Server, protocols: list[str], cookies: str = "", origin: str | None = None):
    return connect(
        f"ws://127.0.0.1:{server.port}/_stcore/stream",
        origin=origin or server.address,
        subprotocols=protocols,
        additional_headers={"Cookie": cookies},
        max_size=None,
    )


def session_of(socket) -> str:
    """Return the session that a line is connected to."""
    message = BackMsg()
    message.rerun_script.page_script_hash = ""
    socket.send(message.SerializeToString())
    while True:
        received = ForwardMsg()
        received.ParseFromString(socket.recv(timeout=60))
        if received.WhichOneof("type") == "new_session":
            return received.new_session.initialize.session_id


def status(server: Server, path: str, **headers: str) -> tuple[int, str]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as asked:
        asked.request("GET", path, headers=headers)
        answer = asked.getresponse()
        answer.read()
        return answer.status, answer.getheader("set-cookie") or ""


def content(server: Server, written: str, client: Client) -> bytes:
    """Return what a request line is answered with, as it is written: no library tidies the address."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
        head = f"GET {written} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n"
        line.sendall(f"{head}Cookie: {client._cookie()}\r\n\r\n".encode())
        return b"".join(iter(lambda: line.recv(65536), b"")).partition(b"\r\n\r\n")[2]


@pytest.mark.parametrize("port", [0, 1])
def test_a_page_of_another_local_port_gets_no_line_with_the_victims_cookie(server, port):
    victim = Client(server.port)
    refused = pytest.raises((InvalidHandshake, WebSocketException))
    with refused, line(server, ["streamlit"], victim._cookie(), f"http://127.0.0.1:{server.port + 1 + port}"):
        pass
    victim.close()


def test_another_browser_sees_nothing_and_a_stolen_session_id_opens_a_session_of_ones_own(server):
    victim, thief = Listener(server.port), Listener(server.port)
    thief.rerun()
    victim.rerun()
    victim.upload("upload_original", "original.csv", ROWS)
    with line(server, ["streamlit", "x", victim.session], thief._cookie()) as stolen:
        assert session_of(stolen) != victim.session
    token = victim.cookies["rumap_workspace"]
    forged = "", f"rumap_workspace={token[:-1]}", f"rumap_workspace={token.partition('.')[0]}.", 'rumap_workspace="x"'
    for cookies in forged:
        with line(server, ["streamlit", "x", victim.session], cookies) as without_cookie:
            assert session_of(without_cookie) != victim.session
    for page in sorted(thief.pages):
        thief.rerun(page=page)
        assert CANARY not in thief.heard, page
    assert CANARY in victim.heard
    victim.rerun()  # still holds its line
    with line(server, ["streamlit", "x", victim.session], victim._cookie()) as own:
        assert session_of(own) == victim.session
    victim.close()
    thief.close()


def test_the_upload_address_of_a_closed_tab_is_nobodys(server):
    victim, thief = Client(server.port), Client(server.port)
    victim.rerun()
    path = f"/_stcore/upload_file/{victim.session}/1"
    open_status = status(server, path, Cookie=victim._cookie())[0]
    assert status(server, path, Cookie=thief._cookie())[0] == 404
    victim.close()
    time.sleep(0.5)
    assert open_status != 404
    assert status(server, path, Cookie=thief._cookie())[0] == 404
    assert status(server, path, Cookie=victim._cookie())[0] == 404
    thief.close()


def made(client: Client, file: str) -> str:
    """Let the server make a download that a client knows by its id; return the link, "" where it is refused."""
    message = BackMsg()
    message.backend_operation_request.request_id = "1"
    message.backend_operation_request.session_id = client.session
    message.backend_operation_request.deferred_file.file_id = file
    client.socket.send(message.SerializeToString())
    while (received := client._next()).WhichOneof("type") != "backend_operation_response":
        pass
    return received.backend_operation_response.deferred_file.url


def test_a_copied_download_link_is_worth_nothing_elsewhere_and_nothing_once_its_tab_is_closed(server):
    victim, thief = Client(server.port), Client(server.port)
    thief.rerun()
    victim.rerun()
    victim.press("open_example")
    victim.rerun(page="who_is_found")
    file = victim.elements[victim.widget("download_individual_risk_confidential")].deferred_file_id
    link = made(victim, file)
    asked = {"theirs": victim._cookie(), "another's": thief._cookie(), "none": ""}
    assert {who: status(server, link, Cookie=cookie)[0] for who, cookie in asked.items()} == {
        "theirs": 200, "another's": 404, "none": 404,
    }  # fmt: skip
    theirs = content(server, link, victim)
    assert theirs
    spellings = [f"/{link}", link.upper(), f"{link}?a=b", link.rpartition(".")[0]]
    spellings += [link.replace("/media/", folder) for folder in ("/%6dedia/", "/media%2f", "/media\\")]
    for written in spellings:
        assert content(server, written, thief) != theirs, written
    known = made(thief, file)
    assert not known or status(server, known, Cookie=thief._cookie())[0] == 404
    victim.close()
    time.sleep(0.5)
    assert {status(server, link, Cookie=cookie)[0] for cookie in asked.values()} == {404}
    assert status(server, link, Cookie=victim._cookie(), Range="bytes=0-9")[0] == 404
    thief.close()


@pytest.mark.slow
def test_other_hosts_metrics_and_long_cookies_are_refused_at_once(server):
    assert status(server, "/", Host="evil.example", Accept="text/html") == (400, "")
    for path in (
        "/_stcore/metrics",
        "/_stcore/%6detrics",
        "//_stcore/metrics",
        "/_stcore//metrics",
        "/_stcore/metrics/",
    ):
        assert status(server, path)[0] in (400, 404), path
    for path in ("/", "/assets/Inter.woff2", "/_stcore/health"):
        with urllib.request.urlopen(server.address + path) as answer:
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"
    visitor = Client(server.port)
    page = content(server, "/", visitor)
    for path in ("/_STCORE/METRICS", "/_Stcore/metrics", "/who_is_found/_stcore/metrics", "/st-metrics"):
        assert content(server, path, visitor) == page, path  # names of no address: the page that says so
    visitor.close()
    start = time.monotonic()
    assert status(server, "/", Cookie='a="' + "\\" * 30_000 + '"', Accept="text/html")[0] == 431
    assert status(server, "/", Cookie='a="' + "\\" * 7_900 + '"', Accept="text/html")[0] == 200
    assert time.monotonic() - start < 5
    assert status(server, "/_stcore/health")[0] == 200
