"""The notebooks of the docs run from top to bottom, with fewer games than on the site."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("nbclient")
pytest.importorskip("matplotlib")
import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GAMES", "1")
    monkeypatch.setenv("PLAYOUTS", "4")
    notebook = nbformat.read(file, as_version=4)
    where = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources=where).execute()


def test_the_site_shows_what_came_out():
    assert len(NOTEBOOKS) >= 5
    for file in NOTEBOOKS:
        cells = [cell for cell in nbformat.read(file, as_version=4).cells if cell.cell_type == "code"]
        assert any(cell.outputs for cell in cells), f"{file.name}: run 'make notebooks'"
