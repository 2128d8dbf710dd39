"""Build the gallery: ``python -m experiments.gallery`` measures, draws and writes docs/validation/gallery.

``--pages NAME ...`` builds some pages, ``--stored`` writes them from the stored results, ``--small`` makes a quick
run of smaller sizes (give it another folder by ``--out``), ``--no-figures`` leaves the drawing out.
"""

import argparse
import json
import sys
import time
from pathlib import Path

from threadpoolctl import threadpool_limits

from experiments.gallery import (
    degree_of_difference,
    population_survey,
    practice_guide,
    simulated_data,
    univariate_utility,
)
from experiments.gallery.page import Verdict, as_json, filled, table

PAGES = {
    m.NAME: m for m in (simulated_data, population_survey, degree_of_difference, univariate_utility, practice_guide)
}
OUT = Path(__file__).resolve().parents[2] / "docs" / "validation" / "gallery"


def results_of(name, folder=OUT):
    """Return the stored results of a page."""
    return json.loads((folder / "results" / f"{name}.json").read_text(encoding="utf-8"))


def index(folder=OUT):
    """Return the page that lists the pages."""
    rows = []
    for name, module in PAGES.items():
        page = module.page(results_of(name, folder))
        rows.append((f"[{page.title}]({name}.md)", *(page.counts()[v] for v in Verdict)))
    return filled("README", pages=table(("Page", *(str(v) for v in Verdict)), rows))


def build(name, folder, *, small=False, stored=False, figures=True):
    """Write one page, its results and its figures; return the page."""
    module = PAGES[name]
    (folder / "results").mkdir(parents=True, exist_ok=True)
    if not stored:
        found = as_json(module.measure(**(module.SMALL if small else module.FULL)))
        (folder / "results" / f"{name}.json").write_text(found, encoding="utf-8")
    page = module.page(results_of(name, folder))
    (folder / f"{name}.md").write_text(page.markdown(), encoding="utf-8")
    for picture in page.pictures if figures else ():
        (folder / f"{picture.name}.svg").write_bytes(picture.draw())
    return page


def main():
    """Build the pages that are named; return 1 where a statement does not hold."""
    parser = argparse.ArgumentParser(prog="python -m experiments.gallery", description=__doc__)
    parser.add_argument("--pages", nargs="*", default=list(PAGES), choices=list(PAGES))
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--stored", action="store_true")
    parser.add_argument("--no-figures", action="store_true")
    options = parser.parse_args()
    wrong = 0
    for name in options.pages:
        started = time.perf_counter()
        page = build(name, options.out, small=options.small, stored=options.stored, figures=not options.no_figures)
        failed = [s.text for s in page.statements if s.holds is False]
        wrong += len(failed)
        lines = [f"{name}: {time.perf_counter() - started:.0f} s", *(f"  does not hold: {text}" for text in failed)]
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
    if all((options.out / "results" / f"{name}.json").is_file() for name in PAGES):
        (options.out / "README.md").write_text(index(options.out), encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    with threadpool_limits(1):
        sys.exit(main())
