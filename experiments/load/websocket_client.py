"""A client that speaks the server's protocol as a browser does, without drawing anything."""

import http.client
import json
import random
import time
import uuid
from urllib.parse import urlparse

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.sync.client import connect

TIMEOUT = 120.0


class Client:
    """One browser with one tab, on the loopback.

    Parameters
    ----------
    port : int
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        for path in ("/", "/_stcore/health", "/_stcore/host-config"):
            self.ask("GET", path, {"Accept": "text/html"})
        self.line = connect(
            f"ws://127.0.0.1:{port}/_stcore/stream",
            origin=f"http://127.0.0.1:{port}",
            subprotocols=["streamlit"],
            additional_headers={"Cookie": self._cookie()},
            max_size=None,
        )
        self.socket = self.line.__enter__()
        self.elements: dict[str, object] = {}
        self.pages: dict[str, str] = {}
        self.page, self.session = "", ""
        self.answers: list[ForwardMsg] = []

    def ask(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> int:
        """Send one request; keep the cookies of the answer."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        line.request(method, path, body or None, {**headers, "Cookie": self._cookie()})
        answer = line.getresponse()
        answer.read()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        line.close()
        return answer.status

    def rerun(self, *changed: WidgetState, page: str | None = None) -> float:
        """Run the script, with changed widgets or on another page; return the seconds until it has finished."""
        message = BackMsg()
        if page is not None:
            self.page = self.pages[page]
        message.rerun_script.page_script_hash = self.page
        message.rerun_script.widget_states.widgets.extend(changed)
        start = time.monotonic()
        self.elements = {}
        self.socket.send(message.SerializeToString())
        while True:
            received = self._next()
            if received.WhichOneof("type") == "script_finished":
                if received.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                    return time.monotonic() - start
                assert received.script_finished != ForwardMsg.FINISHED_WITH_COMPILE_ERROR

    def press(self, key: str) -> float:
        """Press a button."""
        return self.rerun(WidgetState(id=self.widget(key), trigger_value=True))

    def choose_another(self, ending: str, choose: random.Random) -> float | None:
        """Choose another option of the select whose key ends so; None where the page has none."""
        name = next((i for i in self.elements if i.endswith(ending)), None)
        options = list(getattr(self.elements[name], "options", ())) if name else []
        if name is None or len(options) < 2:
            return None
        return self.rerun(WidgetState(id=name, string_value=choose.choice(options)))

    def erase(self) -> None:
        """Erase everything, and confirm it."""
        self.press("erase")
        self.press("erase_confirmed")

    def upload(self, key: str, name: str, content: bytes) -> float:
        """Drop a file into an uploader; return the seconds until it has been read and shown."""
        start = time.monotonic()
        message = BackMsg()
        message.file_urls_request.request_id = uuid.uuid4().hex
        message.file_urls_request.session_id = self.session
        message.file_urls_request.file_names.append(name)
        self.socket.send(message.SerializeToString())
        while (received := self._next()).WhichOneof("type") != "file_urls_response":
            pass
        urls: FileURLs = received.file_urls_response.file_urls[0]
        boundary = uuid.uuid4().hex
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = head.encode() + content + f"\r\n--{boundary}--\r\n".encode()
        kind = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
        token = {"X-Xsrftoken": self.cookies.get("_streamlit_xsrf", "")}
        status = self.ask("PUT", urlparse(urls.upload_url).path, {**kind, **token}, body)
        assert status == 204, f"the upload was answered with {status}"
        state = WidgetState(id=self.widget(key))
        info = state.file_uploader_state_value.uploaded_file_info.add(
            name=name, size=len(content), file_id=urls.file_id
        )
        info.file_urls.CopyFrom(urls)
        self.rerun(state)
        return time.monotonic() - start

    def widget(self, key: str) -> str:
        """Return the id of the widget whose key begins so."""
        return next(i for i in self.elements if f"-{key}" in i)

    def close(self) -> None:
        self.line.__exit__(None, None, None)

    def _next(self) -> ForwardMsg:
        message = ForwardMsg()
        message.ParseFromString(self.socket.recv(TIMEOUT))
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.session = message.new_session.initialize.session_id
            self.page = message.new_session.page_script_hash or self.page
        elif kind == "navigation":
            self.pages = {p.url_pathname or "setup": p.page_script_hash for p in message.navigation.app_pages}
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            element = message.delta.new_element
            inner = getattr(element, element.WhichOneof("type") or "empty", None)
            name = getattr(inner, "id", "")
            if name:
                self.elements[name] = inner
        return message

    def _cookie(self) -> str:
        return "; ".join(f"{k}={v}" for k, v in self.cookies.items())


def quantiles(seconds: list[float]) -> dict[str, float]:
    """Return median, 95th percentile and maximum, rounded."""
    ordered = sorted(seconds)
    at = lambda q: round(ordered[min(int(q * len(ordered)), len(ordered) - 1)], 3)  # noqa: E731
    return {"n": len(ordered), "p50": at(0.5), "p95": at(0.95), "max": round(ordered[-1], 3)}


def say(**figures: object) -> None:
    """Print one line of figures."""
    print(json.dumps(figures), flush=True)  # noqa: T201 - the script's result
