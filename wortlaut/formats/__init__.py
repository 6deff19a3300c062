"""Findings for other programs: code scanning (SARIF) and test reports (JUnit)."""
