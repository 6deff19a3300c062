"""What the unknown that stands for a variable is called: after where the variable is set.

The law's own word for it would do as well. But two versions of a law that say the same
in other words then ask the solver the same questions, which are answered once.
"""

from collections import Counter

from runtime.graph import ChooseNode, Graph, LetNode


def unknowns(graph: Graph) -> dict[str, str]:
    """The name of the unknown for each variable, in the order in which these are set."""
    found = {name: f"argument {number}" for number, name in enumerate(graph.parameters)}
    set_in: Counter[str] = Counter()
    for node in graph.nodes:
        if isinstance(node, LetNode | ChooseNode) and node.name not in found:
            set_in[node.ref] += 1
            # A dot would set off the field of a record.
            found[node.name] = f"{node.ref.replace('.', '-')} variable {set_in[node.ref]}"
    return found
