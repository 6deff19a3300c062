"""What stands beside the versions of a law, about all of them: its supplements and properties."""

from compiler import tree as t
from compiler.diagnostics import Diagnostics
from compiler.folder import LawFolder
from compiler.parse import parse


def read_supplements(folder: LawFolder, diagnostics: Diagnostics) -> tuple[t.Supplement, ...]:
    """The supplements; none where there is no such file, or it cannot be read."""
    if folder.supplements is None:
        return ()
    path = folder.file("supplements.law")
    tree = parse(folder.supplements, "supplements", "en", path, diagnostics)
    return tree.supplements if isinstance(tree, t.SupplementsFile) else ()


def read_properties(folder: LawFolder, diagnostics: Diagnostics) -> t.PropertiesFile | None:
    """The properties; None where there is no such file, or it cannot be read."""
    if folder.properties is None:
        return None
    path = folder.file("properties.law")
    tree = parse(folder.properties, "properties", "en", path, diagnostics)
    return tree if isinstance(tree, t.PropertiesFile) else None


def ids_of(
    supplements: tuple[t.Supplement, ...], properties: t.PropertiesFile | None
) -> tuple[str, ...]:
    """The ids of all that a sentence stands beside: first properties, then supplements."""
    stated = properties.properties if properties is not None else ()
    names = [one.name.text for one in stated]
    return (*names, *(one.name.text for one in supplements))
