"""Which files were compared, what their variables are, and which scenario was made from which."""

from __future__ import annotations

from core.data import Bands, CategoryMap, Codebook, Recode, Uses
from core.reports.project import Project
from core.reports.report_model import Block, Cell, Paragraph, Section, Table
from core.reports.words import count, listed, number, plural, text

Row = tuple[Cell, ...]


def file_section(project: Project) -> Section:
    """Return the files with their hashes, and what was noted about the masked ones."""
    files = [("original", project.original), *(("masked", f) for f in project.masked)]
    files += [("population counts", p.file) for p in project.population]
    rows: list[Row] = [(text(f.name), text(role), count(f.rows), count(f.columns), text(f.sha256)) for role, f in files]
    heads = ("File", "Is", "Records", "Variables", "SHA-256")
    hashes = Table("Files", heads, tuple(rows), "The hashes say which bytes were compared.")
    notes: list[Row] = []
    for file in project.masked:
        note, declared = project.record.note_of(file.name), project.codebook.declaration(file.name)
        linked = declared.linked or project.linked or "not said"
        parent = note.parent or "the original"
        notes.append((text(project.scenario_name(file.name)), text(parent), text(linked), text(note.note)))
    made = Table("Scenarios and what they were made from", ("Scenario", "Made from", "Linked by", "Note"), tuple(notes))
    return Section("files", f"{plural(len(project.masked), 'masked file')} compared with one original", (hashes, made))


def codebook_section(project: Project) -> Section:
    """Return variables, key sets, declared masking with its recodes, and what the file is used for."""
    codebook = project.codebook
    if not codebook.variables:
        return _variables_as_measured(project)
    rows = tuple(
        (
            text(v.name),
            text(v.label),
            text(v.level),
            text(v.role),
            text(listed(v.missing)),
            number(v.weight),
            text(v.reason or "set by the officer"),
        )
        for v in codebook.variables
    )
    heads = ("Variable", "Label", "Level", "Role", "Missing codes", "Weight in GDU", "Level and role because")
    blocks: list[Block] = [Table("Variables", heads, rows)]
    keysets = tuple((text(k.name), text(", ".join(k.variables)), text(k.weight)) for k in codebook.effective_keysets())
    blocks.append(Table("Key sets: what an intruder may know", ("Key set", "Variables", "Weight"), keysets))
    masking = _masking_rows(codebook)
    if masking:
        blocks.append(Table("Masking as declared", ("File", "Variable", "Kind", "Recode"), tuple(masking)))
    blocks += _uses(codebook.uses)
    title = f"{plural(len(codebook.variables), 'variable')} and {plural(len(keysets), 'key set')}"
    return Section("codebook", title, tuple(blocks))


def _variables_as_measured(project: Project) -> Section:
    variables = project.comparison.original.variables if project.comparison else ()
    if project.comparison and not variables and project.comparison.scenarios:
        variables = project.comparison.scenarios[0].variables
    rows = tuple((text(v.name), text(v.level), text(v.role)) for v in variables)
    blocks = (
        Table("Variables", ("Variable", "Level", "Role"), rows),
        Paragraph("Labels, key sets and recodes stand in the codebook, which a results file does not hold."),
    )
    return Section("codebook", f"{plural(len(rows), 'variable')} were compared", blocks)


def _masking_rows(codebook: Codebook) -> list[Row]:
    rows: list[Row] = []
    for declared in codebook.scenarios:
        for name in dict.fromkeys((*declared.masking, *declared.recodes)):
            recode = declared.recodes.get(name)
            cells = text(declared.masking.get(name, "")), text(recode_words(recode) if recode else "")
            rows.append((text(declared.file), text(name), *cells))
    return rows


def recode_words(recode: Recode) -> str:
    """Return a recode in words."""
    if isinstance(recode, CategoryMap):
        return "; ".join(f"{masked} = {', '.join(originals)}" for masked, originals in recode.groups.items())
    if isinstance(recode, Bands):
        return "bands " + ", ".join(f"{low:g} to {high:g}" for low, high in recode.edges)
    limits = (("above", recode.above), ("below", recode.below))
    return "capped " + " and ".join(f"{side} {limit:g}" for side, limit in limits if limit is not None)


def _uses(uses: Uses) -> list[Block]:
    rows: list[Row] = [
        *((text("indicator"), text(i.name), text(f"{i.statistic} of {i.variable}")) for i in uses.indicators),
        *((text("regression"), text(r.name), text(f"{r.model}: {r.formula}")) for r in uses.regressions),
        *((text("table"), text(t.name), text(" × ".join(t.variables))) for t in uses.tables),
        *((text("scale"), text(s.name), text(", ".join(s.items))) for s in uses.scales),
    ]
    if not rows:
        return []
    return [Table("What the file will be used for, chosen before results", ("Kind", "Name", "What"), tuple(rows))]
