"""Between parsing and elaboration: amendments, put into the trees of a law's versions.

Receives the tree of each version and the amendments that are asked for, in order; hands
on trees that read as the amended law does, and the glossary with the concepts that the
amendments bring. All passes that follow are those of any law, so references, coverage,
names, types, readings, properties and supplements are checked anew. Each part of a tree
that comes from an amendment knows the file it stands in.
"""

from compiler.amendments.files import Amendment, Amendments, hash_of, read_amendments

__all__ = ["Amendment", "Amendments", "hash_of", "read_amendments"]
