# Short names for what ./run does, for people whose hands say "make".
PYTHON ?= python3

SANITIZED ?= tests/compiler/test_native_words.py tests/compiler/test_native_refused.py tests/compiler/test_native_interrupts.py \
	tests/compiler/test_native_playouts.py -k "not most_dangerous_time and not nobunaga"

.PHONY: test test-quick test-games test-native test-long bench bench-check diagnostics-score docs sanitize

test:
	./run test

test-quick:
	./run test quick

test-games:
	./run test games

test-native:
	./run test native

test-long:
	./run test long

bench:
	./run bench

bench-check:
	./run bench --check

diagnostics-score: ## how good the answers to 300 and more mistakes are: right line, right fix
	$(PYTHON) -m tests.diagnostics.score

sanitize: ## the tests of the native library, made by gcc so that it looks for wrong addresses and for what C leaves open
	CC="gcc -fsanitize=address,undefined -fno-sanitize-recover=undefined -g1" ASAN_OPTIONS=detect_leaks=0 \
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
	$(PYTHON) -m pytest -s $(SANITIZED)

docs: ## the documentation as a book, in docs/_build; needs pip install -e ".[docs]"
	$(PYTHON) docs/make_cli.py
	$(PYTHON) docs/make_phrases.py
	$(PYTHON) docs/make_generality.py
	$(PYTHON) -m sphinx -W --keep-going -q docs docs/_build
