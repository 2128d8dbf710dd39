"""What anyone who runs the server may set, in one place: environment variables that begin with RUMAP_.

==========================  ===========================================================================
RUMAP_IDLE_MINUTES          minutes without use after which a workspace is erased (30)
RUMAP_RUNS_AT_ONCE          runs at the same time; the others wait (one for each core, at most 2)
RUMAP_PUBLIC_HOSTS          names, separated by commas, under which a reverse proxy is reached (none)
RUMAP_USER_HEADER           header in which the proxy names who has signed in (none)
RUMAP_SIGN_IN               "oidc": sign in with the provider of secrets.toml (none)
RUMAP_DATA                  folder on the server whose files may be chosen on the Set up page (none)
RUMAP_SCRATCH               folder on a disk for the columns of large files (none: they stay in memory)
RUMAP_CLUSTER               address of a Dask scheduler that runs are sent to (none: this machine does them)
RUMAP_LIMITS                limits of the file readers; described and read in ``core.intake.limits``
==========================  ===========================================================================

Addresses, ports and limits of uploads are Streamlit's own and are in ``.streamlit/config.toml``.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from core.errors import PlanError, ScratchError
from core.execution import scratch_place, usable_cores

PREFIX = "RUMAP_"
NAMES = ("IDLE_MINUTES", "RUNS_AT_ONCE", "PUBLIC_HOSTS", "USER_HEADER", "SIGN_IN", "CLUSTER", "DATA", "SCRATCH")
OTHERS = ("LIMITS", "SCREENSHOTS")
"""Variables of the file readers (`core.intake.limits`) and of the test suite."""


@dataclass(frozen=True)
class Settings:
    """How the server is run.

    Parameters
    ----------
    idle_minutes : float
        More than 0.
    runs_at_once : int
        1 or more.
    public_hosts : tuple of str
        Host names beside the loopback ones.
    user_header : str
        Lower case; "": nobody signs in at the proxy.
    sign_in : str
        "" or "oidc".
    cluster : str
        Address of a Dask scheduler, or ``local:N``; "": runs stay on this machine.
    data : str
        Whole path of the data folder, links in it followed; "": there is none.
    scratch : str
        Whole path of the scratch folder; "": there is none.
    """

    idle_minutes: float = 30
    runs_at_once: int = min(2, usable_cores())
    public_hosts: tuple[str, ...] = ()
    user_header: str = ""
    sign_in: str = ""
    cluster: str = ""
    data: str = ""
    scratch: str = ""


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Return the settings of an environment.

    Raises
    ------
    PlanError
        An unknown variable, or a value that makes no sense: the server must not start half set.
    """
    given = {key.removeprefix(PREFIX): value.strip() for key, value in environment.items() if key.startswith(PREFIX)}
    for name in sorted(given.keys() - {*NAMES, *OTHERS}):
        raise PlanError(f"unknown setting {PREFIX}{name}; there are: {', '.join(PREFIX + n for n in NAMES)}")
    default = Settings()
    sign_in = given.get("SIGN_IN", "")
    if sign_in not in {"", "oidc"}:
        raise PlanError(f"{PREFIX}SIGN_IN must be empty or oidc")
    return Settings(
        _positive(given, "IDLE_MINUTES", default.idle_minutes),
        int(_positive(given, "RUNS_AT_ONCE", default.runs_at_once)),
        tuple(host.strip() for host in given.get("PUBLIC_HOSTS", "").split(",") if host.strip()),
        given.get("USER_HEADER", "").lower(),
        sign_in,
        given.get("CLUSTER", ""),
        _folder(given.get("DATA", "")),
        _scratch(environment),
    )


def _folder(path: str) -> str:
    """Return the whole path of the data folder, without links."""
    if not path:
        return ""
    if not (hasattr(os, "O_NOFOLLOW") and os.open in os.supports_dir_fd):
        raise PlanError(f"{PREFIX}DATA: on this system a file cannot be opened without following links; unset it")
    if not (Path(path).is_absolute() and Path(path).is_dir() and os.access(path, os.R_OK | os.X_OK)):
        raise PlanError(f"{PREFIX}DATA must be the whole path of a folder that this account may read")
    return str(Path(path).resolve())


def _scratch(environment: Mapping[str, str]) -> str:
    try:
        return str(scratch_place(environment) or "")
    except ScratchError as error:
        raise PlanError(str(error)) from None


def _positive(given: Mapping[str, str], name: str, default: float) -> float:
    text = given.get(name, "")
    if not text:
        return default
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    least = 1 if name == "RUNS_AT_ONCE" else 0.01
    if not least <= value < 1e6:
        raise PlanError(f"{PREFIX}{name} must be a number of {least} or more")
    return value


@cache
def settings() -> Settings:
    """Return the settings of this server."""
    return read_settings(os.environ)
