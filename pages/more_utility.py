"""More utility: the whole file, published tables, published figures and models; one part at a time."""

from pages.components import layout
from pages.components.analyses.part import analyses_part
from pages.components.more_utility.choice import ANALYSES, TABLES, WHOLE_FILE, chosen_part
from pages.components.tables.part import tables_part
from pages.components.weights_caption import weights_caption
from pages.components.whole_file.part import whole_file_part
from pages.components.workspace import current

SHOW = {WHOLE_FILE: whole_file_part, TABLES: tables_part, ANALYSES: analyses_part}

workspace = current()
layout.heading("What else would the users of a masked file notice?")
comparison = layout.measured(workspace)
part = chosen_part()
weights_caption(comparison)
SHOW[part](workspace, comparison)
layout.next_step("Each of these measures can be the utility axis of the map.", "Go to Compare", layout.COMPARE)
