"""What stands around Streamlit's application: headers, cookie, guarded links, sweeper, a log without data."""

from importlib import import_module
from pathlib import Path
from typing import Any

from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from streamlit import config
from streamlit.runtime.pages_manager import PagesManager

from core.errors import PlanError, ScratchError
from core.execution import scratch_in_use
from pages.components.server.faults import quiet_log, show_fault
from pages.components.server.request_gate import RequestGate, foreign
from pages.components.server.security_headers import AnswerHeaders, secure
from pages.components.server.session_cookie import give_token
from pages.components.server.session_links import of_others
from pages.components.server.session_sign_in import check_provider, end_with_browser
from pages.components.server.session_sweeper import sweeping
from pages.components.server.session_tab import SIGNED_IN_AS
from pages.components.server.settings import Settings, settings


def prepare() -> None:
    """Set what must hold before the application is made; say in words why the server does not start."""
    PagesManager.uses_pages_directory = False  # the menu is ours: else a link straight to a page runs it without frame
    quiet_log()
    try:
        _apply(settings())
        import_module("..navigation", __package__)  # three seconds that the first visitor need not wait
        import_module("..examples", __package__).results_of("voters")  # and what the first click shows
        scratch_in_use()  # what a killed server has left there goes now, not with the first large file
    except (PlanError, ScratchError) as error:  # the log would say its kind only
        raise SystemExit(f"R-U Map does not start: {error}") from None


def around() -> dict[str, Any]:
    """Return what the application takes beside its script."""
    assets: Path = import_module("..layout", __package__).ASSETS
    return {
        "middleware": [
            Middleware(AnswerHeaders, secure),
            Middleware(TrustedHostMiddleware, config.get_option("server.allowedHosts"), www_redirect=False),
            Middleware(RequestGate, foreign),
            Middleware(RequestGate, of_others),
            Middleware(AnswerHeaders, give_token),
            Middleware(AnswerHeaders, end_with_browser),
        ],
        "routes": [Mount("/assets", StaticFiles(directory=assets / "public"))],
        "lifespan": sweeping,
        "on_script_error": show_fault,
    }


def _apply(chosen: Settings) -> None:
    """Hand what is Streamlit's to Streamlit: the names of the server, and the header with the person's name."""
    here = "RUMAP_* variables"
    if chosen.public_hosts:
        hosts = [*config.get_option("server.allowedHosts"), *chosen.public_hosts]
        config.set_option("server.allowedHosts", list(dict.fromkeys(hosts)), here)
    if chosen.user_header:
        # so that Streamlit, too, never lets one person resume the session of another
        config.set_option("server.trustedUserHeaders", {chosen.user_header: SIGNED_IN_AS}, here)
    if chosen.sign_in:
        check_provider()
