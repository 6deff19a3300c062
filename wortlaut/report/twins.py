"""The machine-readable twins of the tables: JSON beside each, which a browser does not run."""

import json
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from compiler.visible import in_json


class Twins:
    """Collects the rows of tables; the page carries them all, each under its table's name."""

    def __init__(self) -> None:
        self._rows: dict[str, Any] = {}

    def add(self, name: str, rows: Any) -> str:
        """Keep ``rows``, which JSON can hold; the id of the twin, for the table's ``data-twin``."""
        self._rows[name] = rows
        return f"twin-{name}"

    @property
    def rows(self) -> Mapping[str, Any]:
        """What was added, by name."""
        return self._rows

    @property
    def html(self) -> Markup:
        """All of them as blocks of data. No ``<`` is in them, so that none ends its block."""
        return Markup("\n").join(
            Markup('<script type="application/json" id="twin-{}">{}</script>').format(
                name, Markup(_safe(rows))
            )
            for name, rows in self._rows.items()
        )


def _safe(rows: Any) -> str:
    text = in_json(json.dumps(rows, ensure_ascii=False, separators=(",", ":")))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
