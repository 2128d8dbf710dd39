"""What the cards of the distances say: one text for a variable, a pair of variables and the whole file."""

from __future__ import annotations

from core.measures import CardTexts


class DistanceTexts(CardTexts):
    """Source and heading as well: they are the same for a variable and for a pair."""

    reference: str
    heading: str


TOTAL_VARIATION: DistanceTexts = {
    "heading": "Total variation",
    "reference": "Levin, Peres and Wilmer (2009), section 4.1; numbers in classes at quantiles of both files pooled",
    "formula": r"\frac{1}{2} \sum_c |p_c - q_c|",
    "reading": (
        "p and q are the shares of the cells in the original and the masked file. 0: the same; 0.05: five records "
        "in a hundred would have to change cell; 1: nothing in common."
    ),
    "misleads": (
        "Changes that cancel do not show: swapping leaves every single variable at 0. A move to the neighbouring class "
        "counts as much as one to the far end. With many cells and few records chance alone makes it large. It is "
        "compared after the same recode of the original, so recoding costs nothing: its cost is given with it."
    ),
}
JENSEN_SHANNON: DistanceTexts = {
    "heading": "Jensen-Shannon divergence",
    "reference": "Lin (1991), in bits; numbers in classes at quantiles of both files pooled",
    "formula": (
        r"\frac{1}{2} \sum_c \left( p_c \log_2 \frac{2 p_c}{p_c + q_c} + q_c \log_2 \frac{2 q_c}{p_c + q_c} \right)"
    ),
    "reading": (
        "In bits: 0 is the same distribution, 1 nothing in common. Small values are normal, for it goes with the "
        "square of the differences: compare with what chance alone would show, which is given with it."
    ),
    "misleads": (
        "0.001 may still be far beyond chance in a large file. Changes that cancel do not show. A move to the "
        "neighbouring class counts as much as one to the far end. Recoding costs nothing here."
    ),
}
HELLINGER: DistanceTexts = {
    "heading": "Hellinger distance",
    "reference": "Le Cam (1986); numbers in classes at quantiles of both files pooled",
    "formula": r"\sqrt{\frac{1}{2} \sum_c \left( \sqrt{p_c} - \sqrt{q_c} \right)^2}",
    "reading": (
        "0: the same distribution; 1: nothing in common. Rare categories weigh more than in the total variation."
    ),
    "misleads": (
        "One record in a cell that was empty already gives √(1/(2n)), 0.02 with 1,000 records, so many rare "
        "categories make it large by chance. Changes that cancel do not show, and recoding costs nothing here."
    ),
}
VOAS_WILLIAMSON: DistanceTexts = {
    "heading": "Table pMSE ratio",
    "reference": "Voas and Williamson (2001), divided by its degrees of freedom as Raab, Nowok and Dibben (2021)",
    "formula": r"\frac{1}{\mathrm{df}} \sum_j \frac{\left( s_j - o_j\,\frac{c}{1 - c} \right)^2}{c\,(o_j + s_j)}",
    "reading": (
        "o and s are the counts of a cell in the original and the masked file, c the share of masked records, df "
        "the cells less one. 1: as if drawn from the original's shares; 2: as a fresh sample of the same size; f "
        "redrawn records of equal files give 2f. synthpop calls ratios below 3 good and below 10 usable, of "
        "synthetic files; masked ones should be lower."
    ),
    "misleads": (
        "In a large file the smallest change is many times chance: it says how sure a difference is, not how "
        "large. Masked files that hold the same people lie far below 1 without being unharmed. Changes that "
        "cancel do not show, and recoding costs nothing here."
    ),
}
MEAN_OF_PAIRS: DistanceTexts = {
    **VOAS_WILLIAMSON,
    "heading": "",
    "reading": (
        "The mean over all pairs of variables. 2: as another survey of this size; far above it, as with shuffled "
        "columns: the pairs of this file tell little of the original's. Which values these are for this very file is "
        "measured with it (resolution of table pMSE ratios). Where few records or many categories leave the tests of "
        "GDU no power, it may still tell a fresh survey from shuffled columns."
    ),
    "misleads": (
        "It grows with the number of records: compare files of one size. Masked files that hold the same people lie "
        "far below 2 without being unharmed. A removed variable counts as all missing, and costs more than any other "
        "change. Recoding costs nothing here."
    ),
}
