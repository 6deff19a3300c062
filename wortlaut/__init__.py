"""The command line and the Python façade: thin."""

__version__ = "0.1.0"
