"""Results of many files as an earlier program found them, to compare a rebuilt engine with.

``python -m experiments.frozen make FOLDER --commit C`` has the program of a commit measure all sets of files into a
folder outside the repository; ``python -m experiments.frozen compare FOLDER`` has the program at hand measure them
again, and says what differs. ``--small`` draws the generated files with 3,000 records, ``--sets`` and ``--measures``
take a part: a loop of seconds. Sets of ``../shared/data`` are left out where it does not exist.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from core.reports import disagreements, read_results

HERE = Path(__file__).resolve().parents[1]
SHARED = HERE.parent / "shared" / "data"
TESTDATA = (
    *("combined_heavy", "drop_2vars", "identical", "independent_permute", "localsupp_k5", "mdav_3", "noise_add50"),
    *("pram_pd08", "rankswap_P15", "recode_age10", "srs_50pct", "topcode_income95"),
)
NEW_NAMES: dict[str, str] = {}
"""Ids of measures that were renamed: as they were frozen -> as they are now."""

ALLOWED = {
    r"(weighted|households|casc)/[^/]+/(total_variation|jensen_shannon|hellinger)_mean/(interval|detail/jackknife)": (
        "a weighted record that lay at the cut of a class within rounding now has a rule"
    ),
    r"[^/]+/[^/]+/table_pmse_ratio_mean/detail/published": "blanks count no longer in what is published",
}
"""Places (patterns of ``set/file/measure/part``) that may differ from commits before the change -> why."""

EXAMPLE = (
    "from core.laboratory.worked_example import assess_example; from core.masking import worked_example; "
    "from core.reports import write_results; "
    "print(write_results(assess_example(worked_example.{0}(), jobs=1)), end='')"
)


class FileSet(NamedTuple):
    """An original and its masked files, with the options of the command line; no files: a shipped example."""

    files: tuple[Path, ...] = ()
    codebook: str = ""
    options: tuple[str, ...] = ()


def file_sets(folder: Path, records: int) -> dict[str, FileSet]:
    """Return all sets by name; the generated files are written into the folder."""
    generated = _generated(folder, records)
    by_row = ("--linked", "row")
    sets = {name: FileSet() for name in ("voters", "women", "synthetic")}
    sets["plain"] = FileSet(generated, _roles("excluded", "excluded"), by_row)
    sets["weighted"] = FileSet(generated, _roles("weight", "excluded"), by_row)
    sets["households"] = FileSet(generated, _roles("weight", "household"), by_row)
    return sets | (_shared_sets() if SHARED.exists() else {})


def _shared_sets() -> dict[str, FileSet]:
    census, sdc, hepatitis = SHARED / "crc_national2019", SHARED / "sdcmicro", SHARED / "hepatitis"
    masked = tuple(sdc / "masked" / "testdata" / f"{name}.csv" for name in TESTDATA)
    casc = sorted((sdc / "masked" / "CASCrefmicrodata").glob("*.csv"))
    synthetic = sorted(hepatitis.glob("*baseline.csv")) + sorted(hepatitis.glob("*syn*.csv"))
    weights = (
        '[variables]\nsampling_weight = {{ level = "continuous", role = "{}" }}\n'
        'household_weights = {{ level = "continuous", role = "excluded" }}\n'
    )
    return {
        "testdata": FileSet((sdc / "testdata.csv", *masked), weights.format("excluded"), ("--linked", "row")),
        "testdata_weighted": FileSet((sdc / "testdata.csv", *masked), weights.format("weight"), ("--linked", "row")),
        "casc": FileSet((sdc / "CASCrefmicrodata.csv", *casc), "", ("--linked", "row")),
        "hepatitis": FileSet(
            (hepatitis / "hepatitis_train.csv", *dict.fromkeys(synthetic)),
            "",
            ("--linked", "none", "--control", str(hepatitis / "hepatitis_test.csv")),
        ),
        "national2019": FileSet((SHARED / "nist" / "national2019.csv", *sorted(census.glob("*.csv"))), ""),
    }


def _roles(weight: str, household: str) -> str:
    keys = "".join(f'c{i} = {{ level = "nominal", role = "key" }}\n' for i in range(4))
    ordinal = "".join(f'o{i} = {{ level = "ordinal" }}\n' for i in range(6))
    units = f'w = {{ level = "continuous", role = "{weight}" }}\nhh = {{ level = "nominal", role = "{household}" }}\n'
    return f"[variables]\n{keys}{ordinal}{units}"


def _generated(folder: Path, records: int) -> tuple[Path, ...]:
    """Write an original of 20 variables, a household and a weight, and three masked files of it."""
    rng = np.random.default_rng(7)
    trait, columns = rng.normal(size=records), {}
    for i in range(8):
        columns[f"c{i}"] = np.floor(np.exp(rng.normal(size=records) * 0.6 + trait * 0.3) * (i + 1)) % (3 + 2 * i)
    for i in range(6):
        columns[f"o{i}"] = np.clip(np.round(trait + rng.normal(size=records) * (1 + i / 2) + 3), 0, 6)
    for i in range(6):
        columns[f"n{i}"] = np.round(np.exp(trait * 0.4 + rng.normal(size=records) * 0.5) * 10 ** (i % 4 + 1), i % 3)
    original = pd.DataFrame(columns)
    for name in ("c5", "o3", "n2", "n5"):
        original[name] = original[name].mask(rng.random(records) < 0.05)
    original["hh"] = np.sort(rng.integers(0, records // 2, records))
    original["w"] = np.round(rng.gamma(4, 25, records) + 1, 1)
    noise, swapped, suppressed = original.copy(), original.copy(), original.copy()
    for i in range(6):
        noise[f"n{i}"] = np.round(noise[f"n{i}"] * (1 + rng.normal(size=records) * 0.1), i % 3)
        chosen = np.flatnonzero(rng.random(records) < 0.1)
        swapped.loc[chosen, f"o{i}"] = original[f"o{i}"].to_numpy()[rng.permutation(chosen)]
        suppressed[f"c{i}"] = suppressed[f"c{i}"].mask(rng.random(records) < 0.03 * i)
    suppressed = suppressed.assign(n0=np.minimum(original["n0"], 20)).drop(columns="o5")
    files = {"original": original, "noise": noise, "swapped": swapped, "suppressed": suppressed}
    for name, frame in files.items():
        frame.to_csv(folder / f"{name}.csv", index=False)
    return tuple(folder / f"{name}.csv" for name in files)


@contextmanager
def _program_of(commit: str) -> Iterator[Path]:
    """Give the folder of a commit's program; none: the one at hand."""
    if not commit:
        yield HERE
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "worktree", "add", "--detach", folder, commit], cwd=HERE, check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", folder], cwd=HERE, check=True)


def measure(program: Path, name: str, files: FileSet, out: Path, measures: str) -> float:
    """Have a program measure a set into a file; return the processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    if not files.files:
        text = subprocess.run(
            [sys.executable, "-c", EXAMPLE.format(name)], cwd=program, check=True, capture_output=True
        )
        out.write_bytes(text.stdout)
    else:
        codebook = out.with_suffix(".toml")
        codebook.write_text(files.codebook, encoding="utf-8")
        options = [*files.options, *(["--codebook", codebook] if files.codebook else []), "--measures", measures]
        command = [sys.executable, "-m", "core", "assess", "-q", "--jobs", "1", "--force", "--out", out, *options]
        subprocess.run([*command, *files.files], cwd=program, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


Outcomes = dict[str, dict[str, Any]]


def outcomes_of(text: str) -> Outcomes:
    """Return all figures of results of any schema by file, measure and target."""
    rows = (vars(row) for row in read_results(text).frame)
    return {
        "/".join([str(row["scenario"]), row["measure"], *row["target"]]): json.loads(json.dumps(row)) for row in rows
    }


def renamed(frozen: Outcomes) -> Outcomes:
    """Return frozen outcomes by the ids that measures have now."""
    now = ({**o, "measure": NEW_NAMES.get(o["measure"], o["measure"])} for o in frozen.values())
    files = (key.split("/", 1)[0] for key in frozen)
    return {"/".join([file, o["measure"], *o["target"]]): o for file, o in zip(files, now, strict=True)}


def compared(frozen: Outcomes, now: Outcomes, measures: set[str]) -> tuple[list[str], int, float]:
    """Return what differs, how many values were compared, and the largest relative difference of them."""
    wanted = {key: o for key, o in renamed(frozen).items() if not measures or o["measure"] in measures}
    missing = [f"{key}: only one of both has it" for key in wanted.keys() ^ now.keys() if not measures or key in wanted]
    both = [(key, wanted[key], now[key]) for key in sorted(wanted.keys() & now.keys())]
    differing = missing + [said for key, a, b in both for said in disagreements(a, b, key)]
    values = [(a["value"], b["value"]) for _, a, b in both if None not in (a["value"], b["value"])]
    relative = [abs(a - b) / max(abs(a), abs(b), 1e-3) for a, b in values]
    return differing, len(values), max(relative, default=0.0)


def main(arguments: list[str]) -> int:
    """Make or compare; return how many sets differ."""
    parser = argparse.ArgumentParser(prog="python -m experiments.frozen", description=__doc__)
    parser.add_argument("command", choices=("make", "compare"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--commit", default="", help="whose program makes them; default: the one at hand")
    parser.add_argument("--small", action="store_true", help="generated files of 3,000 records")
    parser.add_argument("--sets", default="", help="names of sets, with commas; default: all")
    parser.add_argument("--measures", default="full", help="as of assess")
    parser.add_argument("--show", type=int, default=20, help="differences of a set that are printed")
    asked = parser.parse_args(arguments)
    folder: Path = asked.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    sets = file_sets(folder, 3_000 if asked.small else 100_000)
    chosen = {name: sets[name] for name in (asked.sets.split(",") if asked.sets else sets)}
    with _program_of(asked.commit) as program:
        return sum(_one(asked, program, name, files, folder) for name, files in chosen.items())


def _one(asked: argparse.Namespace, program: Path, name: str, files: FileSet, folder: Path) -> bool:
    out = folder / (f"{name}.json" if asked.command == "make" else f"{name}_now.json")
    seconds = measure(program, name, files, out, asked.measures)
    if asked.command == "make":
        print(f"{name}: {seconds:.1f} s of processor time", flush=True)  # noqa: T201
        return False
    frozen, now = (outcomes_of(p.read_text("utf-8")) for p in (folder / f"{name}.json", out))
    ids = set() if asked.measures in ("full", "quick") or not files.files else set(asked.measures.split(","))
    differing, n, largest = compared(frozen, now, ids)
    serious = [said for said in differing if not any(re.match(place, f"{name}/{said}") for place in ALLOWED)]
    said = f"{name}: {n} values, largest relative difference {largest:.2g}, {len(serious)} places differ, "
    said += f"{len(differing) - len(serious)} allowed; {seconds:.1f} s of processor time"
    print("\n    ".join([said, *serious[: asked.show]]), flush=True)  # noqa: T201
    return bool(serious)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
