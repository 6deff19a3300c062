"""A hook of MkDocs: code blocks as they are written in this repository.

A fence may say which file it belongs to (``law statutes/de.law``), which the tests read and
the parser of Markdown would not. In a block, what is typed is told from what is printed, and
the quoted text of a law from its meaning. What the search has indexed is written as a script
too: a page that is opened from a folder may run one, and may read no other file.
"""

import re
from pathlib import Path
from typing import Any

from mkdocs.plugins import event_priority

_FENCE = re.compile(r"^(`{3,}\w+) .+$", re.MULTILINE)
_BLOCK = re.compile(r'(<code class="language-(console|law)">)(.*?)(</code>)', re.DOTALL)
_MARKED = {
    "console": re.compile(r"^\$ .*$", re.MULTILINE),
    "law": re.compile(r"(?<=^)[ ]*\| .*$", re.MULTILINE),
}
_TAG = {"console": "b", "law": "em"}


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The source of a page, each fence with its language alone."""
    return _FENCE.sub(r"\1", markdown)


def on_page_content(html: str, **_: Any) -> str:
    """A page, with what is typed and what is quoted marked in its blocks; tables may scroll."""

    def marked(block: re.Match[str]) -> str:
        begin, kind, text, end = block.groups()
        tag = _TAG[kind]
        return begin + _MARKED[kind].sub(rf"<{tag}>\g<0></{tag}>", text) + end

    html = _BLOCK.sub(marked, html)
    return html.replace("<table>", '<div class="wide"><table>').replace(
        "</table>", "</table></div>"
    )


@event_priority(-100)  # after the index is written
def on_post_build(config: Any, **_: Any) -> None:
    """The index of the search as a script, and nothing of what only a server can make use of."""
    folder = Path(config.site_dir) / "search"
    index = (folder / "search_index.json").read_text("utf-8")
    (folder / "index.js").write_text(f"const search_index = {index};\n", "utf-8")
    for name in ("main.js", "worker.js", "search_index.json"):
        (folder / name).unlink()
