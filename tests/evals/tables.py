"""How a study ends: one table, each figure beside its target."""

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table

COLUMNS = ("what", "measured", "target", "besides")


def shown(title: str, rows: Iterable[tuple[str, str, str, str]], caption: str = "") -> None:
    """Print one table: what, measured, target, besides."""
    table = Table(title=title, caption=caption or None)
    for column in COLUMNS:
        table.add_column(column)
    for row in rows:
        table.add_row(*row)
    console = Console(width=130)
    console.print()
    console.print(table)


def share(part: int, whole: int) -> str:
    """Return `3 of 248 (1.2 %)`."""
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "0 of 0"
