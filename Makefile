# Every target sets up .venv by itself: with uv where it is installed, else with python3 -m venv and pip.
# PYTHON=... chooses the interpreter (3.11 to 3.13); HEADWATER_PORT and HEADWATER_HOME reach demo and serve.

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.complete
SUPPORTED := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
# The first interpreter that runs and is of a supported version; a name on PATH alone proves nothing (version managers).
PYTHON ?= $(firstword $(foreach name,python3.11 python3.12 python3.13 python3,$(shell $(name) -c '$(SUPPORTED)' 2>/dev/null && echo $(name))))

# Servers and workers that tests start would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup demo serve test check bench

help:
	@echo "make setup   create .venv with everything the product and its tests need"
	@echo "make demo    open the dashboard on the sample data (HEADWATER_PORT, default 8501)"
	@echo "make serve   open the dashboard on your own data (HEADWATER_HOME)"
	@echo "make test    run every test"
	@echo "make check   lint, format, types, architecture"
	@echo "make bench   measure what the README and the Method page quote"

setup: $(STAMP)

demo: $(STAMP)
	@$(BIN)/headwater demo

serve: $(STAMP)
	@$(BIN)/headwater serve

test: $(STAMP)
	@$(BIN)/python -m pytest -n auto --dist worksteal

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict core
	$(BIN)/python -m pytest -q tests/test_architecture.py tests/test_untrusted_text.py

bench: $(STAMP)
	@$(BIN)/python -m benchmarks

$(STAMP): pyproject.toml constraints.txt
	@set -e; \
	python="$(PYTHON)"; \
	if command -v uv >/dev/null 2>&1; then \
	  "$(BIN)/python" -c '$(SUPPORTED)' 2>/dev/null || uv venv --quiet --clear --python "$${python:->=3.11,<3.14}" "$(VENV)"; \
	  uv pip install --quiet --python "$(BIN)/python" --require-hashes --requirement constraints.txt; \
	  uv pip install --quiet --python "$(BIN)/python" --no-deps --no-build-isolation --editable .; \
	else \
	  test -n "$$python" || { echo "No Python 3.11, 3.12 or 3.13 found; name one with PYTHON=..." >&2; exit 2; }; \
	  "$(BIN)/python" -m pip --version >/dev/null 2>&1 || "$$python" -m venv --clear "$(VENV)"; \
	  "$(BIN)/python" -c '$(SUPPORTED)' || { echo "$(VENV) needs Python 3.11, 3.12 or 3.13" >&2; exit 2; }; \
	  "$(BIN)/python" -m pip install --quiet --require-hashes --requirement constraints.txt; \
	  "$(BIN)/python" -m pip install --quiet --no-deps --no-build-isolation --editable .; \
	fi; \
	touch "$(STAMP)"
