"""What is lost: what users of a version can no longer do with its variables, their pairs and what they publish."""

from dataclasses import replace
from functools import partial

from core.views import lost_answer
from pages.components import layout
from pages.components.address import variable_names
from pages.components.analyses.part import analyses_part
from pages.components.bar import open_page
from pages.components.escaping import md
from pages.components.lost.matrix import matrix_card
from pages.components.lost.one_pair import pairs_card
from pages.components.lost.one_variable import variable_card, worst_variable
from pages.components.lost.published import published_card
from pages.components.pins import shown_with
from pages.components.selection import variable
from pages.components.tables.part import tables_part
from pages.components.weights_caption import weights_caption
from pages.components.whole_file.part import whole_file_part

opened = open_page("What is lost")
opened = replace(opened, shown=shown_with(opened.decision, opened.looked_at))
layout.answer(f"**{md(opened.looked_at, 60)}**: {md(lost_answer(opened.file), 600)}")
names = variable_names(opened.comparison)
chosen = variable([worst_variable(opened.file), *names])
with layout.card("lost_matrix", "What was done to each variable, in each version?"):
    matrix_card(opened.comparison, opened.looked_at, chosen)
with layout.card("lost_variable", f"What is left of {md(chosen, 60)}?"):
    variable_card(opened, chosen)
if len(names) > 1:
    with layout.card("lost_pairs", "Which associations of two variables are kept?"):
        pairs_card(opened, names)
published_card(opened)
for title, key, part in (
    ("Published figures, models and scales, one by one", "lost_analyses", analyses_part),
    ("Tables, by area where there are some", "lost_tables", tables_part),
    ("The file as a whole, against what chance alone shows", "lost_whole_file", whole_file_part),
):
    layout.details(title, key, partial(part, opened.workspace, opened.comparison))
weights_caption(opened.comparison)
layout.next_step("Who could be found in it?", "Go to Who is found", layout.WHO_IS_FOUND)
