"""JSON as commands print it: in one line, letters as they are, nothing hidden among them."""

import json
from typing import Any

from compiler.visible import in_json


def json_line(data: Any) -> str:
    """``data`` as JSON; what a terminal would not show, or would obey, as an escape of JSON."""
    return in_json(json.dumps(data, ensure_ascii=False))
