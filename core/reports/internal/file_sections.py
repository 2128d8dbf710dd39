"""Which files were compared, what their variables are, and which scenario was made from which."""

from __future__ import annotations

from collections.abc import Sequence

from core.data import Bands, CategoryMap, Codebook, Recode, Role, Uses
from core.reports.project import Project
from core.reports.report_model import Block, Cell, Paragraph, Section, Table, Tone
from core.reports.words import count, number, text
from core.wording import counted, first_of, one_or_many

Row = tuple[Cell, ...]


def file_section(project: Project, against: Sequence[str] = ()) -> Section:
    """Return the files with their hashes, and what was noted about the masked ones.

    Parameters
    ----------
    project : Project
    against : sequence of str
        Where figures go against the declared epsilon, in sentences.
    """
    files = [("original", project.original), *(("masked", f) for f in project.masked)]
    files += [("population counts", p.file) for p in project.population]
    files += [] if project.control is None else [("control: other people", project.control)]
    rows: list[Row] = [(text(f.name), text(role), count(f.rows), count(f.columns), text(f.sha256)) for role, f in files]
    heads = ("File", "Is", "Records", "Variables", "SHA-256")
    hashes = Table("Files", heads, tuple(rows), "The hashes say which bytes were compared.")
    notes: list[Row] = []
    for file in project.masked:
        note, declared = project.record.note_of(file.name), project.codebook.declaration(file.name)
        linked = declared.linked or project.linked or "not said"
        parent = note.parent or "the original"
        notes.append((text(project.scenario_name(file.name)), text(parent), text(linked), text(note.note)))
    scenarios = Table(
        "Scenarios and what they were made from",
        ("Scenario", "Made from", "Linked by", "Note"),
        tuple(notes),
    )
    return Section(
        "files",
        "{files} compared with one original".format(files=counted(len(project.masked), "masked file", "masked files")),
        (hashes, scenarios, *_privacy(project, against)),
    )


def _privacy(project: Project, against: Sequence[str]) -> tuple[Block, ...]:
    """Return what is declared of differentially private files; nothing where none is."""
    measured = {s.file: s.privacy for s in project.comparison.scenarios} if project.comparison else {}
    rows: list[Row] = []
    for file in project.masked:
        said = project.codebook.declaration(file.name).privacy or measured.get(file.name)
        if said is not None:
            name = text(project.scenario_name(file.name))
            rows.append(
                (name, Cell(f"{said.epsilon:g}", said.epsilon), Cell(f"{said.delta:g}", said.delta), text(said.unit))
            )
    if not rows:
        return ()
    heads = ("Scenario", "ε", "δ", "Unit of privacy")
    note = "Declared by whoever made the files, not verified: this program tests files, not how they were made."
    table = Table("Differential privacy: declared, not verified", heads, tuple(rows), note)
    return (table, *(Paragraph(sentence, Tone.WARNING) for sentence in against))


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
            text(first_of(v.missing)),
            number(v.weight),
            text(v.reason or "set by the officer"),
        )
        for v in codebook.variables
    )
    heads = (
        "Variable",
        "Label",
        "Level",
        "Role",
        "Missing codes",
        "Weight in GDU",
        "Level and role because",
    )
    blocks: list[Block] = [Table("Variables", heads, rows)]
    keysets = tuple((text(k.name), text(", ".join(k.variables)), text(k.weight)) for k in codebook.effective_keysets())
    blocks.append(Table("Key sets: what an intruder may know", ("Key set", "Variables", "Weight"), keysets))
    if drawn := how_drawn(codebook):
        blocks.append(Paragraph(drawn))
    masking = _masking_rows(codebook)
    if masking:
        blocks.append(Table("Masking as declared", ("File", "Variable", "Kind", "Recode"), tuple(masking)))
    blocks += _uses(codebook.uses)
    title = (
        f"{counted(len(codebook.variables), 'variable', 'variables')} and "
        f"{counted(len(keysets), 'key set', 'key sets')}"
    )
    return Section("codebook", title, tuple(blocks))


def how_drawn(codebook: Codebook) -> str:
    """Return which variables tell how the records were drawn; "" where none does."""
    named = (
        (Role.STRATUM, "strata {names}"),
        (Role.CLUSTER, "clusters {names}"),
        (Role.HOUSEHOLD, "households {names}"),
        (Role.WEIGHT, "weights {names}"),
    )
    tagged = [(said, [v.name for v in codebook.with_role(role)]) for role, said in named]
    parts = [said.format(names=first_of(names)) for said, names in tagged if names]
    replicates = codebook.with_role(Role.REPLICATE_WEIGHT)
    if replicates:
        method = codebook.replicates.method if codebook.replicates else "of unknown method"
        factors = first_of([f"{f:g}" for f in codebook.replicates.factors]) if codebook.replicates else ""
        parts.append(
            "{n} replicate weights, {first} to {last} ({method})".format(
                n=len(replicates),
                first=replicates[0].name,
                last=replicates[-1].name,
                method=f"{method} {factors}".strip(),
            )
        )
    return (f"How the records were drawn: {'; '.join(parts)}.") if parts else ""


def _variables_as_measured(project: Project) -> Section:
    variables = project.comparison.original.variables if project.comparison else ()
    if project.comparison and not variables and project.comparison.scenarios:
        variables = project.comparison.scenarios[0].variables
    rows = tuple((text(v.name), text(v.level), text(v.role)) for v in variables)
    blocks = (
        Table("Variables", ("Variable", "Level", "Role"), rows),
        Paragraph("Labels, key sets and recodes stand in the codebook, which a results file does not hold."),
    )
    return Section(
        "codebook",
        one_or_many("{n:,} variable was compared", "{n:,} variables were compared", len(rows)).format(n=len(rows)),
        blocks,
    )


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
        edges = ", ".join(f"{low:g} to {high:g}" for low, high in recode.edges)
        return f"bands {edges}"
    limits = (("above {limit:g}", recode.above), ("below {limit:g}", recode.below))
    sides = " and ".join(said.format(limit=limit) for said, limit in limits if limit is not None)
    return f"capped {sides}"


def _uses(uses: Uses) -> list[Block]:
    rows: list[Row] = [
        *(
            (
                text("indicator"),
                text(i.name),
                text(f"{i.statistic} of {i.variable}"),
            )
            for i in uses.indicators
        ),
        *((text("regression"), text(r.name), text(f"{r.model}: {r.formula}")) for r in uses.regressions),
        *((text("table"), text(t.name), text(" × ".join(t.variables))) for t in uses.tables),
        *((text("scale"), text(s.name), text(", ".join(s.items))) for s in uses.scales),
        *((text("magnitude table"), text(m.name), text(" × ".join((m.amount, *m.variables)))) for m in uses.magnitudes),
    ]
    if not rows:
        return []
    return [Table("What the file will be used for, chosen before results", ("Kind", "Name", "What"), tuple(rows))]
