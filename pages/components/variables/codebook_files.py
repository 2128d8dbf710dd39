"""The codebook as a file: save it, or take one that was saved."""

from core.data import NO_USES, Codebook, DeclaredCodebook, declared_from, write_codebook
from core.errors import CodebookError, IntakeError
from core.intake import open_toml
from pages.components.toml_file import toml_file
from pages.components.variables.variable_table import restart
from pages.components.workspace import change_codebook, current


def codebook_files(codebook: Codebook) -> None:
    """Offer the codebook for download and take another in its place."""
    toml_file("codebook", "Download codebook.toml", lambda: write_codebook(codebook), "Use a saved codebook", take)


def take(_name: str, content: bytes) -> str:
    """Put what a saved codebook declares in the place of the present; return what is wrong with it, or "".

    What it leaves out stays as it is: variables and files that it does not name, key sets and uses where it has none.
    """
    try:
        change_codebook(_completed(declared_from(open_toml(content)), current().effective_codebook))
    except (CodebookError, IntakeError) as error:
        return f"The codebook cannot be used: {error}"
    restart()
    return ""


def _completed(declared: DeclaredCodebook, present: Codebook) -> Codebook:
    variables = {v.name: v for v in present.variables}
    for variable in declared.variables:
        if variable.name not in variables:
            raise CodebookError(f"it names {variable.name[:60]!r}, which is no variable of the original")
        variables[variable.name] = variable
    files = {d.file: d for d in (*present.scenarios, *declared.scenarios)}
    keysets, uses = declared.keysets or present.keysets, present.uses if declared.uses == NO_USES else declared.uses
    replicates = declared.replicates or present.replicates
    population = declared.units_of_population or present.units_of_population
    return Codebook(tuple(variables.values()), keysets, tuple(files.values()), uses, replicates, population)
