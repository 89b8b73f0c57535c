# Short names for what ./run does, for people whose hands say "make".
PYTHON ?= ./run python

SANITIZED ?= tests/compiler/test_native_words.py tests/compiler/test_native_refused.py tests/compiler/test_native_interrupts.py \
	tests/compiler/test_native_playouts.py tests/compiler/test_native_positions.py -k "not most_dangerous_time and not nobunaga"

.PHONY: test bench bench-check diagnostics-score docs sanitize
.PHONY: trust secrecy fuzz conservation kills soak branches mutants proofs audit lock messages

NUMBER ?= 2000
MINUTES ?= 60

test:
	./run test

test-%: ## make test-quick, test-games and so on: a tier, see ./run --help
	./run test $*

bench: ## make bench BASE=commit: also how long that commit takes to make what is fast
	./run bench $(if $(BASE),--base $(BASE))

bench-check:
	./run bench --check

diagnostics-score: ## how good the answers to 300 and more mistakes are: right line, right fix
	$(PYTHON) -m tests.diagnostics.score

sanitize: ## the tests of the native library, made by gcc so that it looks for wrong addresses and for what C leaves open
	./run python -c ""
	CC="gcc -fsanitize=address,undefined -fno-sanitize-recover=undefined -g1" ASAN_OPTIONS=detect_leaks=0 \
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
	.venv/bin/python -m pytest -s $(SANITIZED)

trust: ## what is promised, measured: the short form of everything, one line for each target
	$(PYTHON) -m tools.trust

secrecy: ## make secrecy NUMBER=20000: positions at which no seat may notice what is hidden from it
	$(PYTHON) -m tests.secrecy.harness --positions $(NUMBER)

fuzz: ## make fuzz NUMBER=50000: inputs, each with an answer; ATHERIS=600 lets atheris look for so many seconds
	$(PYTHON) -m tests.hostile.fuzz --inputs $(NUMBER) $(if $(ATHERIS),--atheris $(ATHERIS))

conservation: ## make conservation NUMBER=2000: games of each table in which nothing is lost, and which end
	$(PYTHON) -m tests.games.conservation --games $(NUMBER)

kills: ## make kills NUMBER=200: servers killed under load, on SQLite and two at PostgreSQL; no choice may be lost
	$(PYTHON) -m tests.web.kills --kills $(NUMBER)
	$(PYTHON) -m tests.web.kills --kills $(NUMBER) --postgres

soak: ## make soak MINUTES=60: play, pages, bots and strangers at one server, which may not grow
	$(PYTHON) -m tests.web.soak --minutes $(MINUTES)

branches: ## which share of the lines and branches of dsl, compiler, runtime and web the tests come to
	$(PYTHON) -m tools.branches

mutants: ## make mutants SEED=2: which share of small changes to runtime and web, taken at random, the tests notice
	$(PYTHON) -m tools.mutants --seed $(or $(SEED),1)

proofs: ## games held against what others have published of them; LONG=1 counts deeper and plays more
	$(PYTHON) -m tools.proofs $(if $(LONG),--long)

audit: ## known holes in the packages that tools/locked.txt names; asks for the list of holes over the network
	$(PYTHON) -m pip_audit --strict --disable-pip --require-hashes -r tools/locked.txt

messages: ## the catalogues of messages brought up to date with the code, and compiled; prints what is not translated
	$(PYTHON) -m tools.messages

lock: ## tools/locked.txt anew, for every Python and system; make lock LOOK=1: which packages have newer releases; UPGRADE=1 takes them
	$(PYTHON) -m tools.lock $(if $(LOOK),--look) $(if $(UPGRADE),--upgrade)

docs: ## the documentation as a book, in docs/_build; needs pip install -e ".[docs]"
	$(PYTHON) docs/make_cli.py
	$(PYTHON) docs/make_phrases.py
	$(PYTHON) docs/make_generality.py
	$(PYTHON) -m sphinx -W --keep-going -q docs docs/_build
