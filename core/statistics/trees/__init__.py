"""Classification trees of records whose variables are codes, grown from histograms of whole numbers."""

from core.statistics.trees.classification_tree import CodedRecords, StoppingRule, TreeScores, classification_tree
