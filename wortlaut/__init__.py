"""The command line and the Python façade: thin."""

from importlib import metadata

__version__ = metadata.version("wortlaut")
