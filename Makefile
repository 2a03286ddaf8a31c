# make app    serve the kit and open it            make lint   style, types, layers
# make test   every test, browser included         make bench  measure
# make lab    the notebooks with their code        make clean  remove what was built
# make games  a hundred thousand board games by chance, some minutes
# Options go in ARGS: make app ARGS='table --lang es', make test ARGS='-k odds'

VENV := .venv
BIN := $(VENV)/bin
# A new environment is needed when the pins change; a new install when something it copies or compiles changes.
PINS := $(VENV)/pins.stamp
INSTALLED := $(VENV)/install.stamp
COPIED := pyproject.toml hatch_build.py acey_teach/widgets/kit.css acey_teach/widgets/draw.py $(shell find acey_teach/app acey_teach/charts \
  acey_teach/i18n notebooks -type f -not -name '*.pyc' -not -name '*.mo' 2>/dev/null)
# All tests run in two processes, each file in one of them; with ARGS in this one, so that ARGS=--pdb works.
SIDE_BY_SIDE := --numprocesses=2 --dist=loadfile
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input

.PHONY: app test lab bench games lint setup clean
.DELETE_ON_ERROR:

setup: $(INSTALLED)

$(PINS): binder/requirements.txt
	@test -x $(BIN)/python || { python=$$(.ci/find-python) && echo "Making $(VENV) with $$python" && "$$python" -m venv $(VENV); }
	@echo "Installing what the kit needs (some minutes the first time)"
	@$(PIP) install --quiet --requirement $<
	@touch $@

$(INSTALLED): $(PINS) $(COPIED)
	@$(PIP) install --quiet --no-build-isolation --no-deps --editable .
	@touch $@

app: setup
	@$(BIN)/acey-teach app $(ARGS)

lab: setup
	@$(BIN)/acey-teach lab $(ARGS)

test: setup
	@BROWSER_PATH=$$(.ci/need-browser) && export BROWSER_PATH && $(BIN)/python -m pytest $(or $(ARGS),$(SIDE_BY_SIDE))

bench: setup
	@BROWSER_PATH=$$(.ci/need-browser) && export BROWSER_PATH && $(BIN)/python tests/bench/run.py $(ARGS)

games: setup
	@ACEY_TEACH_GAMES=100000 $(BIN)/python -m pytest tests/test_board_game.py -k by_chance --timeout=0 $(ARGS)

lint: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet acey_teach hatch_build.py
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m acey_teach.i18n.update --check

clean:
	rm -rf $(VENV) dist build acey_teach/_built .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find acey_teach tests -name __pycache__ -prune -exec rm -rf {} +
	find acey_teach -name '*.mo' -delete
