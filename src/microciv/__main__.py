"""`python -m microciv` is the command `microciv`."""

from microciv.cli.main import main

if __name__ == "__main__":
    main()
