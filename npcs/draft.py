"""A story as its author wrote it: the files and their raw tables, which may hold any mistake.

Checks read raw tables, so that a mistake in one key hides none in another.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import npcs
import world
from npcs.problems import Finding, Problem, did_you_mean, nearest
from world.toml_source import KeyPath, Position, Positions, TomlError, decoded, parsed

VILLAGE = "world/village"
CAST = "npcs/cast"
FILES = {
    **{kind: f"{VILLAGE}/{kind}.toml" for kind in ("opening", "places", "things", "activities", "needs", "facts")},
    "absent": f"{VILLAGE}/absent.toml",
    "importance": "npcs/importance.toml",
}
"""The file that holds each kind; villagers have one each, in `npcs/cast`."""

ENTITIES = ("cast", "places", "things", "absent")
"""The kinds whose ids can stand in the same key, so that they must differ."""


@dataclass
class Draft:
    """What could be read of a story, and what could not."""

    tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Raw tables by kind; those of the cast lie one deeper, by villager."""

    texts: dict[str, str] = field(default_factory=dict)
    contents: dict[str, bytes] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    """Kinds whose file could not be read: their ids are not known."""

    people: list[str] = field(default_factory=list)
    """The ids of the cast, in the order of their files, unreadable ones included."""

    problems: list[Problem] = field(default_factory=list)
    """What is wrong with whole files."""

    @property
    def fingerprint(self) -> str:
        """SHA-256 over the sorted names and the bytes of all files."""
        total = sha256()
        for file in sorted(self.contents):
            total.update(f"{file}\0{len(self.contents[file])}\0".encode())
            total.update(self.contents[file])
        return total.hexdigest()

    def ids(self, *kinds: str) -> list[str]:
        """Return the ids of some kinds."""
        return [id_ for kind in kinds for id_ in (self.people if kind == "cast" else self.tables.get(kind, ()))]

    def is_whole(self, *kinds: str) -> bool:
        """Return whether the ids of all these kinds are known."""
        return not self.broken.intersection(kinds)

    def meant(self, kind: str, name: object) -> str | None:
        """Return the id that a name is or, if misspelt, most likely means, so that one mistake is told once."""
        known = self.ids(kind)
        if not isinstance(name, str) or name in known:
            return name if isinstance(name, str) else None
        return nearest(name, known)

    def each(self, pattern: str) -> Iterator[tuple[KeyPath, Any]]:
        """Return the paths and values that a pattern such as `places.*.exits.*.to` fits, as far as they exist.

        A `*` stands for any key or index, and a `@` at the end for the keys themselves.
        """
        return _each(self.tables, tuple(pattern.split(".")))

    def file_of(self, path: KeyPath) -> tuple[str, KeyPath]:
        """Return the file that a path lies in, and the path within it."""
        if path[0] == "cast":
            return f"{CAST}/{path[1]}.toml", path[2:]
        return FILES[str(path[0])], path[1:]

    def placed(self, findings: list[Finding]) -> tuple[Problem, ...]:
        """Return findings with their lines and columns, together with what is wrong with whole files, sorted."""
        positions: dict[str, Positions] = {}
        problems = set(self.problems)
        for finding in findings:
            file, path = self.file_of(finding.path)
            if file not in positions:
                positions[file] = Positions(self.texts[file])
            at = positions[file].of_key(path) if finding.at == "key" else positions[file].of_value(path)
            problems.add(Problem(file, at.line, at.column, finding.code, finding.message, finding.hint))
        return tuple(sorted(problems))


def _each(value: object, steps: tuple[str, ...]) -> Iterator[tuple[KeyPath, Any]]:
    if not steps:
        yield (), value
        return
    for key, inner in _items(value, steps[0]):
        for path, found in _each(inner, steps[1:]):
            yield (key, *path), found


def _items(value: object, step: str) -> list[tuple[str | int, Any]]:
    if step == "@":
        return [(key, key) for key in value] if isinstance(value, dict) else []
    if step == "*":
        if isinstance(value, dict):
            return list(value.items())
        return list(enumerate(value)) if isinstance(value, list) else []
    return [(step, value[step])] if isinstance(value, dict) and step in value else []


def read_draft(folder: Path | None) -> Draft:
    """Read all files of a story; without a folder, of the bundled one. What cannot be read is in `problems`."""
    draft = Draft()
    if folder is not None and not folder.is_dir():
        draft.problems.append(Problem(".", 1, 1, "missing-folder", f"there is no folder {folder}"))
        draft.broken.update((*FILES, "cast"))
        return draft
    _read_village(draft, folder)
    _read_cast(draft, folder)
    _find_strays(draft, folder)
    return draft


def _path(folder: Path | None, file: str) -> Path:
    """Return where a file lies; the bundled story lies in the packages themselves."""
    if folder is not None:
        return folder / file
    package = world if file.startswith("world/") else npcs
    return Path(str(package.__file__)).parent.parent / file


def _importance(folder: Path | None) -> Path:
    own = _path(folder, FILES["importance"])
    return own if own.exists() else _path(None, FILES["importance"])


def _read_village(draft: Draft, folder: Path | None) -> None:
    has_village = _path(folder, VILLAGE).is_dir()
    if not has_village:
        draft.problems.append(Problem(VILLAGE, 1, 1, "missing-folder", "the folder of the village is missing"))
    for kind, file in FILES.items():
        path = _importance(folder) if kind == "importance" else _path(folder, file)
        table = _parsed(draft, file, path) if has_village or kind == "importance" else None
        if table is None:
            draft.broken.add(kind)
        else:
            draft.tables[kind] = table


def _parsed(draft: Draft, file: str, path: Path) -> dict[str, Any] | None:
    try:
        raw = path.read_bytes()
        draft.contents[file] = raw
        draft.texts[file] = decoded(raw)
        return parsed(draft.texts[file])
    except TomlError as error:
        draft.problems.append(Problem(file, *error.position, error.code, error.message))
    except FileNotFoundError:
        hint = "" if file == FILES["opening"] else "it may be empty"
        draft.problems.append(Problem(file, *Position(), "missing-file", "this file is missing", hint))
    except OSError as error:
        message = f"this file cannot be read: {error.strerror or type(error).__name__}"
        draft.problems.append(Problem(file, *Position(), "unreadable-file", message))
    return None


def _read_cast(draft: Draft, folder: Path | None) -> None:
    path = _path(folder, CAST)
    if not path.is_dir():
        draft.problems.append(Problem(CAST, 1, 1, "missing-folder", "the folder of the villagers is missing"))
        draft.broken.add("cast")
        return
    draft.tables["cast"] = {}
    for file in _toml_files(path):
        draft.people.append(file.stem)
        table = _parsed(draft, f"{CAST}/{file.name}", file)
        if table is not None:
            draft.tables["cast"][file.stem] = table
    if not draft.people:
        draft.problems.append(Problem(CAST, 1, 1, "empty-cast", "nobody lives here", f"add {CAST}/NAME.toml"))


def _toml_files(folder: Path) -> list[Path]:
    """Return the TOML files of a folder in order; hidden ones are an editor's."""
    return sorted(file for file in folder.glob("*.toml") if not file.name.startswith("."))


def _find_strays(draft: Draft, folder: Path | None) -> None:
    known = list(FILES.values())
    for file in (*_toml_files(_path(folder, VILLAGE)), *_toml_files(_path(folder, CAST).parent)):
        name = f"{VILLAGE if file.parent.name == 'village' else 'npcs'}/{file.name}"
        if name not in known:
            problem = Problem(name, 1, 1, "unknown-file", "nothing reads this file", did_you_mean(name, known))
            draft.problems.append(problem)
