"""The version of the package, in this one place."""

VERSION = "0.1.0"
