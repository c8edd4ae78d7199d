# Everything sets itself up in .venv: only Python 3.11 or newer, pip and make must be there.

PYTHON ?= python3
BIN := .venv/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.po') $(wildcard client/src/*.ts) client/package-lock.json

.DEFAULT_GOAL := help
.PHONY: help play chromium test update check format build bench kills ladder pictures clean

help: ## Show what there is
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 10

.venv/ready: pyproject.toml
	@echo "Making a virtual environment in .venv ..."
	@$(PYTHON) -c 'import sys; sys.exit("Parlor needs Python 3.11 or newer; this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv .venv
	@echo "Installing what Parlor needs ..."
	@PARLOR_PURE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[build,cli,server]'
	@touch $@

# Only whoever changes something needs these.
.venv/develop: .venv/ready
	@echo "Installing what its developers need ..."
	@PARLOR_PURE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[develop]'
	@touch $@

# Only what is compiled or translated needs building; a binary of other source would be refused on import.
build/ready: .venv/ready setup.py $(SOURCES)
	@echo "Compiling the rules (they run as plain Python where there is no C compiler), catalogues and client ..."
	@$(BIN)/python setup.py --quiet build_ext --inplace
	@mkdir -p build && touch $@

build: build/ready ## Compile the rules (plain Python without a C compiler), the catalogues and the client
	@:

play: build ## Play in the browser (in the terminal: .venv/bin/parlor play)
	@$(BIN)/parlor serve --open

# Where it may, the browser that the pages are tested in is installed; where not, those tests say what is missing.
chromium:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || \
		{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing Chromium ..." && \
		apt-get update -qq && apt-get install -qq -y chromium-headless-shell >/dev/null; } || true

# Tests mirror the sources, and what has no compiled module need not be tested again as plain Python: the arena, the
# command line, the pages, and the database with its processes; nor what only reads files, or runs both builds itself.
ONCE := arena cli web server/test_disk.py server/test_durable.py test_imports.py test_build.py test_determinism.py
# Bytecode is kept, or every process that a test starts would translate all sources anew; the pages share one browser.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -q -n auto --dist loadgroup
test: build .venv/develop chromium ## Run all tests, compiled and as plain Python
	@echo "Testing the parts of the client ..."
	@$(BIN)/python client/build.py test
	@echo "Testing the build that people run ..."
	@$(PYTEST)
	@echo "Testing the same source as plain Python ..."
	@PARLOR_PURE=1 $(PYTEST) $(addprefix --ignore tests/,$(ONCE))

update: build .venv/develop ## Write the golden files anew: read the diff before you commit it
	@$(BIN)/python -m pytest -q tests --update

check: build .venv/develop ## Check format, lint and types, then run all tests
	@echo "Checking format and lint ..."
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@echo "Checking types ..."
	@$(BIN)/mypy
	@$(BIN)/python client/build.py types
	@$(MAKE) --no-print-directory test

format: .venv/develop ## Format the code
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

benchmarks/.venv/ready: benchmarks/requirements.txt
	@echo "Installing the peers to be measured beside, in benchmarks/.venv ..."
	@$(PYTHON) -m venv benchmarks/.venv
	@benchmarks/.venv/bin/python -m pip install --quiet --disable-pip-version-check -r benchmarks/requirements.txt
	@touch $@

bench: build .venv/develop chromium benchmarks/.venv/ready ## Measure rules, server and pages, beside other systems (up to 40 minutes), and write docs/benchmarks
	@$(BIN)/python benchmarks/bench.py

kills: build .venv/develop ## Kill a server under load 200 times (stopped, it goes on) and write docs/benchmarks/kills.md
	@PYTHONPATH=. $(BIN)/python benchmarks/kills.py

ladder: build .venv/develop ## Measure how the bots climb the ladder (long; stopped, it goes on) and write docs/ladder.md
	@$(BIN)/python benchmarks/ladder.py --jobs -1

# Each picture of a board comes from a game that is kept beside it.
PICTURE := $(BIN)/parlor render --language en docs/pictures
pictures: build ## Draw the pictures of README and docs anew
	@$(PICTURE)/pizza-theory.parlor --ply 27 --seat 0 -o docs/pictures/pizza-theory.svg
	@$(PICTURE)/new-york-slice.parlor --ply 20 --seat 0 -o docs/pictures/new-york-slice.svg
	@$(PICTURE)/wicked-pizza.parlor --ply 20 --seat 0 -o docs/pictures/wicked-pizza.svg
	@$(PICTURE)/wicked-pizza.parlor --seat all --animate -o docs/pictures/wicked-pizza-replay.svg

clean: ## Remove everything that was built
	@rm -rf .venv build dist client/node_modules src/parlor/web/static/client benchmarks/.venv benchmarks/build benchmarks/boardgameio/node_modules src/*.egg-info
	@find src -name '*.so' -delete -o -name '*.mo' -delete -o -name compiled.json -delete
