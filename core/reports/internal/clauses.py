"""Clauses of standards on de-identification, and what the report shows for each of them."""

from __future__ import annotations

from dataclasses import dataclass

ISO = "ISO/IEC 27559:2022"
WORKING_PARTY = "Article 29 Working Party, Opinion 05/2014"
NIST = "NIST SP 800-188 (2023)"
FIVE_SAFES = "Five Safes (Desai, Ritchie and Welpton 2016)"


@dataclass(frozen=True)
class Clause:
    """One thing that a standard asks for.

    Parameters
    ----------
    standard : str
    asked : str
        Number and subject of the clause.
    sections : tuple of str
        Ids of the internal report's sections that show it; empty: the program does not show it.
    measures : tuple of str
        Ids of measures one of which must have a figure; empty: the sections are enough.
    beyond : str
        What of it the program does not show.

    Raises
    ------
    ValueError
        Neither a section nor a word on what is not shown.
    """

    standard: str
    asked: str
    sections: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    beyond: str = ""

    def __post_init__(self) -> None:
        if not (self.sections or self.beyond):
            raise ValueError(f"{self.standard}, {self.asked}: neither shown nor said why not")


UNIQUENESS = ("sample_uniques", "k_violations_2", "k_violations_3", "k_violations_5", "global_risk")
LINKING = ("linkage_gower", "linkage_fellegi_sunter", "linkage_spruill", "expected_match_risk")
INFERENCE = ("disco", "dcap", "l_diversity_distinct", "l_diversity_entropy", "t_closeness", "values_given_away")
POPULATION = ("population_uniques_loglinear", "population_uniques_pitman", "population_uniques_known", "global_risk")

CLAUSES = (
    Clause(ISO, "6.2 Threat modelling", ("purpose",), beyond="security practices and motives of recipients"),
    Clause(ISO, "6.3 Transparency and impact assessment", ("decision",), beyond="harm to persons, stakeholders"),
    Clause(ISO, "7.2 Data features: attribute types, properties of the data set", ("codebook", "files")),
    Clause(ISO, "7.3.2 Maximum or average risk", ("risk", "purpose"), ("global_risk", "risk_above_threshold")),
    Clause(ISO, "7.3.3 Population-based or sample-based attack", ("risk",), POPULATION),
    Clause(ISO, "7.3.4 Data privacy models", ("risk",), (*UNIQUENESS, *INFERENCE)),
    Clause(ISO, "8.2.2 Quantifying identifiability", ("risk", "map"), ("global_risk", "sample_uniques", *LINKING)),
    Clause(ISO, "8.2.3 Adversarial testing", ("risk",), LINKING, "attempts by people"),
    Clause(ISO, "8.3.2 Reconfiguring the environment", beyond="access, contracts and controls of the recipient"),
    Clause(ISO, "8.3.3 Transforming the data", ("files", "utility", "worst")),
    Clause(ISO, "8.3.4 Re-evaluation", ("decision", "trail", "register")),
    Clause(ISO, "9.2 Governance before data are made available", ("decision", "trail"), beyond="training"),
    Clause(ISO, "9.3 Governance after data are made available", ("register",), beyond="monitoring of the environment"),
    Clause(ISO, "9.4 Mitigation in case of an incident", beyond="plans for an incident"),
    Clause(
        WORKING_PARTY,
        "Singling out",
        ("risk",),
        (*UNIQUENESS, "singling_out_univariate", "singling_out_multivariate"),
    ),
    Clause(WORKING_PARTY, "Linkability", ("risk",), (*LINKING, "linkability")),
    Clause(WORKING_PARTY, "Inference", ("risk",), (*INFERENCE, "inference")),
    Clause(NIST, "3 Goals and intended uses of the data", ("purpose", "decision")),
    Clause(NIST, "3 Probability of re-identification", ("risk", "map"), ("global_risk", *LINKING)),
    Clause(NIST, "3 Adverse impacts of re-identification", beyond="harm to persons and to the agency"),
    Clause(NIST, "3 Data-sharing model", ("purpose",)),
    Clause(NIST, "3 Disclosure Review Board", ("decision", "trail"), beyond="composition and rules of the board"),
    Clause(NIST, "4 Survey of the data: identifiers and quasi-identifiers", ("codebook",)),
    Clause(NIST, "4 Removing identifiers, transforming quasi-identifiers", ("files", "codebook")),
    Clause(NIST, "4 Formal privacy", beyond="a proof of differential privacy"),
    Clause(NIST, "4 Validating privacy protection", ("risk",), LINKING, "a motivated intruder test by people"),
    Clause(NIST, "4 Validating the usefulness of the data", ("utility", "whole_file", "others"), ("gdu",)),
    Clause(NIST, "5 Software and its validation", ("methods",)),
    Clause(FIVE_SAFES, "Safe projects", ("purpose",), beyond="approval of the users' projects"),
    Clause(FIVE_SAFES, "Safe people", beyond="training and contracts of users"),
    Clause(FIVE_SAFES, "Safe settings", beyond="where and how data are used"),
    Clause(FIVE_SAFES, "Safe data", ("map", "risk", "utility"), ("global_risk", *LINKING)),
    Clause(FIVE_SAFES, "Safe outputs", beyond="checks of what users publish"),
)
"""The clauses of each standard that ask for something of a release, in its order."""
