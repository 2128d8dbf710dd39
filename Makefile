# R-U Map: "make run" opens the dashboard, "make test" checks everything, "make quick" what takes a minute.
# ROOM=risk, or ROOM="risk reports", tests these folders alone; SHUFFLE=7 in another order;
# EXAMPLES=500 tries properties on more files. Each does its own set-up.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PORT   ?= 8501

# tests and program start many processes; without compiled files each of them would compile all sources anew
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run processors test quick check format bench decks fuzz mutate example gallery screens notebooks docs reference schema lock sbom audit bundle image clean compiled collected

run: $(VENV)/.installed
	$(BIN)/python -m rumap run --port $(PORT)

WORKERS ?= 3
ROOM    ?=
PYTEST   = $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder \
	$(if $(SHUFFLE),--shuffle $(SHUFFLE)) $(addprefix tests/,$(ROOM))

# kernels and tests are compiled while types are checked: else each worker would compile all that it meets first;
# of a fresh checkout, a module of kernels that the command leaves out ends it with an error
test: $(VENV)/.installed-test
	@began=$$(date +%s); $(MAKE) --no-print-directory -j3 check compiled collected && $(PYTEST); code=$$?; \
	echo "make test: $$(( ($$(date +%s) - began) / 60 )) min $$(( ($$(date +%s) - began) % 60 )) s"; exit $$code

EXPERIMENT = $(BIN)/python -m pytest -n $(WORKERS) experiments

# no browser, and nothing that takes long; nothing here waits, so a worker more would only load all tests once more
quick: WORKERS = 2
quick: $(VENV)/.installed-test
	$(PYTEST) -m "not browser and not slow and not study"

# a fresh checkout has no use of what mypy would keep for the next time
check: $(VENV)/.installed-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy $(if $(CI),--cache-dir=/dev/null)
	$(BIN)/lint-imports
	$(BIN)/hadolint Dockerfile

compiled: $(VENV)/.installed-test
	$(BIN)/python -m core compile

collected: $(VENV)/.installed-test
	@listed=$$($(BIN)/python -m pytest -n 0 --collect-only -qqq) || { echo "$$listed"; exit 1; }

format: $(VENV)/.installed-test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.installed-test
	$(BIN)/python -m pytest experiments/benchmarks --benchmark-only --benchmark-timer=time.process_time
	$(BIN)/python -m experiments.studies.interval_share

# experiments and what each costs: experiments/README.md
# the same decisions on every processor: all that can be imitated here; about an hour and a half of one core
processors: $(VENV)/.installed-test
	$(BIN)/python -m experiments.processors
	$(EXPERIMENT)/processors

# single changes of the code that a test must notice, by room: about half an hour of two cores; ROOM=risk for one
mutate: $(VENV)/.installed-test
	$(EXPERIMENT)/mutation
	$(BIN)/python -m experiments.mutation --workers $(WORKERS) $(ROOM)

# spoilt files of every format through the readers; SEED makes other ones
N    ?= 10000
SEED ?= 1
fuzz: $(VENV)/.installed-test
	$(BIN)/python -m experiments.fuzz --total $(N) --seed $(SEED)
	$(EXPERIMENT)/fuzz

# the program's verdicts on files with a known right answer: minutes of two cores; DECKS=10000 SEED=2026 for the long run
DECKS ?= 500
decks: $(VENV)/.installed-test
	$(BIN)/python -m experiments.decks --files $(DECKS) --seed $(SEED) --workers 2
	$(EXPERIMENT)/decks

# the shipped results of the worked examples; a test says when they are out of date
example: $(VENV)/.installed
	for name in voters women synthetic; do $(BIN)/python -c "from core.laboratory.worked_example import assess_example; \
	from core.masking import worked_example; from core.reports import write_results; \
	print(write_results(assess_example(worked_example.$$name(), jobs=2)), end='')" > .example.json && mv .example.json assets/example/$$name.json || exit 1; done

# the papers' studies run again: docs/validation/gallery, its stored results and figures; then what they must show; then how often
# intervals and noise floors hold, as tables for docs/validation/coverage.md: two hours of one core with 200 samples a design
SAMPLES ?= 200
gallery: $(VENV)/.installed-test
	$(BIN)/python -m experiments.gallery
	$(EXPERIMENT)/gallery experiments/studies
	$(PYTEST) -m study
	$(BIN)/python -m experiments.studies.interval_coverage --samples $(SAMPLES)
	$(BIN)/python -m experiments.studies.survey_coverage --samples $(SAMPLES)
	$(BIN)/python -m experiments.studies.floor_coverage

# pictures of every screen, light and dark, on a desk and on a phone
screens: $(VENV)/.installed-test
	$(BIN)/python -m tests.browser.screens

# requirements.txt is locked, with hashes, from the dependencies of the program, of its extras, of its extension and of what builds that
lock: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml extensions/archive/pyproject.toml --all-extras --group build --universal --python-version 3.11 --generate-hashes --quiet \
		--no-emit-index-url --no-emit-find-links --no-emit-package ru-map --no-header --output-file requirements.txt

# the notebooks of docs/notebooks are Python files; this runs them and keeps what they show beside them
notebooks: $(VENV)-notebooks/.installed
	cd docs/notebooks && PYTHONPATH=$(CURDIR) $(CURDIR)/$(VENV)-notebooks/bin/jupytext --quiet --set-kernel python3 \
		--to ipynb --execute *.py

# the documentation as a site, in dist/docs; a link that leads nowhere, or anything from another host, ends it
docs: $(VENV)-docs/.installed
	rm -rf dist/docs
	$(VENV)-docs/bin/sphinx-build --quiet --fail-on-warning --keep-going -d dist/docs/.doctrees docs dist/docs
	rm -r dist/docs/.doctrees
	$(VENV)-docs/bin/python -m tests.house.site dist/docs

# the pages of docs/reference that are written from the program: measures and command line; a test says when they are out of date
reference: $(VENV)/.installed-test
	$(BIN)/python -m tests.house.reference

# what documents look like, as JSON Schema; a test says when it is out of date
schema: $(VENV)/.installed
	for name in codebook recipe policy project register results; do \
	$(BIN)/python -m core schema $$name > docs/schema/$$name.schema.json || exit 1; done

# everything that the program is installed with, for whoever keeps such lists (CycloneDX, JSON)
sbom: $(VENV)-audit/.installed
	$(VENV)-audit/bin/cyclonedx-py requirements --output-reproducible --output-format JSON --output-file sbom.json \
		requirements.txt

# one archive for machines without a network; PLATFORMS=win_amd64 adds the packages of Windows
PLATFORMS ?=
bundle: $(VENV)/.installed sbom
	$(BIN)/python deploy/bundle/make_bundle.py sbom.json dist/ru-map-offline.zip $(PLATFORMS)

# ends with 0 only where every package could be looked up and nothing is known against it
audit: $(VENV)-audit/.installed
	$(VENV)-audit/bin/python .ci/audit.py $(VENV)-audit/bin/pip-audit requirements.txt

# of the base that the Dockerfile pins; another one is named with its digest, or nothing is built
BASE ?= $(patsubst BASE=%,%,$(filter BASE=%,$(shell grep '^ARG BASE=' Dockerfile)))
image:
	@printf '%s\n' '$(BASE)' | grep -Eqx '[^ @]+@sha256:[0-9a-f]{64}' || { \
		echo 'say BASE=python:3.11-slim@sha256:DIGEST; docs/how-to/server.md says how to find it' >&2; exit 2; }
	docker build --build-arg BASE='$(BASE)' --tag ru-map .

clean:
	rm -rf $(VENV) $(VENV)-audit $(VENV)-docs $(VENV)-notebooks .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

# in an environment of its own: what audits the program is no part of it
$(VENV)-audit/.installed: pyproject.toml
	test -x $(VENV)-audit/bin/python || $(PYTHON) -m venv $(VENV)-audit
	$(VENV)-audit/bin/python -m pip install --quiet --upgrade "pip>=25.1"
	$(VENV)-audit/bin/python -m pip install --quiet --group audit
	touch $@

# what runs notebooks is no part of the program either
$(VENV)-notebooks/.installed: requirements.txt pyproject.toml
	test -x $(VENV)-notebooks/bin/python || $(PYTHON) -m venv $(VENV)-notebooks
	$(VENV)-notebooks/bin/python -m pip install --quiet --upgrade "pip>=25.1"
	$(VENV)-notebooks/bin/python -m pip install --quiet --require-hashes -r requirements.txt
	$(VENV)-notebooks/bin/python -m pip install --quiet --group notebooks
	touch $@

# nor is what makes a site of the documentation
$(VENV)-docs/.installed: requirements.txt pyproject.toml
	test -x $(VENV)-docs/bin/python || $(PYTHON) -m venv $(VENV)-docs
	$(VENV)-docs/bin/python -m pip install --quiet --upgrade "pip>=25.1"
	$(VENV)-docs/bin/python -m pip install --quiet --require-hashes -r requirements.txt
	$(VENV)-docs/bin/python -m pip install --quiet --group docs
	touch $@

# of the packages, what is never imported need not be compiled: most of the time that installing took
$(VENV)/.installed: requirements.txt extensions/archive/pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("R-U Map needs Python 3.11 or newer; set PYTHON=/path/to/python" if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -c 'import sys; v = sys.version_info[:3]; old = v < (3, 11, 10) or (3, 12) <= v < (3, 12, 6); \
	old and print("this Python has known holes (CVE-2024-7592 and others): take 3.11.10, 3.12.6 or newer for a server", file=sys.stderr)'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --no-compile --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --no-compile --no-deps --no-build-isolation --editable extensions/archive
	touch $@

$(VENV)/.installed-test: $(VENV)/.installed pyproject.toml
	$(BIN)/python -m pip install --quiet --no-compile --group test
	touch $@
