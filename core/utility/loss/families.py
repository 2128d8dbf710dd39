"""What the measures of information loss share."""

from __future__ import annotations

from core.utility.families import LOSS, utility_measure
from core.utility.loss.parameters import LossParameters

loss_measure = utility_measure.sharing(family="loss", parameters=LossParameters, group=LOSS, bounds=(0.0, 1.0))
