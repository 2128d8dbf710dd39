"""A browser stays with the process that it met first: the shipped configuration of nginx, before two small servers."""

import http.client
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from experiments.load.several_processes import SHIPPED, Nginx, nginx_path
from tests.server import ROOT


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """nginx's port; each server behind it answers with its number, and what it was told of the browser."""
    if nginx_path() is None:
        pytest.skip("nginx is not installed")
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), _answering(number)) for number in (1, 2)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    nginx = Nginx(tmp_path_factory.mktemp("nginx"), [s.server_address[1] for s in servers]).start()
    yield nginx.port
    nginx.stop()
    for server in servers:
        server.shutdown()
        server.server_close()


def _answering(number: int) -> type[BaseHTTPRequestHandler]:
    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told = [self.headers.get(name, "") for name in ("Host", "Upgrade", "X-Forwarded-Proto")]
            body = "|".join([str(number), *told]).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    return Answer


def ask(port: int, **headers: str) -> tuple[list[str], str]:
    """Return what the server behind nginx said, and the cookie."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    line.request("GET", "/", headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = line.getresponse()
    said, cookie = answer.read().decode().split("|"), answer.getheader("Set-Cookie", "")
    line.close()
    return said, cookie


def test_new_browsers_are_dealt_out_to_both_processes(address):
    assert {ask(address)[0][0] for _ in range(40)} == {"1", "2"}  # one in 10^12 that chance gives one process only


def test_a_browser_stays_with_the_process_that_it_met_first(address):
    for _ in range(5):
        (first, *_rest), cookie = ask(address)
        pin = cookie.partition(";")[0]
        assert {ask(address, Cookie=f"a=b; {pin}; c=d")[0][0] for _ in range(8)} == {first}


@pytest.mark.parametrize("process", ["1", "2"])
def test_a_websocket_goes_where_the_cookie_says_under_the_name_that_the_browser_asked_for(address, process):
    said, _ = ask(address, Cookie=f"rumap_process={process}", Upgrade="websocket", Host="ru-map.example:444")
    assert said == [process, "ru-map.example:444", "websocket", "http"]


def test_a_made_up_process_is_dealt_out_anew(address):
    said, cookie = ask(address, Cookie="rumap_process=7")
    assert cookie.startswith(f"rumap_process={said[0]};")


def test_the_cookie_is_no_scripts_business_and_secure_where_the_line_is(address):
    assert "HttpOnly; SameSite=Lax" in ask(address)[1]
    assert "Secure" not in ask(address)[1]
    said, cookie = ask(address, X_Forwarded_Proto="https")
    assert said[3] == "https"
    assert cookie.endswith("; Secure")


def test_every_process_of_the_compose_file_is_known_to_nginx():
    compose = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    services = re.findall(r"^  (ru-map-\d+): \*process$", compose, re.MULTILINE)
    assert services == re.findall(r"server (ru-map-\d+):8501", SHIPPED.read_text(encoding="utf-8"))
