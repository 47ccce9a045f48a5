"""List accounts whose last bill makes up for estimates that were too low.

Reads a CSV with the columns account, date, reading, kind (actual or estimated), sorted by account and date.
"""

import csv
import sys
from itertools import groupby

THRESHOLD = 1.25


def months_of_catch_up(readings):
    """How many estimated readings precede the last one, when that is an actual reading."""
    if readings[-1]["kind"] != "actual":
        return 0
    estimated = 0
    for row in reversed(readings[:-1]):
        if row["kind"] != "estimated":
            break
        estimated += 1
    return estimated


def main(path):
    with open(path, newline="", encoding="utf-8") as source:
        rows = list(csv.DictReader(source))
    print("account,billed,average,months")
    for account, group in groupby(rows, key=lambda row: row["account"]):
        readings = list(group)
        months = months_of_catch_up(readings) if len(readings) > 2 else 0
        if months == 0 or len(readings) < months + 2:
            continue
        values = [float(row["reading"]) for row in readings]
        billed = values[-1] - values[-2]
        average = (values[-1] - values[-2 - months]) / (months + 1)
        if average > 0 and billed > THRESHOLD * average:
            print(f"{account},{billed:.0f},{average:.0f},{months + 1}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: catch_up.py READINGS.csv")
    main(sys.argv[1])
