"""Whether tables have the shape that the schema asks for: what pydantic finds, told as authors' mistakes."""

import re
from dataclasses import replace
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from npcs.character import Character, ImportanceTable
from npcs.draft import Draft
from npcs.problems import Finding, did_you_mean
from world.story import Activity, Fact, Need, Opening, Place, Thing, Village
from world.text import one_of
from world.toml_source import KeyPath

_ROWS: dict[str, type[BaseModel]] = {
    "places": Place,
    "things": Thing,
    "activities": Activity,
    "needs": Need,
    "facts": Fact,
    "cast": Character,
}
"""The kinds whose files map ids to tables."""

_WHOLE: dict[str, type[BaseModel]] = {"opening": Opening, "importance": ImportanceTable}
"""The kinds whose files are one table."""

_TYPES = {
    "string": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "tuple": "a list, in brackets",
    "dict": "a table",
    "mapping": "a table",
    "model": "a table",
}
_TOML_TYPES = {
    str: "a text",
    bool: "true or false",
    int: "a number",
    float: "a number",
    tuple: "a list",
    dict: "a table",
}
_LIMITS = {"gt": "above", "ge": "at least", "lt": "below", "le": "at most"}


class Shapes:
    """The tables of a draft, made into what play uses as far as their shape allows."""

    def __init__(self, draft: Draft) -> None:
        self.findings: list[Finding] = []
        self.cast: dict[str, Character] = {}
        self.village: Village | None = None
        self.importance: ImportanceTable | None = None
        self._draft = draft
        self._read_cast()
        self._read_village()
        self._read_importance()

    def _read_cast(self) -> None:
        for id_, table in self._draft.tables.get("cast", {}).items():
            try:
                self.cast[id_] = Character.model_validate(_frozen(table), strict=True)
            except ValidationError as error:
                self._note(error, ("cast", id_))

    def _read_village(self) -> None:
        kinds = ("opening", "places", "things", "activities", "needs", "facts", "absent")
        tables = {kind: _frozen(self._draft.tables[kind]) for kind in kinds if kind in self._draft.tables}
        try:
            self.village = Village.model_validate({**tables, "people": self.cast}, strict=True)
        except ValidationError as error:
            self._note(error, ())

    def _read_importance(self) -> None:
        if "importance" in self._draft.tables:
            try:
                table = _frozen(self._draft.tables["importance"])
                self.importance = ImportanceTable.model_validate(table, strict=True)
            except ValidationError as error:
                self._note(error, ("importance",))

    def _note(self, error: ValidationError, base: KeyPath) -> None:
        for details in error.errors(include_url=False):
            path = (*base, *details["loc"])
            if path[0] == "people":
                path = ("cast", *path[1:])
            # A whole file that is missing has been told of.
            if path[0] in self._draft.tables and (finding := _finding(path, details)):
                self.findings.append(finding)


def _frozen(value: Any) -> Any:  # noqa: ANN401 - whatever TOML holds
    """Return lists as tuples, so that the schema can be strict about everything."""
    if isinstance(value, dict):
        return {key: _frozen(inner) for key, inner in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _finding(path: KeyPath, details: ErrorDetails) -> Finding | None:
    if path[-1] == "[key]":
        found = _finding(path[:-1], details)
        return found and replace(found, at="key")
    kind, context = details["type"], details.get("ctx", {})
    given: object = details["input"]
    if kind == "extra_forbidden":
        return _unknown_key(path)
    if kind == "missing":
        return Finding(path[:-1], "missing-key", f'the key "{path[-1]}" is missing')
    if kind == "too_short":
        # A list with a bad item counts as short of it; the item itself has been told of.
        return None if given and _is_list(given) else Finding(path, "empty", f"{_name(path)} may not be empty")
    if kind == "string_too_long":
        return Finding(path, "out-of-range", f"{_name(path)} is longer than {context.get('max_length')} characters")
    if kind == "string_pattern_mismatch":
        return _mismatch(path, str(given), str(context["pattern"]))
    if kind == "literal_error":
        return Finding(path, "not-one-of", f'"{given}" is not one of {context["expected"]}')
    if kind == "value_error":
        return _value_error(path, str(context["error"]))
    if limit := next((words for key, words in _LIMITS.items() if key in context), None):
        bound = next(context[key] for key in _LIMITS if key in context)
        return Finding(path, "out-of-range", f"{_name(path)} is {given}, and must be {limit} {bound:g}")
    return _wrong_type(path, kind, given)


def _is_list(value: object) -> bool:
    return isinstance(value, tuple | list | dict)


def _name(path: KeyPath) -> str:
    """Return how a message calls a key: `"exits"`, `an item of "words"`."""
    key = next((step for step in reversed(path) if isinstance(step, str)), "")
    return f'an item of "{key}"' if isinstance(path[-1], int) else f'"{key}"'


def _unknown_key(path: KeyPath) -> Finding:
    model = _WHOLE.get(str(path[0])) or _ROWS[str(path[0])]
    known = sorted(field.alias or name for name, field in _model_at(model, path[1:-1]).model_fields.items())
    word = str(path[-1])
    hint = did_you_mean(word, known) or f"known keys: {', '.join(known)}"
    return Finding(path, "unknown-key", f'there is no key "{word}" here', hint, "key")


def _model_at(model: type[BaseModel], path: KeyPath) -> type[BaseModel]:
    """Return the schema of the table that a path leads to. Ids and indices lead to no other schema."""
    for step in path:
        fields = {field.alias or name: field.annotation for name, field in model.model_fields.items()}
        if step in fields and (inner := _model_in(fields[str(step)])):
            model = inner
    return model


def _model_in(annotation: object) -> type[BaseModel] | None:
    if isinstance(annotation, type) and get_origin(annotation) is None and issubclass(annotation, BaseModel):
        return annotation
    return next((model for part in get_args(annotation) if (model := _model_in(part))), None)


def _mismatch(path: KeyPath, given: str, pattern: str) -> Finding:
    if "|" in pattern:
        words = one_of(re.findall(r"\w+", pattern), "or")
        return Finding(path, "not-one-of", f'"{given}" is not one of {words}')
    tidy = re.sub(r"[^a-z0-9]+", "_", given.lower()).strip("_0123456789")
    hint = f'for example "{tidy}"' if tidy else ""
    message = f'"{given}" is no id: lower-case letters, digits and underscores, a letter first'
    return Finding(path, "bad-id", message, hint)


def _value_error(path: KeyPath, said: str) -> Finding:
    words, _, hint = said.partition(": ")
    if words == "reversed":
        return Finding(path, "reversed-row", hint, "exchange them")
    return Finding(path, "bad-time", words, hint)


def _wrong_type(path: KeyPath, kind: str, given: object) -> Finding:
    meant = _TYPES.get(kind.split("_")[0], "something else")
    found = _TOML_TYPES.get(type(given), "a date or time")
    return Finding(path, "wrong-type", f"{_name(path)} should be {meant}, and is {found}")


def story_schema() -> dict[str, dict[str, Any]]:
    """Return the JSON Schema of each kind of file, for editors: `opening`, `places` … `cast`, `importance`."""
    village = Village.model_json_schema()
    mappings = {
        kind: {**village["properties"][kind], "$defs": village["$defs"]}
        for kind in ("places", "things", "activities", "needs", "facts", "absent")
    }
    return {**mappings, **{kind: _WHOLE.get(kind, Character).model_json_schema() for kind in (*_WHOLE, "cast")}}
