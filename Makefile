# `make play` and `make test` do all set-up themselves, in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ALL := $(VENV)/.installed
PLAY := $(VENV)/.installed-play
BOT := $(VENV)/.installed-bot
ARGS ?=

# Always keep compiled modules, since one run of the tests starts hundreds of processes.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help python install install-bot play test test-all lint style ruff words types quick all-tests format near bench load fuzz lock clean

help: ## Show this list
	@echo "Gandhi by post. Targets (pass options with ARGS=\"...\"):"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 18

python:
	@command -v $(PYTHON) >/dev/null 2>&1 || { echo "Python 3.11 or newer is needed, and '$(PYTHON)' was not found. Name another with: make PYTHON=/path/to/python3.11" >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed, and '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Name another with: make PYTHON=/path/to/python3.11" >&2; exit 2; }

# Playing needs less than half of the packages: those for tests and style are installed by the first `make test`.
$(PLAY): requirements-play.lock | python
	@$(PYTHON) tools/install.py play

$(BOT): requirements-bot.lock | python
	@$(PYTHON) tools/install.py bot

$(ALL): requirements.lock pyproject.toml | python
	@$(PYTHON) tools/install.py all

install: $(ALL) ## Prepare .venv with everything (done by the other targets when needed)

install-bot: $(BOT) ## Prepare .venv with what the bot needs on Discord, without tests and linters

play: $(PLAY) ## Play on this machine, in the browser, without Discord
	@$(BIN)/python -m bot play $(ARGS)

# Types and words are checked beside the tests.
test: ruff ## Check style and types, and run all quick tests and a few of the slow kinds
	@$(MAKE) --no-print-directory -j 3 words types quick

test-all: ruff ## Check style and types, and run every test
	@$(MAKE) --no-print-directory -j 3 words types all-tests

quick: $(ALL)
	@$(BIN)/python -m pytest -n auto --dist worksteal --quick $(ARGS)

all-tests: $(ALL)
	@$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

near: $(ALL) ## Run the tests that are nearest to what has changed, for some seconds
	@$(BIN)/python -m tools.near $(ARGS)

lint: style types ## Check style, wording and types only

# GitHub's own schemas, as they come with the package.
SCHEMA := $(BIN)/check-jsonschema --quiet --builtin-schema

style: ruff words

ruff: $(ALL)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

words: $(ALL)
	@$(BIN)/codespell
	@$(BIN)/python -m tools.wording
	@$(SCHEMA) vendor.github-workflows .github/workflows/*.yml
	@$(SCHEMA) vendor.dependabot .github/dependabot.yml
	@$(SCHEMA) vendor.github-issue-forms .github/ISSUE_TEMPLATE/[0-9]*.yml

types: $(ALL)
	@$(BIN)/mypy

format: $(ALL) ## Format the code
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(ALL) ## Measure speed against the budgets
	@$(BIN)/python -m tools.bench.run $(ARGS)

load: $(ALL) ## Play 200 tables at once through the real bot, and measure it
	@$(BIN)/python -m tools.bench.load $(ARGS)

fuzz: $(ALL) ## Play random legal games and check that no state is illegal
	@$(BIN)/python -m tools.verify.fuzz --panels $(ARGS)

# All three lists have the same versions: the shorter ones are resolved within the full one.
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	--no-emit-index-url --no-emit-find-links

# Playing needs no PyAV, which reads films and takes 118 MB.
lock: $(ALL) ## Resolve the locked packages again, after a change in pyproject.toml
	@$(LOCK) pyproject.toml --upgrade --extra dev --output-file requirements.lock
	@$(LOCK) pyproject.toml --extra play --constraint requirements.lock --no-emit-package av \
		--output-file requirements-play.lock
	@$(LOCK) pyproject.toml --extra postgres --extra push --constraint requirements.lock --output-file requirements-bot.lock

clean: ## Remove .venv and everything made by the tools (never a database)
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
