# Everything sets itself up in .venv: only Python 3.11 or newer, pip and make must be there.

PYTHON ?= python3
BIN := .venv/bin
TEXTS := $(shell find src -name '*.po') $(wildcard client/src/*.ts) client/package-lock.json

.DEFAULT_GOAL := help
.PHONY: help play chromium libfaketime nginx postgresql systemd test update check format build fast bench kills outages siege ladder pictures sheets clean

help: ## Show what there is
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 10

# uv installs many times as quickly as pip, which does it where uv cannot be had.
INSTALL = $(BIN)/uv pip install --quiet --python $(BIN)/python --editable '.[$(EXTRAS)]' 2>/dev/null || \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$(EXTRAS)]'

.venv/ready: EXTRAS := build,cli,server
.venv/ready: pyproject.toml
	@echo "Making a virtual environment in .venv ..."
	@$(PYTHON) -c 'import sys; sys.exit("Parlor needs Python 3.11 or newer; this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv .venv
	@echo "Installing what Parlor needs ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv 2>/dev/null || true
	@$(INSTALL)
	@touch $@

# Only whoever compiles needs this.
.venv/compile: EXTRAS := compile
.venv/compile: .venv/ready
	@$(INSTALL)
	@touch $@

# Only whoever changes something needs these.
.venv/develop: EXTRAS := develop
.venv/develop: .venv/ready
	@echo "Installing what its developers need ..."
	@$(INSTALL)
	@touch $@

build/texts: .venv/ready setup.py $(TEXTS)
	@$(BIN)/python setup.py --quiet texts
	@mkdir -p build && touch $@

build: build/texts .venv/compile ## Compile the rules (plain Python without a C compiler), quickly again after an edit
	@$(BIN)/python setup.py --quiet compile

fast: build/texts .venv/compile ## Compile the rules as for a release: slower to compile, faster to run
	@$(BIN)/python setup.py --quiet compile --fast

# It starts as plain Python, compiles behind that, and then lets the bots think compiled.
play: build/texts ## Play in the browser (in the terminal: .venv/bin/parlor play)
	@PARLOR_COMPILE='nice $(MAKE) --no-print-directory build' $(BIN)/parlor serve --open

# Where it may, what Debian has for the tests is installed; where not, those that need it say what is missing: the browser
# that the pages are tested in, what sets the date of a server, what speaks TLS in front of it, what looks at its unit, and
# the other database that tables may be kept in.
DEBIAN = { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing $(1) ..." && \
	apt-get update -qq && apt-get install -qq -y $(1) >/dev/null; } || true
chromium:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || $(call DEBIAN,chromium-headless-shell)
libfaketime:
	@ls /usr/lib/*/faketime/libfaketimeMT.so.1 >/dev/null 2>&1 || $(call DEBIAN,libfaketime)
nginx:
	@test -x /usr/sbin/nginx && command -v openssl >/dev/null || $(call DEBIAN,nginx-light openssl)
systemd:
	@command -v systemd-analyze >/dev/null || $(call DEBIAN,systemd)
postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || $(call DEBIAN,postgresql)

# Tests mirror the sources, and what has no compiled module need not be tested again as plain Python: the arena, the
# command line, the pages, the door, the pulse and the workers of a server, and its databases with their processes; nor what
# only reads files, or runs the builds that it is about itself.
SERVER := backups compiling database dates disk door durable house_time keeping moving nginx peers postgresql processes pulse store workers
ONCE := arena cli web $(SERVER:%=server/test_%.py) $(patsubst %,test_%.py,build deploy determinism docs imports languages names)
# Bytecode is kept, or every process that a test starts would translate all sources anew; the pages share one browser.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -q -n auto --dist loadgroup
test: fast .venv/develop chromium libfaketime nginx postgresql systemd ## Run all tests, compiled and as plain Python
	@echo "Testing the parts of the client ..."
	@$(BIN)/python client/build.py test
	@echo "Testing the build that people run ..."
	@$(PYTEST)
	@echo "Testing the same source as plain Python ..."
	@PARLOR_PURE=1 $(PYTEST) $(addprefix --ignore tests/,$(ONCE))

update: build .venv/develop ## Write the golden files anew: read the diff before you commit it
	@$(BIN)/python -m pytest -q tests --update

check: fast .venv/develop ## Check format, lint and types, then run all tests
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

bench: fast .venv/develop chromium postgresql benchmarks/.venv/ready ## Measure rules, server and pages, beside other systems (up to 40 minutes), and write docs/benchmarks
	@PYTHONPATH=. $(BIN)/python benchmarks/bench.py

kills: fast .venv/develop libfaketime ## Kill a server under load, also with hung workers, a wrong date or a full disk (stopped, it goes on), and write docs/benchmarks/kills.md
	@PYTHONPATH=. $(BIN)/python benchmarks/kills.py

outages: fast .venv/develop postgresql ## Kill, stop and replace processes that share a PostgreSQL, and stop that (long; stopped, it goes on), and write docs/benchmarks/outages.md
	@PYTHONPATH=. $(BIN)/python benchmarks/outages.py

siege: kills ## Lay siege to a server (long; stopped, it goes on) and write docs/benchmarks/siege.md
	@PYTHONPATH=. $(BIN)/python benchmarks/siege.py

ladder: fast .venv/develop ## Measure how the bots climb the ladder (long; stopped, it goes on) and write docs/ladder.md
	@$(BIN)/python benchmarks/ladder.py --jobs -1

# Each picture of a board comes from a game that is kept beside it.
PICTURE := $(BIN)/parlor render --language en docs/pictures
pictures: build .venv/develop chromium ## Draw the pictures of README and docs anew
	@$(PICTURE)/pizza-theory.parlor --ply 27 --seat 0 -o docs/pictures/pizza-theory.svg
	@$(PICTURE)/new-york-slice.parlor --ply 20 --seat 0 -o docs/pictures/new-york-slice.svg
	@$(PICTURE)/wicked-pizza.parlor --ply 20 --seat 0 -o docs/pictures/wicked-pizza.svg
	@$(PICTURE)/wicked-pizza.parlor --seat all --animate -o docs/pictures/wicked-pizza-replay.svg
	@PYTHONPATH=. $(BIN)/python benchmarks/cards.py
	@PYTHONPATH=. $(BIN)/python benchmarks/photographs.py

sheets: build .venv/develop chromium ## Photograph every kind of decision on six screens, as contact sheets in build/sheets
	@PYTHONPATH=. $(BIN)/python benchmarks/sheets.py

clean: ## Remove everything that was built
	@rm -rf .venv build dist client/node_modules client/.tests src/parlor/web/static/client benchmarks/.venv benchmarks/build benchmarks/boardgameio/node_modules src/*.egg-info
	@find src -name '*.so' -delete -o -name '*.mo' -delete -o -name compiled.json -delete
