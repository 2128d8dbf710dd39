"""The walk of one figure in docs/architecture.md is the way that it takes."""

import re
import sys

import rumap
from tests.house.tree import ROOT

STEP = re.compile(r"^\d+\. `(\S+) (\w+)`", re.MULTILINE)


def test_the_functions_of_the_walk_are_called_in_its_order(tmp_path) -> None:
    steps = STEP.findall((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert len(steps) == 10
    files = {name: tmp_path / f"{name}.csv" for name in ("original", "masked")}
    for place, path in enumerate(files.values()):
        path.write_text("age,sex\n" + "".join(f"{20 + i % (7 - place)},{'fm'[i % 2]}\n" for i in range(40)))
    called: dict[tuple[str, str], int] = {}

    def note(frame, event, _argument) -> None:
        if event == "call":
            code = frame.f_code
            called.setdefault((code.co_filename.removeprefix(f"{ROOT}/"), code.co_name), len(called))

    sys.setprofile(note)
    try:
        rumap.assess(
            files["original"], [files["masked"]], keys=["age", "sex"], linked="row", measures=["k_violations_3"], jobs=1
        )
    finally:
        sys.setprofile(None)
    *computed, (page, drawn) = steps
    assert all(step in called for step in computed)
    assert sorted(computed, key=called.__getitem__) == computed
    assert f"def {drawn}(" in (ROOT / page).read_text(encoding="utf-8")
