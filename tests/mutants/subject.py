"""What is changed of a title, and the tests that judge it: found by folder, whatever the modules are called."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

import msgspec

from . import code, data
from .mutant import Mutant, told_apart

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
CONFORMANCE = "tests/conformance"
SHARED = ("src/rasputitsa/kernel", "src/rasputitsa/board", CONFORMANCE)
WARM = (
    "hypothesis",
    "rasputitsa.kernel.conformance",
    "rasputitsa.board.maps",
    "rasputitsa.table",
    "rasputitsa.players",
)
KINDS = (".py", ".toml", ".json", ".rec", ".tsv")


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """A title as the mutants see it. All folders are relative to `root`."""

    name: str
    root: Path
    folder: str
    package: str
    tests: str
    played: tuple[str, ...] = ()
    """Test files that play whole games: what dies only there is counted apart."""
    general: tuple[str, ...] = ()
    """Test files that hold any title's choices, refusals and clicks against each other; they count as behaviour."""
    shared: tuple[str, ...] = ()
    """Folders that the judgement depends on besides the title's own."""
    warm: tuple[str, ...] = ()
    """Modules that a worker imports beforehand."""
    left_out: data.Left = {}

    def behaviour_files(self) -> list[str]:
        """The test files that count."""
        left = self.left_out.get("tests", {})
        files = sorted((self.root / self.tests).rglob("test_*.py"))
        return [*(self._name(f) for f in files if not any(fnmatch(f.stem, p) for p in left)), *self.general]

    def modules(self) -> list[str]:
        """The modules that hold rules."""
        folder = self.root / self.folder
        files = (file for file in sorted(folder.rglob("*.py")) if not self._no_rules(file.relative_to(folder)))
        return [self._name(file) for file in files]

    def _no_rules(self, file: Path) -> bool:
        starts = tuple(self.left_out.get("modules", ()))
        return any(part.startswith(starts) for part in file.with_suffix("").parts) if starts else False

    def data_files(self) -> list[str]:
        folder = self.root / self.folder / "data"
        files = [file for kind in ("toml", "json") for file in sorted(folder.rglob(f"*.{kind}"))]
        names = ((file, str(file.relative_to(folder))) for file in files)
        return [self._name(file) for file, name in names if not data.left_out_file(name, self.left_out)]

    def mutants(self, part: str, seed: str) -> list[Mutant]:
        """Every mutant of a part: "fields", "data" or "code"."""
        if part == "code":
            return told_apart(m for file in self.modules() for m in code.mutants(file, self.read(file)))
        make = data.fields if part == "fields" else data.mutants
        return told_apart(m for file in self.data_files() for m in make(file, self.read(file), self.left_out, seed))

    def read(self, file: str) -> str:
        return (self.root / file).read_text(encoding="utf-8")

    def fingerprint(self) -> str:
        """Changes when anything changes that every verdict depends on: the title, what it stands on, and what its tests
        share, but not the test files."""
        folders = (self.folder, self.tests, *self.shared)
        files = [file for folder in folders for file in sorted(_sources(self.root / folder))]
        return self._digest(file for file in files if not self._is_test(file))

    def test_fingerprints(self) -> dict[str, str]:
        """Of each test file that counts, and of all of them together under ""."""
        files = {name: self.root / name for name in self.behaviour_files()}
        return {"": self._digest(files.values()), **{name: self._digest([file]) for name, file in files.items()}}

    def _is_test(self, file: Path) -> bool:
        return file.is_relative_to(self.root / self.tests) and file.match("test_*.py")

    def _digest(self, files: Iterable[Path]) -> str:
        digest = hashlib.sha256()
        for file in files:
            digest.update(self._name(file).encode() + b"\0" + file.read_bytes())
        return digest.hexdigest()[:12]

    def _name(self, file: Path) -> str:
        return file.relative_to(self.root).as_posix()


def _sources(folder: Path) -> Iterable[Path]:
    return (file for file in folder.rglob("*") if file.suffix in KINDS and "__pycache__" not in file.parts)


def titles() -> list[str]:
    """The titles that have rules to change."""
    folders = (ROOT / "src/rasputitsa/titles").glob("*/title.py")
    return sorted(file.parent.name.replace("_", "-") for file in folders)


def left_out(name: str) -> data.Left:
    """What is no rule, in all titles and in this one."""
    common = tomllib.loads((HERE / "left_out.toml").read_text(encoding="utf-8"))
    own = common.pop("only", {}).get(name, {})
    return {part: {**common.get(part, {}), **own.get(part, {})} for part in {*common, *own}}


def title(name: str) -> Subject:
    package = name.replace("-", "_")
    return Subject(
        name=name,
        root=ROOT,
        folder=f"src/rasputitsa/titles/{package}",
        package=f"rasputitsa.titles.{package}",
        tests=f"tests/{package}",
        played=(f"{CONFORMANCE}/test_recorded.py", f"{CONFORMANCE}/test_perft.py"),
        general=(f"{CONFORMANCE}/test_choices.py",),
        shared=SHARED,
        warm=WARM,
        left_out=left_out(name),
    )
