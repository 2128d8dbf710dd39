"""The server's safe settings stay as they are."""

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONFIG = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))

SAFE = {
    ("server", "address"): "127.0.0.1",
    ("server", "headless"): True,
    ("server", "showEmailPrompt"): False,
    ("server", "enableXsrfProtection"): True,
    ("server", "enableCORS"): True,
    ("server", "allowedHosts"): ["localhost", "127.0.0.1"],
    ("server", "maxUploadSize"): 300,
    ("server", "maxMessageSize"): 50,
    ("server", "disconnectedSessionTTL"): 120,
    ("server", "fileWatcherType"): "none",
    ("server", "runOnSave"): False,
    ("server", "enableStaticServing"): False,
    ("server", "enableAgentApi"): False,
    ("browser", "gatherUsageStats"): False,
    ("browser", "serverAddress"): "localhost",
    ("client", "showErrorDetails"): "none",
    ("client", "showErrorLinks"): False,
    ("client", "toolbarMode"): "viewer",
    ("client", "disableDataExport"): True,
    ("client", "allowedOrigins"): [],
    ("runner", "magicEnabled"): False,
    ("runner", "postScriptGC"): False,
    ("logger", "level"): "warning",
    ("logger", "enableRich"): False,
}


@pytest.mark.parametrize(("section", "name"), list(SAFE))
def test_safe_value_stays(section: str, name: str) -> None:
    assert CONFIG[section][name] == SAFE[section, name]


@pytest.mark.parametrize(("section", "name"), list(SAFE))
def test_streamlit_knows_the_option(section: str, name: str) -> None:
    from streamlit import config

    assert f"{section}.{name}" in config.get_config_options()


def test_the_font_is_the_programs_own() -> None:
    face = CONFIG["theme"]["fontFaces"][0]
    assert face["url"] == "/assets/Inter.woff2"
    font = ROOT / "assets" / "public" / "Inter.woff2"
    assert font.read_bytes()[:4] == b"wOF2"
    assert font.stat().st_size < 100_000
    assert "SIL OPEN FONT LICENSE" in (ROOT / "assets" / "public" / "Inter-OFL.txt").read_text(encoding="utf-8")


def test_nothing_is_loaded_from_elsewhere() -> None:
    for file in (".streamlit/config.toml", "assets/style.css"):
        assert "http" not in (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_sidebar_is_dark_in_both_modes(mode: str) -> None:
    background = CONFIG["theme"][mode]["sidebar"]["backgroundColor"].lstrip("#")
    assert all(int(background[i : i + 2], 16) < 0x40 for i in (0, 2, 4))


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_white_on_the_primary_colour_can_be_read(mode: str) -> None:
    assert contrast("#FFFFFF", CONFIG["theme"][mode]["primaryColor"]) >= 4.5


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_text_can_be_read(mode: str) -> None:
    theme = CONFIG["theme"][mode]
    for colours in (theme, theme["sidebar"]):
        assert contrast(colours["textColor"], colours["backgroundColor"]) >= 7
        assert contrast(colours["linkColor"], colours["backgroundColor"]) >= 4.5


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours (WCAG 2.2)."""
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour.lstrip("#")[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
