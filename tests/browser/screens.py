"""Pictures of every screen of the menu with the worked example open: ``make screens``.

Each screen is drawn on a desk (1440 x 900) and on a phone (390 x 844), light and dark, from its top down to a limit.
"""

import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from tests.browser.conftest import ARGUMENTS, BROWSERS, MENU, ROOT, RUNS, TIMEOUT, idle

SIZES = {"1440": (1440, 900, 2500), "390": (390, 844, 1700)}
"""Width, height of the window, and the most of the page that is drawn, in pixels."""

ON_THE_README = {"Compare": "map", "What is lost": "lost", "Who is found": "risk"}
"""Screens whose upper part, 1240 pixels, is on the README under another name."""

FIRST_VISIT = "first-visit"

LARGEST = 150_000
"""Bytes of a picture."""


def main(arguments: list[str]) -> None:
    """Draw the screens that are named (default: all) into ``docs/screens``, or into ``--to FOLDER``."""
    folder = Path(arguments[arguments.index("--to") + 1]) if "--to" in arguments else ROOT / "docs" / "screens"
    named = [a for a in arguments if a in MENU] or list(MENU)
    schemes = [a for a in arguments if a in {"light", "dark"}] or ["light", "dark"]
    sizes = [a for a in arguments if a in SIZES] or list(SIZES)
    folder.mkdir(parents=True, exist_ok=True)
    with served() as address, chromium() as browser:
        for scheme in schemes:
            for size in sizes:
                draw(browser, address, folder, named, scheme, size)
    for path in folder.glob("*.png"):
        if path.stem.rsplit("-", 2)[0] not in {FIRST_VISIT, *map(slug, MENU)}:
            path.unlink()  # of a page that is gone
    if "--to" not in arguments and "light" in schemes and "1440" in sizes:
        for name in set(named) & set(ON_THE_README):
            upper_part(folder / f"{slug(name)}-1440-light.png", ROOT / "docs/images" / f"{ON_THE_README[name]}.png")


def upper_part(screen: Path, path: Path) -> None:
    """Write the upper part of a picture."""
    from PIL import Image

    with Image.open(screen) as image:
        image.crop((0, 0, 1440, 1240)).save(path, optimize=True)


def draw(browser, address: str, folder: Path, named: list[str], scheme: str, size: str) -> None:
    """Walk through the menu in one window."""
    width, *_ = SIZES[size]
    # a phone's window is opened wide, so that the menu is at hand, and made narrow for the picture
    page = browser.new_page(viewport={"width": 1440, "height": 900}, color_scheme=scheme)
    page.add_init_script(RUNS)  # by which it is told at rest
    page.set_default_timeout(TIMEOUT)
    page.goto(address)
    idle(page)
    if len(named) == len(MENU):
        picture(page, folder / f"{FIRST_VISIT}-{size}-{scheme}.png", size)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("button", name="Open the worked example").click()
    page.locator(".scatterlayer .points path").first.wait_for()
    idle(page)
    for name in named:
        page.set_viewport_size({"width": 1440, "height": 900})
        link = page.get_by_role("link", name=name, exact=True)
        if not link.count():
            sys.stdout.write(f"no screen is called {name}\n")
            continue
        link.click()
        idle(page)
        overflow = picture(page, folder / f"{slug(name)}-{size}-{scheme}.png", size)
        if overflow > 0:
            sys.stdout.write(f"{name} at {width} px: {overflow} px too wide\n")
    page.close()


def picture(page, path: Path, size: str) -> int:
    """Draw the page from its top; return by how many pixels its content is wider than the window."""
    width, height, most = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(1200)
    content = page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
    page.set_viewport_size({"width": width, "height": max(height, min(int(content), most))})
    page.wait_for_timeout(1500)
    idle(page)
    page.wait_for_function("() => !document.querySelector('[data-testid=stSkeleton]')")
    page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
    shrink(page.screenshot(), path)
    return int(page.evaluate("(m => m.scrollWidth - m.clientWidth)(document.querySelector('[data-testid=stMain]'))"))


def shrink(content: bytes, path: Path) -> None:
    """Write a picture with as many colours as its size allows."""
    from PIL import Image

    image = Image.open(BytesIO(content)).convert("RGB")
    for colours in (256, 128, 64, 32, 16):
        image.quantize(colours, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE).save(
            path, optimize=True
        )
        if path.stat().st_size < LARGEST:
            return


def slug(name: str) -> str:
    """Return a screen's name as it is in a file name."""
    return re.sub(r"[^a-z]+", "-", name.lower().replace("'", "")).strip("-")


@contextmanager
def chromium() -> Iterator:
    """Open the browser that the tests use."""
    import shutil

    from playwright.sync_api import sync_playwright

    path = next((p for name in BROWSERS if (p := shutil.which(name))), None)
    if path is None:
        sys.exit("no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@contextmanager
def served() -> Iterator[str]:
    """Start a server as ``make run`` does, and end it."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = int(s.getsockname()[1])
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    process = subprocess.Popen([*command, "--server.headless", "true"], cwd=ROOT)
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2).close()
                break
            except OSError:
                time.sleep(0.3)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


if __name__ == "__main__":
    main(sys.argv[1:])
