"""What the cards of indicators, regressions and scales say."""

from __future__ import annotations

from core.measures import CardTexts

OVERLAP = (
    r"\begin{gathered} J = \frac{1}{2} \left( \frac{o}{U_o - L_o} + \frac{o}{U_m - L_m} \right) \\[1ex] o = "
    r"\min(U_o, U_m) - \max(L_o, L_m) \end{gathered}"
)
CAUTION = (
    "Intervals of the masked file are computed as if its values were true, without the error that masking "
    "added. Wide intervals of small files overlap whatever happened. Overlap does not show that two figures are "
    "the same, nor that they differ."
)
UTILITY = (
    r"\begin{gathered} \frac{1}{2}\,u(R^2) + \frac{1}{2k} \sum_{j=1}^{k} u(b_j) \\[1ex] u = \begin{cases} 1 & "
    r"\text{neither significant} \\ 0 & \text{one of them, or sign changed} \\ \dfrac{\min}{\max} & \text{else} "
    r"\end{cases} \end{gathered}"
)

INDICATORS_INSIDE: CardTexts = {
    "formula": (
        r"\frac{\#\{ \text{indicators with } L_o \le \hat{\theta}_m \le U_o \}}{\#\{ \text{indicators of the "
        r"original} \}}"
    ),
    "reading": (
        "1: a user finds every chosen figure inside the original's 95% interval, as the SDC Practice Guide asks "
        "of published indicators. Figures that the masked file no longer gives count as outside."
    ),
    "misleads": (
        "In a large file intervals are narrow and a harmless shift falls outside; in a small one nearly everything "
        "is inside. It speaks of the chosen indicators alone, and does not say how far outside the others are."
    ),
}
INTERVAL_OVERLAP: CardTexts = {
    "formula": OVERLAP,
    "reading": (
        "The mean over the original's indicators of J, from the ends L and U of the 95% intervals. 1: the same; "
        "0: they touch; below 0: apart. A shift by half an interval's width gives 0.5."
    ),
    "misleads": (CAUTION + " Without a lower end, one indicator far off can decide the mean."),
}
INDICATOR: CardTexts = {
    "formula": OVERLAP,
    "reading": (
        "From the ends L and U of the 95% intervals in the original (o) and the masked file (m). 1: the same; 0: "
        "they touch; below 0: apart. A shift by half an interval's width gives 0.5."
    ),
    "misleads": CAUTION,
}
COEFFICIENT_OVERLAP: CardTexts = {
    "formula": OVERLAP,
    "reading": (
        "The mean of J over all coefficients but the intercept of each chosen regression, then over the "
        "regressions. 1: the same; 0: intervals touch on average; below 0: apart."
    ),
    "misleads": (
        CAUTION + " Without a lower end, one coefficient far off can decide the mean, and main and minor "
        "coefficients count alike."
    ),
}
REGRESSION: CardTexts = {
    "formula": OVERLAP,
    "reading": (
        "The mean of J over all coefficients but the intercept. 1: the same; 0: intervals touch on average; below "
        "0: apart. Look at the coefficient of main interest by itself."
    ),
    "misleads": (
        CAUTION + " Main and minor coefficients count alike. Where records with missing values are left out, the two "
        "models rest on different people."
    ),
}
LDU_REGRESSION: CardTexts = {
    "formula": UTILITY,
    "reading": (
        "min / max compares adjusted R², and the squared standardised coefficients b, of both files. 1: fit and "
        "coefficients are kept; 0: nothing is."
    ),
    "misleads": (
        "It tips over at p = 0.05, and coefficients that are significant in neither file count as kept. A smaller "
        "file loses coefficients by its size alone. The paper leaves open how to combine the parts: halves are "
        "this program's reading."
    ),
}
LDU_LOGISTIC: CardTexts = {
    "formula": UTILITY,
    "reading": (
        "min / max compares Cox and Snell's R², and the squared logarithms b of the odds ratios for one standard "
        "deviation of a variable, of both files. 1: fit and odds ratios are kept; 0: nothing is."
    ),
    "misleads": (
        "It tips over at p = 0.05, and odds ratios that are significant in neither file count as kept. A smaller "
        "file loses them by its size alone. The paper leaves open how to combine the parts: halves, and "
        "logarithms, are this program's reading."
    ),
}
LDU_ALPHA: CardTexts = {
    "formula": (
        r"\begin{gathered} \frac{1}{2}\,u(\alpha) + \frac{1}{2k} \sum_{j=1}^{k} u(\alpha_{-j}) \\[1ex] u = "
        r"\frac{\min}{\max}, \text{ 0 where signs differ} \end{gathered}"
    ),
    "reading": (
        "α is Cronbach's alpha of the k items, α without item j the same without one of them. 1: the scale holds "
        "together as before; 0.9: alpha fell, or rose, by a tenth."
    ),
    "misleads": (
        "Alpha can be kept although the score of each person changed. It is not tested: in a small file it moves "
        "by chance. The paper leaves open how to combine the parts: halves are this program's reading."
    ),
}
