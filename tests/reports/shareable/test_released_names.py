"""Users are told names and labels of the released file; what only the original has is counted."""

from dataclasses import replace

from core.assessment import VariableRecord
from core.reports import Kind, make_report, write_json
from core.reports.shareable.share_checklist import words_of
from tests.outcomes import result

SECRETS = ("secretname", "A secret illness")


def with_variable(project, status, renamed=()):
    """The project with one more variable, which the released file lacks, or calls otherwise."""
    first, *others = project.comparison.scenarios
    test = "removed" if status == "removed" else None
    outcomes = (*first.outcomes, result("ldu_univariate", ("secretname",), 0.0, test=test, n_original=500))
    variables = (*first.variables, VariableRecord("secretname", "nominal", "sensitive", status))
    comparison = replace(
        project.comparison, scenarios=(replace(first, outcomes=outcomes, variables=variables), *others)
    )
    secret = replace(project.codebook.variables[1], name="secretname", label="A secret illness")
    declared = replace(project.codebook.scenarios[0], renamed=dict(renamed))
    codebook = replace(project.codebook, variables=(*project.codebook.variables, secret), scenarios=(declared,))
    return replace(project, comparison=comparison, codebook=codebook)


def test_of_a_removed_variable_neither_name_nor_label_is_told(project):
    report = make_report(with_variable(project, "removed"), Kind.SHAREABLE)
    words = "\n".join(words_of(report))
    assert not [secret for secret in SECRETS if secret in words]
    assert "1 variable of the original is not in the released file." in words


def test_a_variable_is_called_as_in_the_released_file(project):
    report = make_report(with_variable(project, "kept", {"v7": "secretname"}), Kind.SHAREABLE)
    written = write_json(report)
    assert not [secret for secret in SECRETS if secret in written]
    assert '"v7"' in written
