"""What mkdocs does besides: pages for what links to the source tree, the rules of each title, and the notebooks.

Pages point into the source tree as readers of the repository see it (`../src/...`). On the site each file that is
linked has a page of its own, so that every link leads somewhere.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
SOURCE = "source"
LANGUAGES = {".py": "python", ".mjs": "javascript", ".toml": "toml", ".yaml": "yaml", ".json": "json"}
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
PROJECT = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
"""Pages of the project itself, which are in the navigation."""
WHEN_THERE = {"by-mail.md": ("Play", "Playing by mail")}
"""Pages that are in the navigation as soon as somebody has written them."""


def on_config(config: Any) -> Any:
    """Bring pages that may be missing into the navigation."""
    for page, (door, label) in WHEN_THERE.items():
        if (ROOT / "docs" / page).exists() and page not in json.dumps(config.nav):
            next(entry[door] for entry in config.nav if door in entry).append({label: page})
    return config


# -- pages that are made ------------------------------------------------------------------------------------------


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are not written by hand."""
    made = {**rules_pages(), **notebook_pages()}
    for file in [f for f in files if f.src_uri.endswith(".ipynb")]:
        files.remove(file)
    texts = {f.src_uri: f.content_string for f in files.documentation_pages()}
    wanted = {target for page, text in texts.items() for target in outside(page, text)} | set(PROJECT)
    while wanted:
        target = wanted.pop()
        page = page_of(target)
        if page not in made and (ROOT / target).exists():
            made[page] = source_page(target)
            wanted |= outside_of_source(target, made[page])
    for page, text in made.items():
        files.append(File.generated(config, page, content=text))
    return files


def outside(page: str, text: str) -> set[str]:
    """The files of the repository outside of docs/ that a page links to."""
    return {target for _, link, _ in LINK.findall(text) if (target := _target(f"docs/{page}", link))}


def outside_of_source(source: str, text: str) -> set[str]:
    """The same for a Markdown file of the repository, or a listing."""
    return {target for _, link, _ in LINK.findall(text) if (target := _target(_base(source), link))}


def _base(source: str) -> str:
    return source if (ROOT / source).is_file() else f"{source}/listing"


def _target(page: str, link: str) -> str | None:
    """The path of what a link of a page means, if it is a file of the repository outside of docs/."""
    if ":" in link:
        return None
    path = normpath(join(dirname(page), link))
    return None if path.startswith(("docs/", "..")) or not (ROOT / path).exists() else path


def page_of(target: str) -> str:
    """The page that shows a file of the repository."""
    return f"{SOURCE}/{target.removesuffix('.md')}.md"


def source_page(target: str) -> str:
    path = ROOT / target
    if path.is_dir():
        names = sorted(p.name for p in path.iterdir() if not p.name.startswith((".", "__pycache__")))
        return f"# {target}\n\n" + "".join(f"- [{name}]({name})\n" for name in names)
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    fence = "`" * 4
    return f"# {target}\n\n{fence}{LANGUAGES.get(path.suffix, 'text')}\n{text}\n{fence}\n"


def rules_pages() -> dict[str, str]:
    """The rules of each title, in our own words, as the game shows them."""
    from rasputitsa.kernel import title, titles

    return {f"rules/{name}.md": rules_page(title(name)) for name in titles()}


def rules_page(title: Any) -> str:
    lines = [f"# Rules: {title.label}\n", f"{title.help} In our own words, numbered as in the rule book.\n"]
    heading = ""
    for rule in title.board().rules:
        if rule.title != heading:
            heading = rule.title
            lines.append(f"\n## {heading}\n")
        lines.append(f"**{rule.id}** {rule.text}\n")
    return "\n".join(lines)


def notebook_pages() -> dict[str, str]:
    found = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
    return {f"notebooks/{file.stem}.md": notebook_page(json.loads(file.read_text(encoding="utf-8"))) for file in found}


def notebook_page(notebook: dict[str, Any]) -> str:
    """A notebook as a page: its words, its code, and what came out when it was last run."""
    return "\n\n".join(_cell(cell) for cell in notebook["cells"])


def _cell(cell: dict[str, Any]) -> str:
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return text
    return "\n\n".join([f"```python\n{text}\n```", *(_output(output) for output in cell["outputs"])])


def _output(output: dict[str, Any]) -> str:
    data = output.get("data", {})
    if "image/png" in data:
        return f'<img alt="output" src="data:image/png;base64,{"".join(data["image/png"]).strip()}">'
    text = "".join(output.get("text", data.get("text/plain", "")))
    return f"```text\n{text}\n```" if text else ""


# -- links --------------------------------------------------------------------------------------------------------


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Links to the repository lead to the pages that show it; those of its own pages to docs/ lead there."""
    here = page.file.src_uri
    base = _source_of(here) or f"docs/{here}"

    def turn(found: re.Match[str]) -> str:
        label, link, anchor = found[1], found[2], found[3] or ""
        target = _target(base, link)
        path = normpath(join(dirname(base), link))
        if target is not None:
            page_there = page_of(target)
        elif not base.startswith("docs/") and path.startswith("docs/"):
            page_there = path.removeprefix("docs/")
        else:
            return found[0]
        return f"[{label}]({relpath(page_there, dirname(here) or '.')}{anchor})"

    return LINK.sub(turn, markdown)


def _source_of(page: str) -> str | None:
    """The file that a page shows, or for a folder a name within it; None for a page of docs/."""
    if not page.startswith(f"{SOURCE}/"):
        return None
    path = page.removeprefix(f"{SOURCE}/")
    return path if (ROOT / path).is_file() else _base(path.removesuffix(".md"))
