"""Fog of war: nothing that is sent to a seat says what that seat may not know. docs/testing.md says what is looked at;
`python -m tests.leaks --games 50` is the long look."""
