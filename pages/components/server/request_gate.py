"""What is refused before anything reads it: pages of other origins, cookies without end, addresses that no page needs.

Host names are looked at by Starlette (`TrustedHostMiddleware`). The origin is looked at here, as Streamlit's own check
lets in pages of any other port of this machine, and asks a host of the internet for the machine's address.
"""

import re
from collections.abc import Callable
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config

Refusal = tuple[int, str] | None
"""The status and the sentence that a request is refused with; None where it is not."""


def path_inside(scope: Scope) -> str:
    """Return a request's path from where the program is reached on, however the setting writes its slashes."""
    base = str(config.get_option("server.baseUrlPath")).strip("/")
    path = str(scope["path"])
    return path.removeprefix(f"/{base}") if base and path.startswith(f"/{base}/") else path


class RequestGate:
    """Refuse some requests, as plain ASGI middleware; what is no request is passed on.

    Parameters
    ----------
    app : ASGIApp
    refusal : callable
        Returns why a request is refused.
    """

    def __init__(self, app: ASGIApp, refusal: Callable[[Scope, Headers], Refusal]) -> None:
        self.app, self._refusal = app, refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with the reason why not."""
        is_request = scope["type"] in {"http", "websocket"}
        refusal = self._refusal(scope, Headers(scope=scope)) if is_request else None
        if refusal is None:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            status, sentence = refusal
            await PlainTextResponse(sentence, status)(scope, receive, send)


LONGEST_COOKIES = 8000
"""Bytes of all cookies of a request; a sign-in with a provider needs some thousand. The websocket takes lines of
8,192 bytes: with longer ones a page would wait for ever."""

OPEN = re.compile(r"/_stcore/(health|host-config|stream|upload_file/.+|bidi-components/.+)")
"""Addresses of Streamlit's own that pages need; metrics and the like are served to no one."""


def foreign(scope: Scope, headers: Headers) -> Refusal:
    """Return why a request that no page of this server makes is refused; None where one may have made it."""
    if sum(len(cookies) for cookies in headers.getlist("cookie")) > LONGEST_COOKIES:
        return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The browser's cookies are too long: clear them."
    if not _is_own_origin(scope["type"], headers.getlist("origin"), headers.get("host", "")):
        return HTTPStatus.FORBIDDEN, "This request comes from a page of another address."
    inside = path_inside(scope)
    if inside.startswith("/_stcore") and not OPEN.fullmatch(inside):
        return HTTPStatus.NOT_FOUND, "There is nothing here."
    return None


def _is_own_origin(kind: str, origins: list[str], host: str) -> bool:
    """Whether a request comes from a page of this very host and port.

    Browsers name the page with every websocket and with every request that could change something or be read by
    another page; a plain visit and what belongs to a page carry no origin.
    """
    if not origins:
        return kind == "http"
    # behind a proxy that holds the certificate a page's scheme is https and the server's http
    return [origin.lower() for origin in origins] in ([f"http://{host.lower()}"], [f"https://{host.lower()}"])
