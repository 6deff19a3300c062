"""A question that every working solver answers at once."""

import z3


def solver_answers() -> tuple[bool, str]:
    """Whether the solver knows that 3 is the only whole number between 2 and 4; and its name."""
    number = z3.Int("number")
    solver = z3.Solver()
    solver.add(number > 2, number < 4)
    found = solver.check() == z3.sat and solver.model()[number].as_long() == 3
    solver.add(number != 3)
    return found and solver.check() == z3.unsat, f"z3 {z3.get_version_string()}"
