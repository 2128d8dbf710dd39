"""What is lost: what users of a version can no longer do with its variables, their pairs and what they publish."""

from dataclasses import replace
from functools import partial

from core.views import INFORMATION_LOSS, lost_answer
from pages.components import layout
from pages.components.address import variable_names
from pages.components.bar import open_page
from pages.components.compare.measures_table import measures_table
from pages.components.escaping import md
from pages.components.lost.figures import figures_part, published_card
from pages.components.lost.matrix import matrix_card
from pages.components.lost.one_pair import pairs_card
from pages.components.lost.one_variable import variable_card, worst_variable
from pages.components.lost.tables import tables_part
from pages.components.lost.whole_file import whole_file_part
from pages.components.selection import shown_with, variable
from pages.components.weights_caption import weights_caption

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
    ("Published figures, models and scales, one by one", "lost_figures", figures_part),
    ("Tables, by area where there are some", "lost_tables", tables_part),
    ("The file as a whole, against what chance alone shows", "lost_whole_file", whole_file_part),
):
    layout.details(title, key, partial(part, opened))
losses = partial(measures_table, opened.comparison, opened.decision, opened.shown, only=INFORMATION_LOSS)
layout.details("Information loss, measured on the values", "lost_information", losses)
weights_caption(opened.comparison)
layout.next_step("Who could be found in it?", "Go to Who is found", layout.WHO_IS_FOUND)
