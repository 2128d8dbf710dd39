"""Sign-in with a provider ends as confidential data need it to: with the browser, and in all its tabs at once."""

import importlib.util
import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import Scope
from streamlit.auth_util import get_secrets_auth_section

from core.errors import PlanError
from pages.components.server.request_gate import path_inside
from pages.components.server.session_cookie import token_of
from pages.components.server.session_tab import sign_out_all_tabs
from pages.components.server.settings import settings

SIGN_OUT = "/auth/logout"
"""Streamlit's own address; its button sends the browser there."""

COOKIES = "_streamlit_user"
"""How the names of the cookies begin in which Streamlit notes who has signed in."""

NEEDED = ("redirect_uri", "cookie_secret", "client_id", "client_secret", "server_metadata_url")
SECRET_LENGTH = 32
"""Least number of characters of the secret that signs these cookies: anyone who guesses it can be anybody."""

_LASTING = re.compile(r"; Max-Age=[1-9]\d*", re.IGNORECASE)


def end_with_browser(scope: Scope, headers: MutableHeaders) -> None:
    """Take the 30 days from the cookies of the sign-in; who signs out does so in every tab of the browser."""
    if not settings().sign_in:
        return
    if path_inside(scope) == SIGN_OUT:
        sign_out_all_tabs(token_of(Headers(scope=scope).get("cookie", "")))
    secure = "; Secure" if scope.get("scheme") == "https" else ""
    cookies = headers.getlist("set-cookie")
    if not any(cookie.startswith(COOKIES) for cookie in cookies):
        return
    del headers["set-cookie"]
    for cookie in cookies:
        ours = cookie.startswith(COOKIES)
        headers.append("Set-Cookie", _LASTING.sub("", cookie) + secure if ours else cookie)


def check_provider() -> None:
    """Look whether sign-in with a provider can work, before anybody comes.

    Raises
    ------
    PlanError
        A package is not installed, or the provider is not described: the server must not start half set.
    """
    missing = [name for name in ("authlib", "httpx") if importlib.util.find_spec(name) is None]
    if missing:
        raise PlanError(f"RUMAP_SIGN_IN=oidc needs packages that are not installed: {', '.join(missing)}")
    section = get_secrets_auth_section()
    absent = [name for name in NEEDED if not section.get(name)]
    if absent:
        raise PlanError(f"RUMAP_SIGN_IN=oidc: the [auth] part of secrets.toml has no {', '.join(absent)}")
    if len(section["cookie_secret"]) < SECRET_LENGTH:
        raise PlanError(f"RUMAP_SIGN_IN=oidc: cookie_secret must have {SECRET_LENGTH} characters or more")
