"""For all tests: no property test fails because the machine is busy."""

from hypothesis import settings

settings.register_profile("steady", deadline=None)
settings.load_profile("steady")
