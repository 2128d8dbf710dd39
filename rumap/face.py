"""What the names of the package take and give; the engine is imported when they are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal

from rumap.arguments import arguments_in_words

if TYPE_CHECKING:
    from rumap.data import Data
    from rumap.documents import ReportFile
    from rumap.gating import GateResult
    from rumap.masked import MaskedData
    from rumap.results import Results


@arguments_in_words
def read(source: Any, name: str = "", *, choices: Mapping[str, object] | None = None) -> Data:
    """Read one microdata file, or take a frame as one.

    Parameters
    ----------
    source : path, pandas, polars or Arrow frame, Data or MaskedData
        A file in any format that the dashboard reads, or a folder with the parts of one. A frame is taken as the Arrow
        file that it would be written to: its index is left out, categories and dates are kept. All are read under the
        same limits.
    name : str
        What it is called in results; empty: the file's name, or "data".
    choices : mapping or None
        Answers to the questions about the file (`Data.findings`), such as ``{"header": False, "numbers": ["zip"]}``.

    Returns
    -------
    Data
        Its variables with the questions and warnings about them.

    Raises
    ------
    RUMapError
        It is refused; the message says why and what to do.

    Examples
    --------
    >>> import pandas as pd
    >>> data = read(pd.DataFrame({"age": [31, 45, 52], "sex": ["m", "f", "f"]}), "people")
    >>> data.rows, data.variables
    (3, ('age', 'sex'))
    """
    from rumap.data import read_data

    return read_data(source, name, choices or {})


@arguments_in_words
def assess(
    original: Any,
    masked: Any,
    *,
    codebook: str | PathLike[str] | Mapping[str, Any] | None = None,
    keys: str | Sequence[str] | Mapping[str, str | Sequence[str]] | None = None,
    sensitive: str | Sequence[str] | None = None,
    levels: Mapping[str, str] | None = None,
    weights: str | Sequence[str] | Mapping[str, str] | None = None,
    measures: str | Iterable[str] = "quick",
    settings: Mapping[str, object] | None = None,
    linked: str | Sequence[str] | None = None,
    seed: int = 1,
    jobs: int | None = None,
    progress: bool | None = None,
) -> Results:
    """Measure data utility and disclosure risk of masked files.

    Parameters
    ----------
    original : path, frame, Data
        As `read` takes it.
    masked : the same, or a sequence or mapping by name of them
        The masked files. What `mask` returned brings its declaration: how it was masked and linked.
    codebook : path, TOML text, dict or None
        Levels, roles, key sets and recodes; None: drafted from the files, see `Results.codebook`. A dict holds what
        the TOML does: ``{"variables": {"age": {"level": "continuous", "role": "key"}}}``.
    keys : names, or dict of them by the name of a key set, or None
        What an intruder knows. This, and the next three, go before the codebook and what is drafted: variables with
        such a role that are not named lose it.
    sensitive : names or None
        What must not be found out.
    levels : dict of name to {"nominal", "ordinal", "continuous"} or None
        Of some variables; the others keep theirs.
    weights : name, names, or dict of key set to name, or None
        Sampling weights; of several the first goes with all key sets.
    measures : {"quick", "full"} or ids
        `measures` lists them.
    settings : mapping
        Parameters by family and name, such as ``{"null.replicates": 20}``.
    linked : {"row", "none"}, name of an identifier, names of several that are one together, or None
        How records are linked to the original's where the codebook does not say: "row" where both files hold the
        same people in the same order. None: they are not linked; `Results.links` says so, and what the files show.
    seed : int
        The same files, settings and seed give the same figures on any number of processes.
    jobs : int or None
        Processes; None: all cores.
    progress : bool or None
        Whether to show how far it is; None: in a notebook and on a terminal. How records were linked is written to
        standard error at the end of a script, unless this is False.

    Returns
    -------
    Results

    Raises
    ------
    RUMapError
        Files cannot be read, settings are unknown, or nothing could be measured.

    Examples
    --------
    >>> import pandas as pd
    >>> people = pd.DataFrame({"age": [20, 21, 30, 31] * 20, "sex": ["f", "m", "m", "f"] * 20})
    >>> results = assess(people, people.assign(age=25), measures=["gdu"], linked="row", jobs=1)
    >>> results.scenarios
    ('masked',)
    >>> 0 < results.value("masked", "gdu") < 1
    True
    """
    from rumap.assessing import assess_data
    from rumap.variables import SaidOfVariables

    said = SaidOfVariables(keys, sensitive, levels, weights)
    return assess_data(original, masked, codebook, said, measures, settings, linked, seed, jobs, progress)


@arguments_in_words
def mask(
    original: Any,
    recipe: str | PathLike[str],
    *,
    codebook: str | PathLike[str] | Mapping[str, Any] | None = None,
    keys: str | Sequence[str] | Mapping[str, str | Sequence[str]] | None = None,
    sensitive: str | Sequence[str] | None = None,
    levels: Mapping[str, str] | None = None,
    weights: str | Sequence[str] | Mapping[str, str] | None = None,
    seed: int = 1,
    name: str = "",
) -> MaskedData:
    """Apply a masking recipe to the original.

    Parameters
    ----------
    original : path, frame or Data
    recipe : path or TOML text
        The masking methods, step by step (docs/reference/recipe.md).
    codebook : path, TOML text, dict or None
        None: drafted from the file.
    keys, sensitive, levels, weights
        As `assess` takes them.
    seed : int
    name : str
        Of the masked file; empty: the original's with "_masked".

    Returns
    -------
    MaskedData
        The file, what each step changed, and its declaration, so that `assess` can compare it at once.

    Raises
    ------
    RUMapError
        The recipe names the step that cannot be applied.

    Examples
    --------
    >>> import pandas as pd
    >>> people = pd.DataFrame({"age": [20, 21, 30, 38], "sex": ["f", "m", "m", "f"]})
    >>> recipe = '''
    ... [[step]]
    ... method = "rounding"
    ... variables = ["age"]
    ... base = 10
    ... '''
    >>> mask(people, recipe).to_frame()["age"].tolist()
    [20, 20, 30, 40]
    """
    from rumap.masked import mask_data
    from rumap.variables import SaidOfVariables

    return mask_data(original, recipe, codebook, SaidOfVariables(keys, sensitive, levels, weights), seed, name)


@arguments_in_words
def report(
    results: Any, kind: Literal["internal", "shareable"] = "internal", format: str = "html", scenario: str = ""
) -> ReportFile:
    """Write a report.

    Parameters
    ----------
    results : Results, or path of results or of a project
    kind : {"internal", "shareable"}
        Everything, confidential; or what users of the released file may know.
    format : {"html", "docx", "pdf", "xlsx", "json", "zip"}
    scenario : str
        The released one; empty: the one that is proposed.

    Returns
    -------
    ReportFile
        Its bytes; ``save`` writes them.

    Raises
    ------
    RUMapError
        It cannot be made as asked.

    Examples
    --------
    >>> import pandas as pd
    >>> people = pd.DataFrame({"age": [20, 21, 30, 31] * 20, "sex": ["f", "m", "m", "f"] * 20})
    >>> results = assess(people, people.assign(age=25), measures=["gdu"], linked="row", jobs=1)
    >>> report(results, format="json").content[:1]
    b'{'
    """
    from rumap.documents import make_document

    return make_document(results, kind, format, scenario)


@arguments_in_words
def gate(results: Any, policy: str | PathLike[str], *, scenario: str = "", any_of: bool = False) -> GateResult:
    """Hold masked files against the policy of an office.

    Parameters
    ----------
    results : Results, or path of results, a sweep or a project
    policy : path or TOML text, or a type of release: {"public", "scientific", "secure"}
        The types stand for the thresholds that the program proposes, with their sources.
    scenario : str
        The only masked file to be judged; empty: every one must pass.
    any_of : bool
        One passing file is enough, as in a sweep.

    Returns
    -------
    GateResult
        ``code`` is 0, 1 where a limit fails, or 2 where that cannot be judged; true only where it is 0.

    Raises
    ------
    RUMapError
        The policy or the results cannot be read.

    Examples
    --------
    >>> import pandas as pd
    >>> people = pd.DataFrame({"age": [20, 21, 30, 31] * 20, "sex": ["f", "m", "m", "f"] * 20})
    >>> results = assess(people, people.assign(age=25), measures=["gdu"], linked="row", jobs=1)
    >>> gate(results, "public").code  # no risk was measured
    2
    """
    from rumap.gating import gate_results

    return gate_results(results, policy, scenario, any_of)


@arguments_in_words
def measures(backend: Literal["pandas", "polars", "pyarrow"] = "pandas") -> Any:
    """List every measure that `assess` knows, those of other packages included.

    Parameters
    ----------
    backend : {"pandas", "polars", "pyarrow"}

    Returns
    -------
    frame
        ``id`` is what `assess` takes, ``direction`` which end is better, ``low`` and ``high`` the bounds (missing:
        there is none), ``needs`` what the files must have, ``parameters`` its settings with their defaults.

    Examples
    --------
    >>> measures().set_index("id").loc["gdu", "direction"]
    'higher is better'
    """
    from rumap.catalogue import catalogue_frame

    return catalogue_frame(backend)
