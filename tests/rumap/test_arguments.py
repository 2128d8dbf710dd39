"""What a data scientist types in the first ten minutes: it works, or the message says what is wanted."""

import io
import re
from dataclasses import replace
from html import unescape

import numpy as np
import pandas as pd
import polars as pl
import pytest

import rumap
from core.data import Relation, RelationKind
from core.utility import MEASURES
from rumap import assess, gate, mask, read, report

PEOPLE = pd.DataFrame(
    {
        "age": [18 + i * 7 % 40 for i in range(80)],
        "sex": ["f", "m", "m", "f"] * 20,
        "region": ["n", "s", "e", "w", "w"] * 16,
    }
)
ROUNDING = "[[step]]\nmethod='rounding'\nvariables=['age']\nbase=10\n"


@pytest.fixture(scope="module")
def results():
    masked = {"banded": PEOPLE.assign(age=PEOPLE.age // 10 * 10), "v1.5": PEOPLE.head(60)}
    return assess(PEOPLE, masked, measures=["gdu", "ldu_bivariate", "global_risk"], jobs=1, progress=False)


def asked(**named):
    return assess(PEOPLE, PEOPLE, **{"measures": "gdu", "jobs": 1, **named})


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ({"n_jobs": 1}, "assess takes no 'n_jobs' (did you mean 'jobs'?)"),
        ({"random_state": 1}, "no 'random_state' (did you mean 'seed'?)"),
        ({"measure": "gdu"}, "no 'measure' (did you mean 'measures'?)"),
        ({"measures": "GDU"}, "unknown measure 'GDU' (did you mean 'gdu'?)"),
        ({"measures": ["Global risk"]}, "(did you mean 'global_risk'?)"),
        ({"measures": None}, "measures: a name or a list of names is wanted, not None"),
        ({"measures": 7}, "measures: a name or a list of names is wanted, not int"),
        ({"measures": [7]}, "measures: names are texts, not int"),
        ({"measures": []}, "measures: none is named; say quick, full or ids"),
        ({"measures": [MEASURES[0]]}, "measures: name them by their ids; your own come with a package"),
        ({"settings": {"nul.replicates": 3}}, "no family 'nul' (did you mean 'null'?)"),
        ({"settings": {"null.replicate": 3}}, "null has no parameter 'replicate' (did you mean 'replicates'?)"),
        ({"settings": {"null": {"replicates": 3}}}, "settings: write 'null.replicates' in the place of a dict"),
        ({"settings": ["null.replicates=3"]}, "settings: a dict is wanted, such as {'null.replicates': 20}, not list"),
        ({"linked": True}, "linked: 'row' (the same people in the same order), 'none' or the name of an identifier"),
        ({"linked": {"masked": "row"}}, "for files that differ: codebook={'scenarios': {'NAME': {'linked': 'row'}}}"),
        ({"linked": ["person", "person"]}, "names 'person' twice; name each identifier once"),
        ({"linked": "rows"}, "original has no variable 'rows' (did you mean 'row'?)"),
        ({"seed": None}, "seed: a whole number from 0 is wanted, not None"),
        ({"seed": 1.5}, "seed: a whole number from 0 is wanted, not float"),
        ({"seed": -1}, "seed: a whole number from 0 is wanted, not -1"),
        ({"jobs": True}, "jobs: a whole number from 1 is wanted (leave it out for all cores), not True"),
        ({"jobs": -1}, "jobs: a whole number from 1 is wanted (leave it out for all cores), not -1"),
        ({"codebook": PEOPLE}, "codebook: a dict, a path or TOML text is wanted, not DataFrame"),
        ({"codebook": ""}, "codebook: a path or TOML text is wanted, and this text is empty"),
        ({"codebook": "nix.toml"}, "codebook: nix.toml cannot be opened"),
        ({"codebook": {"variables": {"age": {"level": "continous"}}}}, "(did you mean 'continuous'?)"),
        ({"codebook": {"variables": {"Age": {"level": "nominal"}}}}, "names 'Age' (did you mean 'age'?), which"),
        ({"codebook": {"variable": {}}}, "unknown entry 'variable' (did you mean 'variables'?)"),
        ({"keys": ["agee"]}, "the role key: original has no variable 'agee' (did you mean 'age'?)"),
        ({"keys": 7}, "keys: a name or a list of names is wanted, not int"),
        ({"keys": "age", "sensitive": ["age"]}, "'age' is named as key and as sensitive; a variable has one role"),
        ({"levels": {"age": "Nominal"}}, "levels: 'age': there is no 'Nominal' (did you mean 'nominal'?)"),
        ({"levels": ["age"]}, "levels: a dict is wanted, such as {'age': 'continuous'}, not list"),
        ({"weights": {"keyz": "age"}}, "weights: there is no key set 'keyz' (did you mean 'keys'?)"),
    ],
    ids=lambda case: case if isinstance(case, str) else "",
)  # fmt: skip
def test_what_assess_does_not_take_is_refused_with_what_is_wanted(named, words):
    with pytest.raises(rumap.RUMapError, match=re.escape(words)) as refused:
        asked(**named)
    assert "[20" not in str(refused.value)  # values of the data


@pytest.mark.parametrize(
    ("masked", "words"),
    [
        (None, "masked: None is neither a path nor a frame"),
        ([], "masked: no masked file is named"),
        ([[1, 2], [3, 4]], "masked_1: list is neither a path nor a frame"),
        ((x for x in [PEOPLE]), "masked: generator is neither a path nor a frame .*list\\(\\) it first"),
        ({"": PEOPLE}, "masked: a name is empty"),
        ({"a": None}, "a: None is neither"),
        ({"original": PEOPLE}, "two files are called original"),
        (PEOPLE.head(0), "masked: the frame has no rows"),
        (pd.DataFrame(index=range(3)), "masked: the frame has no columns"),
        (np.ones((3, 2)), r"ndarray is neither .*pandas.DataFrame\(it, columns="),
        (PEOPLE.age, r"Series is neither .*to_frame\(\) it first"),
        (PEOPLE.groupby("sex").agg({"age": ["mean", "max"]}), r"masked: .*of type tuple; .*'_'\.join"),
        ("a,b\n1,2", "a path or a frame is wanted; this is text of several lines"),
        ("https://example.org/a.csv", "this is an address; download the file"),
        (io.StringIO("a"), "StringIO is neither .*write it to a file and give its path"),
        (pl.DataFrame({"a": [[1], [2]]}), "masked: column 'a' holds lists"),
    ],
    ids=lambda case: case if isinstance(case, str) else "",
)
def test_what_is_no_masked_file_is_refused_by_the_name_of_the_argument(masked, words):
    with pytest.raises(rumap.RUMapError, match=words) as refused:
        assess(PEOPLE, masked, measures="gdu", jobs=1)
    assert ".arrow" not in str(refused.value)


def test_other_arguments_are_refused_with_what_is_wanted(results, tmp_path):
    for wrong, words in {
        "internal.html": "kind: there is no 'internal.html' (did you mean 'internal'?); say internal,",
        "Internal": "did you mean 'internal'?",
    }.items():
        with pytest.raises(rumap.RUMapError, match=re.escape(words)):
            report(results, wrong)
    refused = [
        (lambda: report(results, format="HTML"), "there is no 'HTML' (did you mean 'html'?)"),
        (lambda: report(results, scenario="bandet"), "scenario: there is no 'bandet' (did you mean 'banded'?)"),
        (lambda: report({"a": 1}), "results: what assess returned, or the path of results, is wanted, not dict"),
        (lambda: results.report(results), "kind: one of internal, shareable is wanted, not Results"),
        (lambda: gate(results, {"a": 1}), "policy: a path or TOML text is wanted, not dict"),
        (lambda: results.gate("publik"), "policy: there is no 'publik' (did you mean 'public'?)"),
        (lambda: results.gate("public", scenario="bandet"), "(did you mean 'banded'?)"),
        (lambda: results.gate("public").to_text("xml"), "format: there is no 'xml'; say text, json, junit, github"),
        (lambda: results.map(None), "policy: a path or TOML text is wanted, not None"),
        (lambda: results.to_frame("Polars"), "backend: there is no 'Polars' (did you mean 'polars'?)"),
        (lambda: results.value("bandet", "gdu"), "no masked file 'bandet' (did you mean 'banded'?)"),
        (lambda: results.value("banded", "GDU"), "GDU was not measured (did you mean 'gdu'?)"),
        (lambda: results.value("banded", "ldu_bivariate", "age", "sexx"), "(did you mean 'age, sex'?)"),
        (lambda: results["GDU"], "no measure and no masked file 'GDU' in these results (did you mean 'gdu'?)"),
        (lambda: results.save("-"), "path: '-' is no name of a file; to_json() and content hold what save writes"),
        (lambda: report(results).save("./-"), "path: '-' is no name of a file"),
        (lambda: results.save(None), "path: a path is wanted, not None"),
        (lambda: results.save(tmp_path / "none" / "r.json"), "r.json: cannot be written"),
        (lambda: rumap.Results.load(7), "path: a path is wanted, not int"),
        (lambda: mask(PEOPLE, {"step": []}), "recipe: a path or TOML text is wanted, not dict"),
        (lambda: mask(PEOPLE, ROUNDING.replace("ing'", "'")), "no masking method 'round' (did you mean 'rounding'?)"),
        (lambda: mask(PEOPLE, ROUNDING.replace("age", "agee")), "no variable 'agee' (did you mean 'age'?)"),
        (lambda: mask(PEOPLE, ROUNDING, seed="1"), "seed: a whole number from 0 is wanted, not str"),
        (lambda: read(PEOPLE, 7), "name: a text is wanted, not int"),
    ]
    for call, words in refused:
        with pytest.raises(rumap.RUMapError, match=re.escape(words)):
            call()
    with pytest.raises(AttributeError, match="did you mean 'assess'"):
        rumap.asses  # noqa: B018


def test_what_is_said_of_variables_in_the_call_goes_before_what_is_drafted():
    people = PEOPLE.assign(w=2.0, v=3.0)
    said = {
        "keys": {"few": ["sex"], "more": ("sex", "region")},
        "sensitive": "age",
        "levels": {"age": "ordinal"},
        "weights": {"few": "w", "more": "v"},
    }
    codebook = assess(people, people, measures=["gdu"], jobs=1, progress=False, **said).whole_codebook
    assert {v.name: (v.role, v.level) for v in codebook.variables if v.name in ("age", "sex", "region")} == {
        "age": ("sensitive", "ordinal"), "sex": ("key", "nominal"), "region": ("key", "nominal")
    }  # fmt: skip
    assert [(k.name, k.variables, k.weight) for k in codebook.keysets] == [
        ("few", ("sex",), "w"), ("more", ("sex", "region"), "v")
    ]  # fmt: skip
    masked = mask(people, ROUNDING, keys="region", weights=["v", "w"])
    assert masked.rows == 80
    few = asked(keys=["sex"], codebook={"variables": {"age": {"level": "continuous", "role": "key"}}}).whole_codebook
    assert [(v.name, v.role) for v in few.variables] == [("age", "analysis"), ("sex", "key"), ("region", "analysis")]


def test_a_codebook_is_a_dict_as_well():
    declared = {"keysets": {"k": {"variables": ("age", "sex")}}, "scenarios": {"masked": {"linked": "row"}}}
    measured = asked(codebook=declared)
    assert measured.whole_codebook.keysets[0].variables == ("age", "sex")
    assert measured.links == ("masked: linked by row, as declared",)


def test_results_are_asked_like_a_dict(results):
    assert (len(results), list(results), "banded" in results) == (2, ["banded", "v1.5"], True)
    assert results["gdu"]["scenario"].tolist() == ["banded", "v1.5"]
    assert set(results["banded"]["measure"]) == {"gdu", "ldu_bivariate", "global_risk"}
    assert results["banded", "ldu_bivariate", "age", "sex"] == results.value("banded", "ldu_bivariate", "age", "sex")
    assert results.to_dict()["scenarios"][0]["name"] == "banded"
    assert results.measures == ("gdu", "ldu_bivariate", "global_risk")
    assert results.report(format="json").content == report(results, format="json").content
    assert results.gate("public").code == gate(results, "public").code


def test_results_say_how_records_were_linked(results, capsys):
    assert results.links[0].startswith("banded: records are not linked: nothing was declared")
    alike = Relation(RelationKind.SAME_ORDER, "80 of 80 records agree", "row")
    file = replace(results.comparison.scenarios[0], relation=alike)
    (link,) = rumap.Results(replace(results.comparison, scenarios=(file,))).links
    assert link.endswith("the files look linked: if they are of the same people, say linked='row'")
    for shown in (repr(results), unescape(results._repr_html_())):
        assert results.links[0] in shown
    assert repr(results).startswith("<results of 2 masked files, 3 measures\n  banded: n = 80, GDU ")
    assert "scientific release, rules not confirmed: no" in repr(results)
    asked()
    assert capsys.readouterr().err.count("records are not linked") == 1
    asked(progress=False)
    assert not capsys.readouterr().err


def test_every_measure_is_listed():
    listed = rumap.measures().set_index("id")
    assert listed.loc["gdu", "direction"] == "higher is better"
    assert listed.loc["gdu", ["low", "high"]].tolist() == [0, 1]
    assert "gdu.alpha=0.05" in listed.loc["gdu", "parameters"]
    assert set(rumap.measures("polars")["id"]) == set(listed.index)
    assert rumap.__version__.count(".") == 2
