"""Do the tests bite? `make mutants TITLE=...` changes the rules a little, one change at a time, and sees whether a test
of behaviour fails. docs/testing.md says how to read its report."""
