"""HTTP headers of every answer."""

from collections.abc import Callable

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.components.server.request_gate import path_inside

CONTENT_SECURITY_POLICY = "; ".join([
    "default-src 'self'",
    "script-src 'self' 'unsafe-eval'",  # plotly's WebGL layer compiles its shaders' code; without it clicks do nothing
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
])  # fmt: skip

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}

CACHED = ("/static/", "/assets/")
"""Paths of the program's own files, which hold no data and may be kept by the browser."""


class AnswerHeaders:
    """Change the headers of every HTTP answer, as plain ASGI middleware: large uploads pass through unwrapped.

    Parameters
    ----------
    app : ASGIApp
    change : callable
        Is given the request and the headers of its answer.
    """

    def __init__(self, app: ASGIApp, change: Callable[[Scope, MutableHeaders], None]) -> None:
        self.app, self._change = app, change

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; change the answer's headers."""

        async def send_changed(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._change(scope, MutableHeaders(scope=message))
            await send(message)

        await self.app(scope, receive, send_changed if scope["type"] == "http" else send)


def secure(scope: Scope, headers: MutableHeaders) -> None:
    """Add what keeps a browser from doing more with an answer than it must."""
    headers.update(HEADERS)
    if not path_inside(scope).startswith(CACHED):
        headers["Cache-Control"] = "no-store"
