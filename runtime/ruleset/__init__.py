"""The rule set's model: types, expressions, statements, and the whole."""
