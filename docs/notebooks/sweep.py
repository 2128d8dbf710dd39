# %% [markdown]
# # A sweep
#
# One parameter of a masking is varied; each value is a point of the map. Which is the mildest that meets the limit?

# %%
import numpy as np
import pandas as pd

from rumap import assess, gate, mask

random = np.random.default_rng(8)
age = random.integers(20, 80, 500)
people = pd.DataFrame({"age": age, "region": random.choice(["east", "north", "west"], 500)})
people["income"] = age * 300 + random.integers(0, 4000, 500)
CODEBOOK = """
[variables.age]
level = "continuous"
role = "key"
[variables.region]
level = "nominal"
role = "key"
"""

# %% [markdown]
# ## The settings
#
# Bands of age from five to thirty years.

# %%
RECIPE = """
[[step]]
method = "global_recode"
variables = ["age"]
width = {width}
"""
masked = [mask(people, RECIPE.format(width=width), codebook=CODEBOOK, name=f"width {width}") for width in (5, 15, 30)]
[file.name for file in masked]

# %%
MEASURES = ["gdu", "gdu_resolution", "expected_match_risk", "k_violations_3"]
results = assess(people, masked, codebook=CODEBOOK, measures=MEASURES, progress=False)
results

# %%
frame = results.to_frame().dropna(subset=["scenario"])
frame.pivot_table(index="scenario", columns="measure", values="value").loc[list(results.scenarios)]

# %% [markdown]
# ## The mildest masking that passes
#
# The policy names its limits and where they are from. `any_of` asks for one passing file, as a sweep does.

# %%
POLICY = """
format = "ru-map-policy/1"
release = "own"
signed_by = "the disclosure review board"
[thresholds.file_risk]
limit = 0.05
source = "an example"
[thresholds.gdu]
limit = 0.5
direction = "at least"
source = "an example"
"""
verdict = gate(results, POLICY, any_of=True)
verdict.code, verdict.passing
