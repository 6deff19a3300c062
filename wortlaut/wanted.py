"""What ``verify --property`` asks for: whether there is such a thing."""

from collections.abc import Iterable

from compiler.law import Law
from wortlaut.jobs import Job, Known, Request, asked_by, is_automatic, kind_of, kinds, matches
from wortlaut.options import fail, said


def check_wanted(law: Law, request: Request, jobs: Iterable[Job]) -> None:
    """Refuse what is neither a property, nor a kind, nor an obligation of one of ``jobs``.

    Raises ``Exit``, and says what there is.
    """
    stated = dict.fromkeys(one.id for code in request.languages for one in law.properties(code))
    # Of a law with several main flows a property is asked of each of them.
    whole = {one.split("@")[0] for one in stated}
    left = [one for one in request.wanted if one not in stated and one not in whole]
    for one in left:
        if not is_automatic(one):
            raise fail(
                said(
                    "fail_no_property",
                    id=one,
                    known=", ".join(stated),
                    kinds=", ".join(kinds()),
                )
            )
    left = [one for one in left if one != kind_of(one)]
    found: dict[str, None] = {}
    for id in _ids(law, request, jobs) if left else ():
        found[id] = None
        left = [one for one in left if not (matches(one, id) or id == kind_of(one))]
        if not left:
            return
    for one in left:
        alike = [id for id in found if kind_of(id) == kind_of(one)]
        raise fail(said("fail_no_obligation", id=one, known=", ".join(alike)))


def _ids(law: Law, request: Request, jobs: Iterable[Job]) -> Iterable[str]:
    """The ids of what ``jobs`` ask of every law."""
    from verify.automatic import ids

    known = Known(law, request)
    for job in jobs:
        if job.part != "properties":
            yield from ids(asked_by(known, job), request.kinds(job.part))
