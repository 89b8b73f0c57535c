# Short names for what ./run does, for people whose hands say "make".
PYTHON ?= python3

.PHONY: test bench bench-check diagnostics-score docs

test:
	./run test

bench:
	./run bench

bench-check:
	./run bench --check

diagnostics-score: ## how good the answers to 300 and more mistakes are: right line, right fix
	$(PYTHON) -m tests.diagnostics.score

docs: ## the documentation as a book, in docs/_build; needs pip install -e ".[docs]"
	$(PYTHON) docs/make_cli.py
	$(PYTHON) docs/make_phrases.py
	$(PYTHON) docs/make_generality.py
	$(PYTHON) -m sphinx -W --keep-going -q docs docs/_build
