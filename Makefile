# Every target sets up what it needs. Nothing is fetched once .venv is there.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
ARGS ?=

.PHONY: play test check format bench evals torture install lock clean

play: $(STAMP)  ## play the game
	@$(BIN)/tattlewood play $(ARGS)

test: $(STAMP)  ## run the tests
	@$(BIN)/python -m pytest $(ARGS)

check: $(STAMP)  ## formatting, lint, types, import contracts, the bundled story
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/tattlewood lint

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP)  ## print timings beside their targets
	@$(BIN)/python -m tests.bench $(ARGS)

evals: $(STAMP)  ## the long studies, each ending in a table
	@$(BIN)/python -m pytest -m evals -s $(ARGS)

torture: $(STAMP)  ## the long durability tests
	@$(BIN)/python -m pytest -m torture $(ARGS)

install: $(STAMP)

# torch comes by version alone: package indexes serve different builds of it. Everything else comes by hash.
$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tattlewood needs Python 3.11 or newer: make PYTHON=python3.11")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Setting up (once; a few minutes)…"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check torch==2.13.0
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# The override leaves torch, and the gigabytes that some builds of it ask for, out of the lock.
lock: $(STAMP)  ## resolve the dependencies anew into requirements.lock
	echo "torch==2.13.0 ; sys_platform == 'none'" | $(BIN)/uv pip compile --quiet --universal --upgrade \
	  --python-version 3.11 --group dev --override - --generate-hashes \
	  --no-emit-index-url --no-annotate --no-header -o requirements.lock pyproject.toml

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
