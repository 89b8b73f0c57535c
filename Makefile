# Short names for what is run often.
PYTHON ?= python3

.PHONY: diagnostics-score

diagnostics-score: ## how good the answers to 300 and more mistakes are: right line, right fix
	$(PYTHON) -m tests.diagnostics.score
