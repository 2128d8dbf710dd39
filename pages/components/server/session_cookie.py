"""The cookie that finds a browser's work again: a random token, signed by this server's process.

The signature's key is made at the start and kept nowhere: a token of a former process, or one that
somebody made up, is recognised and worth nothing.
"""

import hashlib
import hmac
import secrets

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import Scope

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


def give_token(scope: Scope, headers: MutableHeaders) -> None:
    """Give a browser that asks for a page without a token one with the answer."""
    if _is_page(scope) and not token_of(Headers(scope=scope).get("cookie", "")):
        headers.append("Set-Cookie", _cookie(scope))


def _is_page(scope: Scope) -> bool:
    """Whether a browser opens a page, rather than something that belongs to one."""
    return scope["method"] == "GET" and "text/html" in Headers(scope=scope).get("accept", "")


def _cookie(scope: Scope) -> str:
    # No Max-Age: the browser forgets it when it is closed. Not "Strict": a browser that comes back from the sign-in,
    # or follows a link on another site, would not send it, would be given another one, and would lose its work.
    secure = "; Secure" if scope.get("scheme") == "https" else ""
    return f"{NAME}={new_token()}; Path=/; HttpOnly; SameSite=Lax{secure}"
