#!/bin/sh
# A release in a pipeline: vary the draft, hold it against the policy, mend it, hold the file that goes out against it.
#     sh release.sh ORIGINAL.csv FOLDER
# Ends with the gate's answer on the file that goes out: 0 passes, 1 a limit fails, 2 it cannot be judged.
set -eu
original=$1
out=$2
here=$(dirname "$0")
: "${RUMAP:=ru-map}"
measures=expected_match_risk,k_violations_3 # what the policy asks for, beside GDU

$RUMAP sweep "$original" --codebook "$here/codebook.toml" --recipe "$here/draft.toml" \
    --vary 1.width=1,2 --measures "$measures" --jobs 1 --out "$out/sweep.json"
code=0
$RUMAP gate "$out/sweep.json" --policy "$here/policy.toml" --any --verbose > "$out/draft.txt" || code=$?
echo "the draft: exit code $code"
if [ "$code" -eq 0 ]; then
    exit 0
fi

$RUMAP mask "$original" --codebook "$here/codebook.toml" --recipe "$here/mended.toml" \
    --out "$out/release.csv" --declaration "$out/declared.toml"
$RUMAP assess "$original" "$out/release.csv" --codebook "$out/declared.toml" \
    --measures "gdu,gdu_effect_sizes,gdu_resolution,$measures" --jobs 1 --out "$out/results.json"
code=0
$RUMAP gate "$out/results.json" --policy "$here/policy.toml" || code=$?
echo "the file that goes out: exit code $code"
exit "$code"
