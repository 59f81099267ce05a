# Two commands do everything: `make play` and `make test`. Both set up what is missing first.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
STATIC := src/rasputitsa/server/static/index.html
WEB_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/dist/*' 2>/dev/null) src/rasputitsa/board/drawing/colours.json
WORKERS ?= 2
GAMES ?= 300

.PHONY: help install play test lint types unit web bench docs notebooks constraints package contract pictures records many mutants leaks zoom clean

help:
	@echo "make play     the table in the browser"
	@echo "make test     lint, formatting, types, all tests"
	@echo "make bench    the benchmark"
	@echo "make many     GAMES=300 random games of each title with all checks"
	@echo "make mutants  TITLE=kiev41 [SEED=1941 SAMPLE=20 PART=data|code|fields]: do the tests notice a changed rule?"
	@echo "make leaks    GAMES=50 [TITLE=kiev41]: is anything sent to a seat that it may not know?"
	@echo "make zoom     the worst frame while the maps zoom, against an empty page's"
	@echo "make docs     the documentation as a web site in build/docs"
	@echo "make package  build wheel and source archive, install each in an empty environment, play"
	@echo "make install  only set up (.venv, the browser client)"
	@echo "make clean    remove everything that make made"

install: .venv/.make-python $(STATIC) .venv/.make-chromium

# Playing needs the package and the browser client, nothing else.
play: .venv/.make-package $(STATIC)
	$(BIN)/rasputitsa play

test: install lint types web unit

lint: .venv/.make-python
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: .venv/.make-python
	$(BIN)/mypy

unit: install .venv/.make-postgresql
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

web: $(STATIC)
	cd web && npm run --silent check && npm test --silent

bench: .venv/.make-python
	$(BIN)/python -m bench

docs: .venv/.make-python
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --site-dir build/docs
	@echo "build/docs/index.html"

# How smoothly the maps zoom: the worst frame of 20 steps of the wheel, against that of an empty page.
zoom: install
	$(BIN)/python -m tests.browser.zoom --most 6

# The notebooks of the docs, run anew; what comes out is what the site shows.
notebooks: .venv/.make-python
	$(BIN)/jupyter execute --inplace docs/notebooks/*.ipynb

# The versions to install from now on: those that are installed and have passed the tests.
constraints: .venv/.make-python
	@sed -n '/^#/p' constraints.txt > build-constraints.txt
	@$(BIN)/pip freeze --exclude-editable --exclude rasputitsa | grep -v '^-e\|^#' >> build-constraints.txt
	@mv build-constraints.txt constraints.txt

# Wheel and source archive, each installed in an empty environment and played.
package: install
	$(BIN)/python -m tests.install

# The browser client's types, from the server's messages.
contract: .venv/.make-python
	$(BIN)/python -m rasputitsa.server.contract

# The README's picture and the recorded games of tests/conformance, made anew after a change that is meant to alter them.
pictures: .venv/.make-python
	$(BIN)/rasputitsa draw no-retreat --zoom 0.45 -o docs/pictures/no-retreat.png
	$(BIN)/python -m tests.kernel.draw_house

records: .venv/.make-python
	$(BIN)/python -m tests.conformance.recorded

# A long look: random games of every title, with all checks at every turn of play.
many: .venv/.make-python
	$(BIN)/python -m tests.conformance.many --games $(GAMES) --workers $(WORKERS)

# Do the tests bite? docs/testing.md says how to read the report.
mutants: .venv/.make-python
	@test -n "$(TITLE)" || { echo "Which title? make mutants TITLE=kiev41"; exit 2; }
	$(BIN)/python -m tests.mutants $(TITLE) --workers $(WORKERS) \
		$(if $(SEED),--seed $(SEED)) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(PART),--part $(PART)) $(if $(ONLY),--only $(ONLY))

# A long look for leaks of hidden information in what is sent to a seat.
leaks: .venv/.make-python
	$(BIN)/python -m tests.leaks --games $(GAMES) --workers $(WORKERS) $(if $(TITLE),--title $(TITLE))

clean:
	rm -rf .venv build web/node_modules src/rasputitsa/server/static .pytest_cache .mypy_cache .ruff_cache .hypothesis

# Python, in .venv: what playing needs; again when the list of dependencies changes.
.venv/.make-package: pyproject.toml constraints.txt
	@echo "Setting up Python: the package and what it stands on (half a minute)"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv || { rm -rf .venv; $(MAKE) --no-print-directory venv-with-apt; }
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable .
	@touch $@

# And what tests, checks, docs and research need.
.venv/.make-python: .venv/.make-package
	@echo "Setting up Python: what the tests need (a minute or two)"
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

# A bare Debian has Python without venv.
.PHONY: venv-with-apt
venv-with-apt:
	@test "$$(id -u)" = 0 || { echo "Python's venv is missing: apt install python3-venv"; exit 1; }
	apt-get install --yes --quiet --no-install-recommends python3-venv
	$(PYTHON) -m venv .venv

# The browser client, built into the Python package; again when its sources change.
$(STATIC): web/node_modules/.make-npm $(WEB_SOURCES)
	@echo "Building the browser client"
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@

# The versions of the lock file, but unlike `npm ci` content without the binaries for other systems than this one.
web/node_modules/.make-npm: web/package-lock.json
	@echo "Fetching what the browser client is built with"
	@cd web && npm install --no-save --no-audit --no-fund --loglevel=error
	@touch $@

# The browser tests drive Debian's Chromium.
.venv/.make-chromium: .venv/.make-python
	@if command -v chromium >/dev/null; then :; \
	elif test "$$(id -u)" = 0 && command -v apt-get >/dev/null; then \
		apt-get update --quiet && apt-get install --yes --quiet --no-install-recommends chromium fonts-dejavu-core; \
	else echo "Chromium is missing: the browser tests will be skipped (apt install chromium)"; fi
	@touch $@

# The server's tests run on PostgreSQL too; they start one of their own.
.venv/.make-postgresql: .venv/.make-python
	@if ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then :; \
	elif test "$$(id -u)" = 0 && command -v apt-get >/dev/null; then \
		apt-get update --quiet && apt-get install --yes --quiet --no-install-recommends postgresql; \
	else echo "PostgreSQL is missing: its tests will be skipped (apt install postgresql)"; fi
	@touch $@
