"""What TBX-Basic (ISO 30042:2019, style DCA) demands of an entry, as far as it is used here.

Said in the words of these tests after reading the dialect's RELAX NG and Schematron, of
which no copy may be kept: for each element what may stand in it, in this order, with how
often; and which data categories it may have.
"""

import re

from lxml import etree

NAMESPACE = "{urn:iso:std:iso:30042:ed-2}"

# As a regular expression over the names of the children.
CONTENT = {
    "tbx": "tbxHeader text",
    "tbxHeader": "fileDesc( encodingDesc)?( revisionDesc)?",
    "fileDesc": "(titleStmt )?(publicationStmt )?sourceDesc( sourceDesc)*",
    "titleStmt": "title( note)*",
    "sourceDesc": "p( p)*",
    "text": "body( back)?",
    "body": "conceptEntry( conceptEntry)*",
    "conceptEntry": "((descrip|descripGrp|admin|note|ref|xref) )*langSec( langSec)*",
    "langSec": "((descrip|descripGrp|admin|note|ref|xref) )*termSec( termSec)*",
    "termSec": "term( termNote)*( (descrip|descripGrp|admin|note|ref|xref))*",
    "descripGrp": "descrip( (descripNote|admin|note|ref|xref))*",
}
CATEGORIES = {
    ("conceptEntry", "descrip"): {"subjectField": None, "definition": None},
    ("descripGrp", "descrip"): {"context": None, "definition": None},
    ("descripGrp", "admin"): {"source": None},
    ("termSec", "termNote"): {
        "administrativeStatus": {
            "preferredTerm-admn-sts",
            "admittedTerm-admn-sts",
            "deprecatedTerm-admn-sts",
            "supersededTerm-admn-sts",
        },
        "termType": {"fullForm", "acronym", "abbreviation", "shortForm", "variant", "phrase"},
        "partOfSpeech": {"adjective", "noun", "other", "verb", "adverb"},
    },
}


def check(root: etree._Element) -> None:
    """Fail where the document is not in the dialect."""
    assert root.tag == f"{NAMESPACE}tbx"
    assert (root.get("type"), root.get("style")) == ("TBX-Basic", "dca")
    assert root.get(LANG)
    for element in root.iter():
        assert element.tag.startswith(NAMESPACE)
        name = element.tag.removeprefix(NAMESPACE)
        inside = " ".join(child.tag.removeprefix(NAMESPACE) for child in element)
        assert re.fullmatch(CONTENT.get(name, ""), inside), (name, inside)
        if name in CONTENT:
            assert not (element.text or "").strip()
        else:
            assert (element.text or "").strip(), name
        kind = element.get("type")
        if name in ("descrip", "admin", "termNote"):
            above = element.getparent().tag.removeprefix(NAMESPACE)
            values = CATEGORIES[above, name][kind]
            assert values is None or element.text in values
        elif name != "tbx":
            assert kind is None
        if name == "langSec":
            assert element.get(LANG)
    ids = root.xpath("//@id")
    assert len(ids) == len(set(ids))


LANG = "{http://www.w3.org/XML/1998/namespace}lang"
