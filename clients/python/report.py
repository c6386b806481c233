"""Runs the checks one after the other; the last line counts."""

import sys
from collections.abc import Callable, Sequence


def report(checks: Sequence[Callable[[], None]]) -> None:
    failed = 0
    for check in checks:
        try:
            check()
        except Exception as problem:
            failed += 1
            text = str(problem).replace("\n", " ")
            print(f"FAILED {check.__name__}: {type(problem).__name__}: {text}")
    print(f"{len(checks) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


def same(found: object, expected: object) -> None:
    assert found == expected, f"{found!r} is not {expected!r}"
