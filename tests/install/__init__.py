"""Does what we build work where nothing else is?

`python -m tests.install` builds wheel and source archive from a clean copy, installs each with its dependencies in an
empty environment, and plays an action in the browser. The suite does the same with the wheel, on the dependencies that
are there already.
"""
