# %% [markdown]
# # First steps
#
# From two data frames to the map, the verdict of a policy and a report. Made-up people, so that anybody can run it.

# %%
import numpy as np
import pandas as pd

from rumap import assess, gate, mask, read, report

random = np.random.default_rng(4)
age = random.integers(20, 80, 600)
people = pd.DataFrame(
    {
        "age": age,
        "region": random.choice(["east", "north", "west"], 600),
        "schooling": np.clip(16 - age // 10 + random.integers(-1, 2, 600), 6, 16),
    }
)
people["income"] = people["schooling"] * 900 + random.integers(0, 3000, 600)
read(people, "people")

# %% [markdown]
# ## A codebook: what an intruder may know
#
# Without one it is drafted from the file. Here it says who could be recognised by what.

# %%
CODEBOOK = """
[variables.age]
level = "continuous"
role = "key"
[variables.region]
level = "nominal"
role = "key"
[variables.income]
level = "continuous"
role = "sensitive"
"""

# %% [markdown]
# ## Two maskings
#
# A recipe is text; what it makes knows how it was masked, so that it can be measured at once.

# %%
BANDS = """
[[step]]
method = "global_recode"
variables = ["age"]
width = 15
"""
NOISE = """
[[step]]
method = "noise"
variables = ["income"]
percent = 30
"""
banded = mask(people, BANDS, codebook=CODEBOOK, name="banded")
noisy = mask(people, NOISE, codebook=CODEBOOK, name="noisy")
banded

# %% [markdown]
# ## Utility and risk
#
# All measures: leave `measures` out. Table and map stand beneath; `results.map()` is the figure of the dashboard.

# %%
MEASURES = ["gdu", "gdu_resolution", "ldu_bivariate", "global_risk", "expected_match_risk", "k_violations_3"]
results = assess(people, [banded, noisy], codebook=CODEBOOK, measures=MEASURES, progress=False)
results

# %%
results.to_frame().query("measure in ['gdu', 'expected_match_risk'] and scenario.notna()")[
    ["scenario", "measure", "value", "low", "high", "n"]
]

# %% [markdown]
# ## Which pairs of variables were lost
#
# `n` is given with each figure.

# %%
results.pairs("noisy.csv").sort_values("value")[["target", "value", "n"]].head(3)

# %% [markdown]
# ## The policy of an office
#
# True only where every threshold is met; else the sentences say what fails, or cannot be judged.

# %%
verdict = gate(results, "public")
verdict

# %%
report(results, kind="internal", format="json").content[:60]
