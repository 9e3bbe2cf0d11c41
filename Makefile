# Needs git, make and Python 3.11 or newer; everything else is installed here, locked, under .venv and web/node_modules.
# "make" alone lists the targets.

BIN := .venv/bin
# Python compiles what is used when it is used; to have pip compile all takes longer than the rest of its work.
PIP := $(BIN)/python -m pip --disable-pip-version-check install -qq --no-compile --require-hashes -r
EDITABLE := $(BIN)/python -m pip --disable-pip-version-check install -qq --no-deps --no-build-isolation --no-index -e
EXAMPLES := $(wildcard examples/*/pyproject.toml)
CLIENT := src/mamayev/server/client/index.html
MODULES := web/node_modules/.package-lock.json
SITE := build/site/files.json
WHEEL := .cache/pyodide/.made
PYTHONS := $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python

# A Python that may not keep what it has compiled does it anew in each of the tests' many processes.
unexport PYTHONDONTWRITEBYTECODE

DEPTH := 2
PYTEST = chromium=$$(sh tools/chromium.sh $(BROWSER)) && postgres=$$(sh tools/postgres.sh) && \
    CHROMIUM="$$chromium" POSTGRES="$$postgres" $(BIN)/python -m pytest $(if $(ALONE),,-n auto --dist loadgroup)
SHORT := -m "not deep" --depth 0.2 --mamayev-trails tests/trails

.PHONY: help play test test-again test-deep browsers env client site lint format protocol types contract docs wheel wheel-compiled release release-check pages check bench compiled study stories league values golden stored trails pictures audit lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

play: .venv/.play client ## set up what is missing, start the server, open the browser
	@$(BIN)/mamayev serve

# Short searches in the battery, and without the dearest tests (tests/deep.txt).
test: env client site ## the tests: Python, the client's own, and the browser's
	$(NPM) test --silent
	@$(PYTEST) $(SHORT)

test-again: ALONE = yes
test-again: env client site ## the tests that failed last time, one after the other
	@$(BIN)/python tools/failed_tests.py > .cache/failed.txt
	@$(PYTEST) $(SHORT) @.cache/failed.txt

test-deep: BROWSER = whole
test-deep: env client site ## the types of components by eslint; then all tests, with long searches and a new seed each time: DEPTH=10 for longer ones, SEED=N for the same again
	$(NPM) run lint:deep
	@seed=$${SEED:-$$(date +%s)}; echo "To run the same again: make test-deep SEED=$$seed DEPTH=$(DEPTH)"; \
	    $(PYTEST) --depth $(DEPTH) --hypothesis-seed $$seed || \
	    { echo "Failed. To run the same again: make test-deep SEED=$$seed DEPTH=$(DEPTH)" >&2; exit 1; }

browsers: env .venv/.browsers client site ## the site and the server in Firefox and in WebKit; pictures of both in build/browsers
	@set -e; found=$$(sh tools/browsers.sh); export $$found; \
	    "$$XVFB_RUN" -a -s "-screen 0 1600x1000x24" $(BIN)/python -m pytest tests/browsers

env: .venv/.dev ## the environment with the tools that tests and checks need

trails: env ## search again for the trails to every box and verb that make test replays; after a change of rules
	$(BIN)/python tools/trails.py tests/trails

client: $(CLIENT) ## build the browser client into the package

site: env client $(SITE) ## the table as files for any web host, into build/site: no server, every browser its own

lint: env $(MODULES) ## ruff; the workflows; the client's prettier, eslint, svelte-check and types: rules and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/actionlint
	@$(PROTOCOL) && $(NPM) run protocol --silent -- --check || \
	    { echo "web/src/protocol.ts is not what the server's forms give: run make protocol." >&2; exit 1; }
	$(NPM) run lint

format: env $(MODULES) ## mend what can be mended of that
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python tools/snippets.py
	$(BIN)/python tools/flow_chart.py
	$(NPM) run format

stored: env ## keep stored games of a new release for the tests: make stored NAME=0.2
	$(BIN)/python tools/stored_games.py tests/stored/$(NAME).sql.gz

protocol: env $(MODULES) ## write the client's types, web/src/protocol.ts, from the server's forms
	@$(PROTOCOL)
	$(NPM) run protocol --silent

types: env ## mypy --strict; the package for Windows, too, where less of the standard library is there
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .cache/mypy-windows src

contract: env ## imports point down only, and in no circle
	$(BIN)/lint-imports --no-logo --cache-dir .cache/import-linter

docs: env ## build the documents into site/, warnings are errors
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

wheel: env client ## build wheel and source archive into dist/
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist

wheel-compiled: env client ## a wheel for this Python and platform, its rules compiled; the tests run on what is in it
	rm -rf dist/compiled
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=true $(BIN)/python -m build --no-isolation --wheel --outdir dist/compiled
	$(BIN)/python bench/compiled.py --tests --wheel dist/compiled/*.whl

release: wheel site ## what a release has: wheel, source archive, the site and the files for compose as zips, in dist/
	@$(BIN)/python tools/site_zip.py
	@$(BIN)/python tools/compose_zip.py

release-check: release ## all that can be checked of a release on one machine, in a fresh clone: 15 minutes
	@chromium=$$(sh tools/chromium.sh) && CHROMIUM="$$chromium" $(WITH_NODE) $(BIN)/python tools/release_check.py

pages: docs site ## the site, and the documents in its folder docs, for a host of pages: build/pages
	rm -rf build/pages
	cp -r build/site build/pages
	cp -r site build/pages/docs

check: lint types contract docs ## all checks that are no tests

bench: env .venv/.bench site ## measure everything, or PARTS="peers site", into docs/performance.md (leave the machine alone meanwhile)
	@chromium=$$(sh tools/chromium.sh) && CHROMIUM="$$chromium" $(BIN)/python bench/report.py docs/performance.md $(PARTS)

compiled: env ## compile engine and rules with mypyc in a temporary folder, test that build, say how much faster it is
	$(BIN)/python bench/compiled.py --tests

study: env ## the staff study of The Cauldron, its report put into docs/ (Ctrl-C and again: it goes on)
	$(BIN)/mamayev study cauldron --games 1000 --workers -1 --out .cache/study-cauldron
	cp .cache/study-cauldron/report.html docs/study-cauldron.html

stories: env ## write the reports among the documents, docs/examples, again (after a change of a report or a staff)
	$(BIN)/python tools/stories.py docs/examples

values: env ## learn anew what positions are worth to a search (after a change of a staff): data/values.json of the games
	$(BIN)/python tools/values.py

league: env ## rate our own players anew: docs/players.md, and the line beside each opponent (Ctrl-C and again: it goes on)
	$(BIN)/python tools/league.py

audit: env ## ask the lists of known vulnerabilities about what is locked; fails where something is known, or could not be looked up
	@$(BIN)/python tools/audit.py

pictures: env client ## take the README's pictures anew
	@$(BIN)/python tools/pictures.py

golden: env ## play the golden games anew, after a meant change of rules (tests/match/test_golden.py)
	$(BIN)/python -m mamayev.testing.golden tests/golden $(notdir $(wildcard tests/golden/*))

lock: env ## bring requirements/ in line with pyproject.toml (tools/lock.sh --upgrade renews all)
	sh tools/lock.sh

clean: ## remove all that was built or installed here
	rm -rf .venv .cache build dist site web/node_modules src/mamayev/server/client

# --- what the targets stand on -------------------------------------------------------------------------------------

# The client is built by the system's Node where it is new enough, else by the one from PyPI.
NODE_FITS := $(shell command -v npm >/dev/null 2>&1 && node -e \
    'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a == 22 && b >= 13) || (a == 20 && b >= 19) ? 0 : 1)' \
    2>/dev/null && echo yes)
ifeq ($(NODE_FITS),yes)
NODE :=
WITH_NODE :=
else
NODE := .venv/.node
WITH_NODE := PATH="$(CURDIR)/$(BIN):$$PATH"
endif

.venv/.made:
	@python=$$(for p in $(PYTHONS); do \
	    "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && command -v "$$p" && break; done); \
	if [ -z "$$python" ]; then \
	    echo "Mamayev needs Python 3.11 or newer; this machine's python3 is: $$(python3 --version 2>&1 || true)." >&2; \
	    echo "Install a newer one, or name it: make PYTHON=/path/to/python3.12 $(MAKECMDGOALS)" >&2; exit 1; fi; \
	rm -rf .venv; \
	if ! "$$python" -m venv .venv; then \
	    rm -rf .venv; \
	    echo "$$python cannot make virtual environments; on Debian and Ubuntu install the package python3-venv." >&2; \
	    exit 1; fi
	@touch $@

.venv/.play: .venv/.made requirements/play.txt pyproject.toml
	@echo "Installing what the game needs into .venv ..."
	@$(PIP) requirements/play.txt
	@$(EDITABLE) .
	@touch $@

.venv/.dev: .venv/.play requirements/dev.txt $(EXAMPLES) | $(NODE)
	@echo "Installing the tools for tests and checks into .venv ..."
	@$(PIP) requirements/dev.txt
	@for example in $(EXAMPLES); do $(EDITABLE) "$${example%/*}" || exit 1; done
	@touch $@

.venv/.bench: .venv/.dev requirements/bench.txt
	@echo "Installing the peers that we are measured beside ..."
	@$(PIP) requirements/bench.txt
	@touch $@

.venv/.browsers: .venv/.dev requirements/browsers.txt
	@echo "Installing what drives other browsers ..."
	@$(PIP) requirements/browsers.txt
	@touch $@

# Node brings its own certificates; let it trust what the system trusts, too, as behind a company's proxy.
CERTIFICATES := $(wildcard /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt)
ifneq ($(CERTIFICATES),)
NODE_EXTRA_CA_CERTS ?= $(firstword $(CERTIFICATES))
export NODE_EXTRA_CA_CERTS
endif

NPM := $(WITH_NODE) npm --prefix web --no-update-notifier

.venv/.node: .venv/.play requirements/node.txt
	@echo "No Node 20.19 or newer here: installing one into .venv ..."
	@$(PIP) requirements/node.txt
	@touch $@

$(MODULES): web/package-lock.json | $(NODE)
	@echo "Installing what the client's build needs into web/node_modules ..."
	@$(NPM) ci --no-audit --no-fund --loglevel=error
	@touch $@

# The server's forms, for web/src/protocol.ts.
PROTOCOL := mkdir -p .cache && $(BIN)/python tools/protocol.py > .cache/protocol.json

# For Python in the browser: the version of the lock, by its hash there.
$(WHEEL): .venv/.dev
	@mkdir -p $(@D)
	@sed -n '/^msgspec==/,/[^\\]$$/p' requirements/play.txt > $(@D)/msgspec.txt
	@$(BIN)/python -m pip --disable-pip-version-check download -qq --no-deps --only-binary :all: --require-hashes \
	    --platform pyemscripten_2026_0_wasm32 --python-version 3.14 --implementation cp --abi cp314 -d $(@D) -r $(@D)/msgspec.txt
	@touch $@

PACKAGE := $(shell find src/mamayev -type f -not -path '*/__pycache__/*' -not -path '*/server/client/*' 2>/dev/null)

$(SITE): $(CLIENT) $(WHEEL) $(PACKAGE) pyproject.toml
	@echo "Packing the table for browsers ..."
	@$(WITH_NODE) $(BIN)/mamayev site --out $(@D) $(if $(SITE_ADDRESS),--address $(SITE_ADDRESS))

WEB_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/test*' 2>/dev/null)

$(CLIENT): $(WEB_SOURCES) $(MODULES)
	@echo "Building the client ..."
	@$(NPM) run build --silent -- --logLevel error
	@touch $@
