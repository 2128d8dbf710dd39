import pytest

from core.data import (
    Bands,
    Cap,
    CategoryMap,
    Closed,
    Codebook,
    DifferentialPrivacy,
    FileKind,
    KeySet,
    Level,
    MarkedNumber,
    Masking,
    ReplicateDeclaration,
    ReplicateMethod,
    Role,
    ScenarioDeclaration,
    Variable,
    read_codebook,
    write_codebook,
)
from core.errors import CodebookError

EXAMPLE = """
[variables.age]
level = "continuous"
role = "key"
label = "Age in years"
missing = [-9]
weight = 2.0
[variables.region]
level = "nominal"
role = "key"
[variables.income]
level = "continuous"
role = "sensitive"
[variables.health]
level = "ordinal"
order = ["bad", "fair", "good"]
[variables.sampling_weight]
level = "continuous"
role = "weight"

[keysets.neighbour]
variables = ["age", "region"]
weight = "sampling_weight"

[scenarios."masked_1.csv"]
name = "Age banded, k = 3"
linked = "row"
masking = { age = "recode", income = "noise" }
[scenarios."masked_1.csv".recodes.age]
bands = [[0, 19], [20, 39], [40, 59], [60, 120]]
[scenarios."masked_1.csv".recodes.region]
map = { "North" = ["N1", "N2"], "South" = ["S1"] }
[scenarios."masked_1.csv".recodes.income]
cap = { above = 150000 }
"""


def test_the_example_of_the_documentation_is_read():
    codebook = read_codebook(EXAMPLE)
    assert codebook.variable("age") == Variable("age", Level.CONTINUOUS, Role.KEY, "Age in years", ("-9",), (), 2.0)
    assert codebook.variable("health").order == ("bad", "fair", "good")
    assert codebook.keysets == (KeySet("neighbour", ("age", "region"), "sampling_weight"),)
    declared = codebook.declaration("masked_1.csv")
    assert (declared.name, declared.linked) == ("Age banded, k = 3", "row")
    assert declared.masking == {"age": Masking.RECODE, "income": Masking.NOISE}
    assert declared.recodes["age"] == Bands(((0, 19), (20, 39), (40, 59), (60, 120)))
    assert declared.recodes["region"] == CategoryMap({"North": ("N1", "N2"), "South": ("S1",)})
    assert declared.recodes["income"] == Cap(above=150000)


def test_what_is_written_is_read_back():
    codebook = read_codebook(EXAMPLE)
    assert read_codebook(write_codebook(codebook)) == codebook


def test_labels_closed_ends_and_names_survive():
    bands = Bands(((float("-inf"), 20), (20, float("inf"))), ("young", "old"), Closed.LEFT)
    variables = (Variable("a.b [c]", Level.NOMINAL, missing=("NA",), reason="text"), Variable("x", Level.ORDINAL))
    declaration = ScenarioDeclaration("m.csv", renamed={"new": "x"}, recodes={"x": bands})
    codebook = Codebook(variables, (), (declaration,))
    assert read_codebook(write_codebook(codebook)) == codebook


def test_a_declared_guarantee_is_read_and_written():
    text = '[scenarios."m.csv".differential_privacy]\nepsilon = 2\ndelta = 1e-6\nunit = "person"\n'
    codebook = read_codebook(text)
    assert codebook.declaration("m.csv").privacy == DifferentialPrivacy(2.0, "person", 1e-6)
    assert read_codebook(write_codebook(codebook)) == codebook


def test_sets_of_one_scenario_are_read_and_written():
    codebook = read_codebook('[scenarios."1.csv"]\nset_of = "cart"\n')
    assert codebook.declaration("1.csv").set_of == "cart"
    assert read_codebook(write_codebook(codebook)) == codebook


def test_without_key_sets_all_key_variables_form_one():
    codebook = read_codebook('[variables.a]\nlevel = "nominal"\nrole = "key"\n[variables.b]\nlevel = "nominal"\n')
    assert codebook.effective_keysets() == (KeySet("keys", ("a",)),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[variables.a", "not valid TOML"),
        ("[variables.a]\nlevel = 'big'", "'big' is not one of nominal, ordinal, continuous"),
        ("[variables.a]\nrole = 'key'", "the codebook: variables.a: 'level' is missing"),
        ("[variables.a]\nlevel = 'nominal'\nrole = 'spy'", "'spy' is not one of"),
        ("[variables.a]\nlevel = 'nominal'\ncolour = 1", "unknown entry 'colour'"),
        ("[variables.a]\nlevel = 'nominal'\nweight = -1", "weight must be 0 or a positive number"),
        ("[variables.a]\nlevel = 'nominal'\nmissing = -9", "variables.a.missing must be a list, not -9"),
        ("[variable.a]\nlevel = 'nominal'", "unknown entry 'variable'"),
        ("variables = 3", "the codebook: variables must be a table, not 3"),
        ("[variables.a]\nlevel='nominal'\n[keysets.k]\nvariables = ['b']", "'b', which is no variable"),
        ("[variables.a]\nlevel='nominal'\n[keysets.k]\nvariables = []", "names no variable"),
        ("[scenarios.m.recodes.a]\nbands = [[0, 10], [5, 20]]", "bands overlap at 5"),
        ("[scenarios.m.recodes.a]\nbands = [[10, 0]]", "wrong way round"),
        ("[scenarios.m.recodes.a]\nbands = [[1, 2, 3]]", "bands[0]: it must hold 2 values or fewer"),
        ("[scenarios.m.recodes.a]\ncap = {}", "needs 'above', 'below' or both"),
        ("[scenarios.m.recodes.a]\ncap = { above = 1, below = 2 }", "must be smaller"),
        ("[scenarios.m.recodes.a]\nmap = { x = ['1'], y = ['1'] }", "'1' is mapped twice"),
        ("[scenarios.m.recodes.a]\nmap = {}\ncap = { above = 1 }", "exactly one of"),
        ("[scenarios.m]\nmasking = { a = 'magic' }", "'magic' is not one of"),
        ("[scenarios.m.differential_privacy]\nunit = 'person'", "differential_privacy: 'epsilon' is missing"),
        ("[scenarios.m.differential_privacy]\nepsilon = 1", "differential_privacy: 'unit' is missing"),
        ("[scenarios.m.differential_privacy]\nepsilon = 0\nunit = 'person'", "'epsilon' must be a number above 0"),
        ("[scenarios.m.differential_privacy]\nepsilon = '1'\nunit = 'person'", "must be a number, not '1'"),
        ("[scenarios.m.differential_privacy]\nepsilon = 1\nunit = 'a'\nrho = 1", "unknown entry 'rho'"),
        ("[scenarios.m]\ndifferential_privacy = 1", "must be a table, not 1"),
    ],
)
def test_a_wrong_codebook_names_the_place_and_the_fault(text, words):
    with pytest.raises(CodebookError, match=words.replace("[", r"\[")):
        read_codebook(text)


@pytest.mark.parametrize(
    ("text", "declared"),
    [
        ('method = "BRR"', ReplicateDeclaration(ReplicateMethod.BRR)),
        ('method = "Fay"\nfactor = 0.5', ReplicateDeclaration(ReplicateMethod.FAY, (0.5,))),
        ('method = "JKn"\nfactors = [0.5, 0.75]', ReplicateDeclaration(ReplicateMethod.JKN, (0.5, 0.75))),
        ('method = "JK1"\nreason = "by name"', ReplicateDeclaration(ReplicateMethod.JK1, (), "by name")),
    ],
)
def test_how_replicate_weights_were_made_is_read_and_written(text, declared):
    book = read_codebook(f"[replicate_weights]\n{text}")
    assert book.replicates == declared
    assert read_codebook(write_codebook(book)).replicates == declared


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('method = "fay"', "one of BRR, Fay"),
        ('method = "Fay"', "needs its factor"),
        ('method = "Fay"\nfactor = 1', "below 1"),
        ('method = "JKn"', "factors"),
        ('method = "BRR"\nfactor = 0.5', "takes no factor"),
        ('method = "Fay"\nfactor = 0.5\nfactors = [0.5]', "either"),
        ("factor = 0.5", "'method' is missing"),
    ],
)
def test_wrong_replicate_weights_are_refused_in_words(text, words):
    with pytest.raises(CodebookError, match=words):
        read_codebook(f"[replicate_weights]\n{text}")


@pytest.mark.parametrize("role", ["cluster", "stratum", "replicate weight"])
def test_roles_of_how_records_were_drawn_are_read_and_written(role):
    book = read_codebook(f'[variables.v]\nlevel = "nominal"\nrole = "{role}"')
    assert str(read_codebook(write_codebook(book)).variables[0].role) == role


@pytest.mark.parametrize(("text", "read"), [("1200", 1200.0), ('"npsu"', "npsu")])
def test_how_many_units_the_population_has_is_read_and_written(text, read):
    book = read_codebook(f'[first_stage]\npopulation = {text}\n[variables.npsu]\nlevel = "continuous"')
    assert book.units_of_population == read
    assert read_codebook(write_codebook(book)) == book


@pytest.mark.parametrize("text", ["population = 0.5", "population = true", 'population = ""', "", "size = 3"])
def test_a_wrong_population_of_units_is_refused(text):
    with pytest.raises(CodebookError, match="first_stage"):
        read_codebook(f"[first_stage]\n{text}")


def test_a_population_of_units_that_no_variable_holds_is_refused():
    with pytest.raises(CodebookError, match="no variable of the original"):
        read_codebook('[first_stage]\npopulation = "npsu"')


def test_what_a_file_is_and_its_marks_are_declared_once_and_written_again() -> None:
    text = (
        '[variables.a]\nlevel = "continuous"\n[scenarios."m.csv"]\nkind = "other people"\nmarks = { "*" = "missing" }\n'
    )
    declared = read_codebook(text).declaration("m.csv")
    assert (declared.kind, dict(declared.marks)) == (FileKind.OTHER_PEOPLE, {"*": MarkedNumber.MISSING})
    assert read_codebook(write_codebook(read_codebook(text))).declaration("m.csv") == declared
    with pytest.raises(CodebookError, match=r"kind: 'bought' is not one of masked, sampled, synthetic, other people"):
        read_codebook('[scenarios."m.csv"]\nkind = "bought"\n')
    with pytest.raises(CodebookError, match=r'marks."\*": '):
        read_codebook('[scenarios."m.csv".marks]\n"*" = "perhaps"\n')


def test_a_link_by_two_identifiers_is_a_list_or_a_text():
    for linked in ('["person", "wave"]', '"person,wave"'):
        read = read_codebook(f'[scenarios."m.csv"]\nlinked = {linked}\n')
        assert read.declaration("m.csv").linked == "person,wave"
        assert read_codebook(write_codebook(read)) == read


@pytest.mark.parametrize("linked", ["[]", '["a,b", "c"]', "[[1]]"])
def test_a_link_that_names_nothing_is_refused(linked):
    with pytest.raises(CodebookError, match=r'scenarios\."m\.csv"\.linked'):
        read_codebook(f'[scenarios."m.csv"]\nlinked = {linked}\n')
