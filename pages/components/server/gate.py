"""What stands before the program: a request is passed on, or answered with the reason why not."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config


def path_inside(scope: Scope) -> str:
    """Return a request's path from where the program is reached on, however the setting writes its slashes."""
    base = str(config.get_option("server.baseUrlPath")).strip("/")
    path = str(scope["path"])
    return path.removeprefix(f"/{base}") if base and path.startswith(f"/{base}/") else path


class Gate:
    """Refuse some requests, as plain ASGI middleware; what is no request is passed on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with the reason why not."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        refusal = self.refusal(scope, Headers(scope=scope))
        if refusal is None:
            await self.app(self.passed_on(scope), receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            status, sentence = refusal
            await PlainTextResponse(sentence, status)(scope, receive, send)

    def refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Return the status and the sentence that a request is refused with; None where it is not."""
        raise NotImplementedError

    def passed_on(self, scope: Scope) -> Scope:
        """Return a request that is not refused as the program is to see it."""
        return scope
