"""The cookie that finds a browser's work again: a random token, signed by this server's process.

The signature's key is made at the start and kept nowhere: a token of a former process, or one that
somebody made up, is recognised and worth nothing.
"""

import hashlib
import hmac
import secrets

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NAME = "rumap_workspace"
TOKEN_BYTES = 32
"""256 bits."""

_KEY = secrets.token_bytes(TOKEN_BYTES)


def new_token() -> str:
    """Return a token that nobody can guess."""
    value = secrets.token_urlsafe(TOKEN_BYTES)
    return f"{value}.{_signature(value)}"


def is_ours(token: str) -> bool:
    """Whether this server's process made the token."""
    value, _, signature = token.partition(".")
    return hmac.compare_digest(_signature(value).encode(), signature.encode())


def _signature(value: str) -> str:
    return hmac.new(_KEY, value.encode(), hashlib.sha256).hexdigest()


def token_of(cookies: str) -> str:
    """Return the token of a cookie header; "" where there is none of this process."""
    token = cookie_parser(cookies).get(NAME, "")
    return token if is_ours(token) else ""


class SessionCookie:
    """Give every browser its token with the first page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; a page that is asked for without a token is answered with one."""
        if scope["type"] != "http" or not _is_page(scope) or token_of(Headers(scope=scope).get("cookie", "")):
            await self.app(scope, receive, send)
            return

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("Set-Cookie", _cookie(scope))
            await send(message)

        await self.app(scope, receive, send_with_cookie)


def _is_page(scope: Scope) -> bool:
    """Whether a browser opens a page, rather than something that belongs to one."""
    return scope["method"] == "GET" and "text/html" in Headers(scope=scope).get("accept", "")


def _cookie(scope: Scope) -> str:
    # No Max-Age: the browser forgets it when it is closed. Not "Strict": a browser that comes back from the sign-in,
    # or follows a link on another site, would not send it, would be given another one, and would lose its work.
    secure = "; Secure" if scope.get("scheme") == "https" else ""
    return f"{NAME}={new_token()}; Path=/; HttpOnly; SameSite=Lax{secure}"
