"""Any measure within every level of one variable: whether a subgroup is hit harder than the others."""

from core.assessment import Plan, UtilityParameters, families, measure_all
from core.data import Pair, category_text
from core.measures import Subject
from core.utility import TableParameters, by_level, with_weights
from core.views.tables import SMALL, Line


def level_lines(pair: Pair, variable: str, plan: Plan) -> list[Line]:
    """Compute the measures of a plan that compare two files within each level of one variable, a line an outcome.

    Parameters
    ----------
    pair : Pair
    variable : str
        A categorical variable; it is itself left out of the measures. One without levels has a line that says why.
    plan : Plan
        Of a finished run: figures are weighted as its are. Measures of anything but a pair of files are passed over;
        no intervals are computed. Levels below ``tables.small`` records are marked.
    """
    wanted = [family for family in families(plan) if family.traits.subject is Subject.PAIR]
    limit = plan.of(TableParameters).small
    labels = next((v.recoded_labels for v in pair.variables if v.name == variable), {})
    lines: list[Line] = []
    for part in by_level(with_weights(pair, plan.of(UtilityParameters).decided), variable):
        if part.level is None:
            return [{"Level": "", "Not defined because": part.reason}]
        small = min(part.n_original, part.n_masked) < limit
        sizes = {"n original": part.n_original, "n masked": part.n_masked, "Mark": SMALL if small else ""}
        line = {"Level": category_text(part.level, labels), **sizes}
        for family in wanted:
            if part.pair is None:
                lines += [{**line, "Measure": name, "Not defined because": part.reason} for name in family.ids]
                continue
            for o in measure_all(family.measures, part.pair, family.parameters):
                of = {"Measure": o.measure, "Of": ", ".join(o.target)}
                lines.append({**line, **of, "Value": o.value, "Not defined because": o.reason})
    return lines
