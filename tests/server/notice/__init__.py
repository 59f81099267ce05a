"""Notices, with a real mail server on loopback (aiosmtpd) and a clock that tests can set."""
