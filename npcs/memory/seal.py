"""Whether the files below an index are still as they were left.

Chroma reads the files of its vectors without looking: one that was cut or changed ends the whole process, and no
`except` can stop that. So their checksums are kept beside them and compared before Chroma is let near.
"""

import json
from hashlib import blake2b
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

Stamp: TypeAlias = tuple[int, int]
"""Size and time of change: what says, while the game runs, that a file was written again."""


class Seal(Struct, frozen=True):
    """The files of vectors in a folder, as they were last seen."""

    stamps: dict[str, Stamp] = {}
    checksums: dict[str, str] = {}
    """By path inside the folder."""


def sealed(folder: Path, before: Seal | None = None) -> Seal:
    """Return the seal of a folder as it is now; what has not changed since `before` is not read again."""
    before = before or Seal()
    stamps = {path.relative_to(folder).as_posix(): _stamp(path) for path in _vector_files(folder)}
    if stamps == before.stamps:
        return before
    checksums = {
        name: before.checksums[name] if before.stamps.get(name) == stamp else _checksum(folder / name)
        for name, stamp in stamps.items()
    }
    return Seal(stamps, checksums)


def is_whole(folder: Path, file: Path) -> bool:
    """Return whether the vectors in a folder are those that the seal in `file` speaks of."""
    try:
        written = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        written = {}
    except (OSError, ValueError):
        return False
    return bool(sealed(folder).checksums == written)


def write(seal: Seal, file: Path) -> None:
    """Write a seal, whole or not at all."""
    new = file.with_suffix(".new")
    new.write_text(json.dumps(seal.checksums, indent=1), encoding="utf-8")
    new.replace(file)


def _vector_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*/*") if path.is_file())


def _stamp(path: Path) -> Stamp:
    status = path.stat()
    return status.st_size, status.st_mtime_ns


def _checksum(path: Path) -> str:
    return blake2b(path.read_bytes(), digest_size=16).hexdigest()
