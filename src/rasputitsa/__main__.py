"""`python -m rasputitsa` is `rasputitsa`."""

from rasputitsa.cli import main

if __name__ == "__main__":
    main()
