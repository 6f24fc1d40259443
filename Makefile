# `make play` and `make test` do all set-up themselves, in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help install play test lint format bench load fuzz lock clean

help: ## Show this list
	@echo "Gandhi by post. Targets (pass options with ARGS=\"...\"):"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 18

$(STAMP): requirements.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null 2>&1 || { echo "Python 3.11 or newer is needed, and '$(PYTHON)' was not found. Name another with: make PYTHON=/path/to/python3.11" >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed, and '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Name another with: make PYTHON=/path/to/python3.11" >&2; exit 2; }
	@# A folder left by a failed set-up, or made by an older Python, is made anew.
	@[ ! -e $(BIN)/python ] || $(BIN)/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || rm -rf $(VENV)
	@[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV)
	@echo "Installing the locked packages into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

install: $(STAMP) ## Prepare .venv (done by the other targets when needed)

play: $(STAMP) ## Play on this machine, in the browser, without Discord
	@$(BIN)/python -m bot play $(ARGS)

test: lint ## Check style and types, then run every test
	@$(BIN)/python -m pytest -n auto $(ARGS)

lint: $(STAMP) ## Check style and types only
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: $(STAMP) ## Put the code into the house style
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(STAMP) ## Measure speed against the budgets
	@$(BIN)/python -m tools.bench $(ARGS)

load: $(STAMP) ## Play 200 tables at once through the real bot, and measure it
	@$(BIN)/python -m tools.load $(ARGS)

fuzz: $(STAMP) ## Play random legal games and check that no state is illegal
	@$(BIN)/python -m tools.fuzz $(ARGS)

# The same versions in both: the bot's list is resolved within the full one.
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	--no-emit-index-url --no-emit-find-links

lock: $(STAMP) ## Resolve the locked packages anew, after a change in pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(LOCK) pyproject.toml --upgrade --extra dev --output-file requirements.lock
	@$(LOCK) pyproject.toml --extra postgres --constraint requirements.lock --output-file requirements-bot.lock

clean: ## Remove .venv and everything made by the tools (never a database)
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
