#!/usr/bin/env python3
"""Prints how many lines and words a text file has, as JSON. Usage: count.py FILE"""

import json
import sys


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: count.py FILE", file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            text = file.read()
    except OSError as error:
        print(f"cannot read {sys.argv[1]}: {error.strerror}", file=sys.stderr)
        return 1
    print(json.dumps({"lines": len(text.splitlines()), "words": len(text.split())}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
