"""Tables of classes and values from records, all in one block."""

from __future__ import annotations

import numpy as np

from core.statistics.disclosure.diversity import ClassTable, class_table_of, values_of_classes


def class_table(classes: np.ndarray, values: np.ndarray) -> ClassTable:
    """Count the values of records."""
    n_values = int(values.max()) + 2
    return class_table_of(values_of_classes(classes, values, int(classes.max()) + 1, n_values), n_values)
