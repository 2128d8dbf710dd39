"""What readers publish from the worked examples: chosen before anything was masked."""

from __future__ import annotations

from core.data import Indicator, Model, Regression, Scale, Statistic, Table, Uses

VOTERS_USES = Uses(
    (
        Indicator("Mean age", Statistic.MEAN, "age"),
        Indicator("Vote for Dole by education", Statistic.SHARE, "vote", "1", by="educ"),
        Indicator("Median size of place", Statistic.MEDIAN, "popul"),
    ),
    (Regression("Vote for Dole", Model.LOGIT, "vote ~ selfLR + PID + age + educ", coefficient="selfLR"),),
    (Table("Vote by party", ("vote", "PID")),),
    (Scale("Left to right", ("selfLR", "PID", "vote")),),
)

WOMEN_USES = Uses(
    (
        Indicator("Time in affairs by marriage", Statistic.MEAN, "affairs", by="rate_marriage"),
        Indicator("Women without children", Statistic.SHARE, "children", "0"),
        Indicator("Mean years married", Statistic.MEAN, "yrs_married"),
    ),
    (
        Regression(
            "Time in affairs",
            Model.OLS,
            "affairs ~ rate_marriage + age + yrs_married + religious + C(occupation)",
            coefficient="yrs_married",
        ),
    ),
    (Table("Marriage by occupation", ("rate_marriage", "occupation")),),
)
