# The commands of microciv. `make play` and `make test` need Python 3.11 or later and make, and no
# other software: the rest goes into .venv and web/node_modules, as the lock files say.
#
#   ARGS="..."     further arguments, for play, serve, quick, test, laws, bench
#   PYTHON=...     the Python to make .venv with, when `python3` is not the one

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory
# Hundreds of Pythons are started here, and pytest rewrites each test module: once is enough.
unexport PYTHONDONTWRITEBYTECODE

ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/.stamps
COMPILED := build/compiled

# The newest promise first, then what is there.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)

EXAMPLES := $(wildcard examples/*/pyproject.toml)
PYTHON_FOLDERS := $(wildcard src tests tools bench examples setup.py)
WEB_SOURCES := $(shell find web -name node_modules -prune -o -type f -print 2>/dev/null)
COMPILED_SOURCES := $(shell find src examples -path src/microciv/server/page -prune -o -type f \( -name '*.py' -o -name '*.toml' -o -name '*.json' \) -print 2>/dev/null)
AS_COMPILED := PYTHONPATH=$(COMPILED) MICROCIV_COMPILED=1
# One worker more than there are cores: many a test waits, for a browser, a server or a disk. A
# worker that has nothing left takes from the others: tests differ a hundredfold.
WORKERS ?= $(shell echo $$(($$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN) + 1)))
SPREAD = -n $(WORKERS) --dist worksteal

# What is slow elsewhere; the laws are run as a whole.
SLOW_TESTS = $(shell grep -rl --include='test_*.py' 'mark\.slow' tests | grep -v '^tests/laws/')

# ---------------------------------------------------------------------------------------------
##@ Play

.PHONY: play serve
# Where there is a C compiler, a faster engine is compiled behind it (tools/play.py).
play: setup page ## open the games in a browser
	@$(BIN)/python tools/play.py $(ARGS)

serve: setup page ## the server alone
	@$(BIN)/microciv serve $(ARGS)

# ---------------------------------------------------------------------------------------------
##@ Work

.PHONY: setup page quick test test-web test-python test-compiled test-engine laws check format docs site bench compiled
setup: $(STAMPS)/package ## .venv with everything, as locked

page: src/microciv/server/page/engine.json ## build the page into the package

# Nothing may stand on it but a developer's patience: what counts is `make test`.
quick: setup ## the tests for what changed, interpreted, in 90 seconds at most
	@$(BIN)/python tools/quick.py $(ARGS)

# mypyc begins on one core, so the page is tested beside it; it is built before, as it is copied then.
test: setup page ## all tests but the slow ones; on the compiled engine too where there is a C compiler
	@if $(BIN)/python tools/compiled.py --can; then \
		$(MAKE) --jobs=2 --output-sync=line compiled test-web && \
		$(MAKE) test-compiled && $(MAKE) test-engine; \
	elif [ "$${MICROCIV_CI:-0}" = 1 ]; then \
		echo "error: no C compiler, and MICROCIV_CI=1 skips nothing" >&2; exit 1; \
	else \
		echo "No C compiler here: the compiled run is left out."; $(MAKE) test-web && $(MAKE) test-python; \
	fi

test-python: setup page ## all tests, interpreted
	$(BIN)/python -m pytest $(SPREAD) -m "not slow and not compiled" $(ARGS)

test-web: setup $(STAMPS)/npm
	@$(BIN)/python tools/page.py run test

# What compiles is tested twice, compiled and as it stands; all else once, on the faster engine.
# The doctests of core are those of the sources, which are interpreted.
test-compiled: compiled page ## all tests, on the compiled engine
	$(AS_COMPILED) MICROCIV_ENGINE=$(COMPILED) $(BIN)/python -m pytest $(SPREAD) \
		-m "not slow and not interpreted" $(ARGS) tests examples

# What is heavy has run compiled.
test-engine: setup page ## the tests of core, games, laws and bots, interpreted
	$(BIN)/python -m pytest $(SPREAD) \
		-m "(engine or interpreted) and not (slow or compiled or heavy)" $(ARGS)

laws: setup page ## the laws on many more matches, compiled if possible, and all slow tests
	@if $(BIN)/python tools/compiled.py --can; then $(MAKE) laws-compiled; else \
		MICROCIV_LAWS=long $(BIN)/python -m pytest --timeout=0 $(SPREAD) $(ARGS) tests/laws; fi
	MICROCIV_LAWS=long $(BIN)/python -m pytest --timeout=0 $(SPREAD) $(ARGS) $(SLOW_TESTS)

.PHONY: laws-compiled
laws-compiled: compiled
	MICROCIV_LAWS=long $(AS_COMPILED) $(BIN)/python -m pytest --timeout=0 $(SPREAD) -m "not interpreted" $(ARGS) tests/laws tests/test_parity.py

check: form types imports check-web ## formatting, lint, types, imports; Python and page

.PHONY: form types imports check-web
form: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup
	$(BIN)/mypy $(PYTHON_FOLDERS)

imports: setup
	$(BIN)/lint-imports --no-cache

check-web: setup $(STAMPS)/npm
	@$(BIN)/python tools/page.py run format:check
	@$(BIN)/python tools/page.py run lint
	@$(BIN)/python tools/page.py run types

format: setup $(STAMPS)/npm ## format everything
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	@$(BIN)/python tools/page.py run format

# Every tools/make_*.py and tools/export_*.py writes something that is read by people or by the page.
docs: setup ## regenerate the generated pages and types, and build the site of the documentation (build/site)
	@set -e; for tool in $(wildcard tools/make_*.py tools/export_*.py); do echo "$$tool"; $(BIN)/python $$tool; done
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet
	@echo "build/site: for any web server; $(BIN)/python -m mkdocs serve shows it"

site: setup page ## everything as plain files for any web server, without a server of ours (build/static)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet
	@$(BIN)/python tools/static_site.py

bench: compiled ## measure the speed, compiled and interpreted
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/run.py $(ARGS)

compiled: $(STAMPS)/compiled ## core, games and playouts through mypyc, into build/compiled

# ---------------------------------------------------------------------------------------------
##@ Ship

.PHONY: wheel wheels release lock clean help
wheel: setup page $(STAMPS)/release ## sources and wheels into dist/, each tried in a clean environment
	$(BIN)/python tools/wheels.py

# On Linux this needs a container engine (CIBW_CONTAINER_ENGINE=podman for Podman).
wheels: wheel ## wheels of this system for every Python, by cibuildwheel
	$(BIN)/python -m cibuildwheel --output-dir dist $$(ls dist/microciv-*.tar.gz)

release: check test laws docs wheel ## all checks and tests, then the release
	$(BIN)/python tools/release.py

# uv resolves for all systems and Pythons at once; nobody else needs it. The addresses that
# registries were reached at stay out of all four lock files.
UV_COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --upgrade \
	--generate-hashes --no-header --no-emit-index-url --no-emit-find-links
lock: setup ## resolve the dependencies anew
	$(BIN)/python -m pip install --quiet uv
	$(UV_COMPILE) --all-extras pyproject.toml requirements/dev.in -o requirements/dev.lock
	$(UV_COMPILE) --extra postgres pyproject.toml requirements/run.in -c requirements/dev.lock -o requirements/run.lock
	$(UV_COMPILE) requirements/release.in -c requirements/dev.lock -o requirements/release.lock
	$(BIN)/python tools/page.py npm update --save --package-lock-only
	$(BIN)/python tools/strip_lock.py web/package-lock.json

clean: ## delete everything generated, .venv included
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -rf web/node_modules src/microciv/server/page src/microciv.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## this list
	@awk 'BEGIN { FS = ":.*## " } \
		/^##@/ { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ---------------------------------------------------------------------------------------------
# How it is made. A stamp is as old as what it was made from; what is up to date costs nothing.

$(STAMPS)/venv:
	@test -n "$(PYTHON)" || { echo "error: microciv wants Python 3.11 or later; make PYTHON=... names one" >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) || { \
		echo "error: this Python makes no virtual environments; on Debian: apt-get install python3-venv" >&2; exit 1; }
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/locked: $(STAMPS)/venv requirements/dev.lock
	@echo "Installing the locked dependencies into .venv ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile \
		--require-hashes --only-binary :all: --requirement requirements/dev.lock
	@touch $@

$(STAMPS)/release: $(STAMPS)/locked requirements/release.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--require-hashes --only-binary :all: --requirement requirements/release.lock
	@touch $@

# Editable, so that a change is seen at once; pure Python always (setup.py says why). The
# examples are games of other people, found by their entry points. The bytecode, most of what pip
# would do, is made on all cores and while npm installs; like pip, it passes over templates.
$(STAMPS)/package: $(STAMPS)/locked pyproject.toml setup.py $(EXAMPLES)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps \
		--no-build-isolation --editable . $(patsubst %/pyproject.toml,--editable %,$(EXAMPLES))
	@$(BIN)/python -W ignore -m compileall -qq -j 0 $(VENV)/lib || true
	@touch $@

$(STAMPS)/npm: $(STAMPS)/locked web/package.json web/package-lock.json web/.npmrc
	@echo "Installing the page's locked dependencies into web/node_modules ..."
	@$(BIN)/python tools/page.py install
	@touch $@

src/microciv/server/page/index.html: $(STAMPS)/npm $(WEB_SOURCES)
	@echo "Building the page ..."
	@$(BIN)/python tools/page.py build
	@touch $@

# What the page plays with where there is no server.
src/microciv/server/page/engine.json: src/microciv/server/page/index.html $(COMPILED_SOURCES) tools/device.py $(wildcard tools/precompile.*) requirements/run.lock
	@$(BIN)/python tools/device.py

$(STAMPS)/compiled: $(STAMPS)/package tools/compiled.py tools/compiling.py $(COMPILED_SOURCES)
	@$(BIN)/python tools/compiled.py --can || { \
		echo "error: compiling wants a C compiler and Python's headers; on Debian: apt-get install gcc python3-dev" >&2; exit 1; }
	@echo "Compiling ..."
	@MICROCIV_EXAMPLES=1 $(BIN)/python tools/compiled.py
	@touch $@
