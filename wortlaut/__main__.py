"""``python -m wortlaut``: the command, where no script of that name is on the path."""

from wortlaut.cli import main

if __name__ == "__main__":
    main()
