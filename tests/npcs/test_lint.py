# ruff: noqa: E501 - printed lines stand whole, as one reads them
"""Every mistake an author can make, as it is told."""

import re
from pathlib import Path

import pytest
from small_story import spoil, write_story

from npcs.lint import CODES, Problem, lint_story, story_schema

OPENING = "world/village/opening.toml"
PLACES = "world/village/places.toml"
THINGS = "world/village/things.toml"
ACTIVITIES = "world/village/activities.toml"
NEEDS = "world/village/needs.toml"
FACTS = "world/village/facts.toml"
ABSENT = "world/village/absent.toml"
ANNA = "npcs/cast/anna.toml"
IMPORTANCE = "npcs/importance.toml"

Edits = list[tuple[str, str, str]]

MISTAKES: list[tuple[Edits, list[str]]] = [
    ([(PLACES, 'name = "the well"', "name = the well")], ["world/village/places.toml:2:8: bad-toml: invalid value"]),
    (
        [(FACTS, 'about = ["well"]', "about = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]")],
        ["world/village/facts.toml:3:29: too-deep: tables and arrays lie more than 20 deep in each other"],
    ),
    (
        [(PLACES, 'description = "Low', 'descripton = "Low')],
        [
            'world/village/places.toml:6:1: missing-key: the key "description" is missing',
            'world/village/places.toml:8:1: unknown-key: there is no key "descripton" here (did you mean "description"?)',
        ],
    ),
    ([(ANNA, 'pronoun = "she"\n', "")], ['npcs/cast/anna.toml:1:1: missing-key: the key "pronoun" is missing']),
    ([(PLACES, "minutes = 3\n", "")], ['world/village/places.toml:11:1: missing-key: the key "minutes" is missing']),
    (
        [(PLACES, "minutes = 3,", 'minutes = "3",')],
        ['world/village/places.toml:4:36: wrong-type: "minutes" should be a whole number, and is a text'],
    ),
    (
        [(PLACES, '["cottage"]', '"cottage"')],
        ['world/village/places.toml:9:9: wrong-type: "words" should be a list, in brackets, and is a text'],
    ),
    (
        [(NEEDS, 'rest = { feeling = "tired", hours_to_grow = 8 }', "rest = 8")],
        ['world/village/needs.toml:2:8: wrong-type: "rest" should be a table, and is a number'],
    ),
    (
        [(OPENING, 'title = "The Well"', "title = 2026-01-01")],
        ['world/village/opening.toml:1:9: wrong-type: "title" should be a text, and is a date or time'],
    ),
    (
        [(PLACES, "minutes = 3,", "minutes = 0,")],
        ['world/village/places.toml:4:36: out-of-range: "minutes" is 0, and must be at least 1'],
    ),
    (
        [(ANNA, "feeling = 0.5", "feeling = 1.5")],
        ['npcs/cast/anna.toml:40:11: out-of-range: "feeling" is 1.5, and must be at most 1'],
    ),
    (
        [(NEEDS, "hours_to_grow = 8", "hours_to_grow = nan")],
        ['world/village/needs.toml:2:45: out-of-range: "hours_to_grow" is nan, and must be above 0'],
    ),
    (
        [(THINGS, 'description = "Oak."', 'description = ""')],
        ['world/village/things.toml:4:15: empty: "description" may not be empty'],
    ),
    ([(ACTIVITIES, '["home"]', "[]")], ['world/village/activities.toml:4:10: empty: "places" may not be empty']),
    (
        [(PLACES, 'to = "house"', 'to = "House"')],
        [
            'world/village/places.toml:4:17: bad-id: "House" is no id: lower-case letters, digits and underscores, a letter first (for example "house")'
        ],
    ),
    (
        [(NEEDS, "hunger =", "Hunger =")],
        [
            'world/village/activities.toml:5:12: unknown-need: there is no need "hunger" (did you mean "Hunger"?)',
            'world/village/needs.toml:1:1: bad-id: "Hunger" is no id: lower-case letters, digits and underscores, a letter first (for example "hunger")',
        ],
    ),
    (
        [(ACTIVITIES, 'opens = "dusk"', 'opens = "supper"')],
        [
            "world/village/activities.toml:15:9: bad-time: not a time of day (use 06:00 or one of dawn, sunrise, morning, noon, midday, afternoon, dusk, sunset, evening, night, nightfall, midnight)"
        ],
    ),
    (
        [(ANNA, 'register = "plain"', 'register = "blunt"')],
        [
            "npcs/cast/anna.toml:12:12: not-one-of: \"blunt\" is not one of 'plain', 'rustic', 'courtly', 'pious' or 'sharp'"
        ],
    ),
    (
        [(ANNA, 'pronoun = "she"', 'pronoun = "it"')],
        ['npcs/cast/anna.toml:3:11: not-one-of: "it" is not one of he, she or they'],
    ),
    (
        [(IMPORTANCE, "most = 10", "most = 7")],
        ["npcs/importance.toml:1:1: reversed-row: least 8 is above most 7 (exchange them)"],
    ),
    (
        [(IMPORTANCE, '"unimportant"', '"arousal"')],
        ['npcs/importance.toml:8:10: duplicate-row: there are two rows "arousal" (take one out)'],
    ),
    (
        [(IMPORTANCE, "least = 0\nmost = 1", "least = 7\nmost = 10")],
        [
            'npcs/importance.toml:7:1: overlapping-rows: "unimportant" gives mostly the same scores as "arousal" (move `least` and `most` of one of them apart)'
        ],
    ),
    (
        [(PLACES, 'to = "house"', 'to = "hause"')],
        ['world/village/places.toml:4:17: unknown-place: there is no place "hause" (did you mean "house"?)'],
    ),
    (
        [(ANNA, 'home = "house"', 'home = "palace"')],
        [
            'npcs/cast/anna.toml:5:8: unknown-place: there is no place "palace" (places are in world/village/places.toml)'
        ],
    ),
    (
        [(ACTIVITIES, 'uses = ["stove"]', 'uses = ["stove"]\nwho = ["ana"]')],
        ['world/village/activities.toml:8:8: unknown-person: there is no villager "ana" (did you mean "anna"?)'],
    ),
    (
        [(ACTIVITIES, 'uses = ["stove"]', 'uses = ["stov"]')],
        ['world/village/activities.toml:7:9: unknown-thing: there is no thing "stov" (did you mean "stove"?)'],
    ),
    (
        [(ACTIVITIES, "serves = { hunger = 2 }", "serves = { hunger = 2, thirst = 1 }")],
        [
            'world/village/activities.toml:5:24: unknown-need: there is no need "thirst" (needs are in world/village/needs.toml)'
        ],
    ),
    (
        [(ANNA, "wants =", "needs = { hungr = 3 }\nwants =")],
        ['npcs/cast/anna.toml:7:11: unknown-need: there is no need "hungr" (did you mean "hunger"?)'],
    ),
    (
        [(ANNA, 'facts = ["dry"]', 'facts = ["wet"]')],
        ['npcs/cast/anna.toml:36:10: unknown-fact: there is no fact "wet" (facts are in world/village/facts.toml)'],
    ),
    (
        [(THINGS, 'at = "well"', 'at = "piotr"')],
        ['world/village/things.toml:3:6: unknown-holder: there is no place or villager "piotr"'],
    ),
    (
        [(FACTS, '["well"]', '["well", "lake"]')],
        ['world/village/facts.toml:3:18: unknown-name: there is no villager, place, thing or absent person "lake"'],
    ),
    (
        [(ANNA, '[[knows]]\nfact = "dry"\nteller = "piotr"\nsource = "told"\nwhere = "well"\n\n', "")],
        [
            'npcs/cast/anna.toml:21:8: secret-not-known: "anna" hides the fact "dry" without knowing it (add a [[knows]] with fact = "dry")'
        ],
    ),
    (
        [(ABSENT, "piotr", "stove")],
        [
            'npcs/cast/anna.toml:22:10: unknown-person: there is no villager "piotr"',
            'npcs/cast/anna.toml:39:6: unknown-name: there is no villager, place, thing or absent person "piotr"',
            'world/village/absent.toml:1:1: ambiguous-id: "stove" is the id of a thing already (give one of them another id)',
        ],
    ),
    (
        [(ABSENT, "", 'player = "Jan"\n')],
        [
            'world/village/absent.toml:2:1: reserved-id: "player" stands for whoever plays and cannot be the id of an absent person (give it another id)'
        ],
    ),
    (
        [(PLACES, "", '[home]\nname = "home"\ndescription = "x"\nexits=[{to="well",minutes=1}]\n')],
        [
            'world/village/places.toml:14:1: no-way-in: no exit leads to "home" (add an exit in a place next to it)',
            'world/village/places.toml:14:2: reserved-id: "home" stands for the home of whoever does an activity and cannot be the id of a place (give it another id)',
            'world/village/places.toml:17:12: no-way-back: no exit of "well" leads back to "home" (add { to = "home", minutes = … } to the exits of "well")',
        ],
    ),
    (
        [(PLACES, "exits = [{ to", 'exits = [{ to = "well", minutes = 1 }, { to')],
        ['world/village/places.toml:4:17: exit-to-itself: "well" has an exit to itself (take it out)'],
    ),
    (
        [(PLACES, "exits = [{ to", 'exits = [{ to = "house", minutes = 1 }, { to')],
        ['world/village/places.toml:4:48: duplicate-exit: "well" has two exits to "house" (take one out)'],
    ),
    (
        [
            (PLACES, "exits = [{ to", 'exits = [{ to = "barn", minutes = 1, way = "North" }, { to'),
            (
                PLACES,
                "",
                '\n[barn]\nname = "the barn"\ndescription = "Empty."\nexits = [{ to = "well", minutes = 1 }]\n',
            ),
        ],
        ['world/village/places.toml:4:90: same-way: "well" has two exits called "north" (give one another word)'],
    ),
    (
        [
            (PLACES, "exits = [{ to", 'exits = [{ to = "barn", minutes = 1 }, { to'),
            (PLACES, "", '\n[barn]\nname = "the barn"\ndescription = "Empty."\n'),
        ],
        [
            'world/village/places.toml:4:17: no-way-back: no exit of "barn" leads back to "well" (add { to = "well", minutes = … } to the exits of "barn")'
        ],
    ),
    (
        [(PLACES, "", '\n[barn]\nname = "the barn"\ndescription = "Empty."\n')],
        ['world/village/places.toml:15:1: no-way-in: no exit leads to "barn" (add an exit in a place next to it)'],
    ),
    (
        [
            (
                PLACES,
                "",
                '\n[barn]\nname = "the barn"\ndescription = "Empty."\nexits = [{ to = "loft", minutes = 1 }]\n\n[loft]\nname = "the loft"\ndescription = "Hay."\nexits = [{ to = "barn", minutes = 1 }]\n',
            )
        ],
        [
            'world/village/places.toml:15:1: unreachable-place: "barn" cannot be walked to from "well", where the player begins (join it to the other places by exits)',
            'world/village/places.toml:20:1: unreachable-place: "loft" cannot be walked to from "well", where the player begins (join it to the other places by exits)',
        ],
    ),
    (
        [(NEEDS, "", 'thirst = { feeling = "thirsty", hours_to_grow = 2 }\n')],
        [
            'world/village/needs.toml:3:10: unserved-need: no activity serves "thirst" for anyone (add one, or name them in its `who`)'
        ],
    ),
    (
        [(ACTIVITIES, "asleep = true\n", "")],
        ["world/village/activities.toml:1:1: no-rest: no activity lets anyone sleep (add one with asleep = true)"],
    ),
    (
        [(THINGS, 'at = "house"', 'at = "well"')],
        [
            'world/village/activities.toml:7:9: thing-elsewhere: "stove" is at "well", cannot be carried, and this is done elsewhere (move "stove", or make it portable)'
        ],
    ),
    (
        [(PLACES, '["cottage"]', '["The Well"]')],
        ['world/village/places.toml:9:10: same-words: "The Well" means "well" already (make one of them more exact)'],
    ),
    (
        [(ABSENT, '"Piotr"', '"Anna"')],
        ['world/village/absent.toml:1:9: same-words: "Anna" means "anna" already (make one of them more exact)'],
    ),
    (
        [(THINGS, 'name = "bucket"', 'name = "a show"')],
        ['world/village/things.toml:2:8: command-word: "a show" is a command (call it something else)'],
    ),
    (
        [(ANNA, "{you}.", "{name}, {you}.")],
        [
            "npcs/cast/anna.toml:13:11: unknown-placeholder: nothing fills in {name} ({you} is filled in, in what villagers say)"
        ],
    ),
    (
        [(PLACES, "Low and warm.", "Low, {you} think.")],
        [
            "world/village/places.toml:8:15: unknown-placeholder: nothing fills in {you} ({you} is filled in, in what villagers say)"
        ],
    ),
    (
        [(PLACES, "Low and warm.", "Low \\u001b[31m and warm.")],
        [
            "world/village/places.toml:8:15: control-characters: the character U+001B is taken out when this is read (take it out here)"
        ],
    ),
    (
        [(NEEDS, "hours_to_grow = 8", "hours_to_grow = inf")],
        ["world/village/needs.toml:2:45: out-of-range: infinite hours are never over (give a number)"],
    ),
    (
        [(NEEDS, "rest =", "reeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee =")],
        [
            'world/village/activities.toml:13:8: unknown-need: there is no need "rest" (needs are in world/village/needs.toml)',
            'world/village/needs.toml:2:1: out-of-range: "reeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee" is longer than 40 characters',
            'world/village/needs.toml:2:45: unserved-need: no activity serves "reeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee" for anyone (add one, or name them in its `who`)',
        ],
    ),
    (
        [(THINGS, 'at = "well"', 'at = "wel"')],
        ['world/village/things.toml:3:6: unknown-holder: there is no place or villager "wel" (did you mean "well"?)'],
    ),
]
"""What is changed in a good story, and every line that the linter then prints."""

OF_WHOLE_FILES = {"missing-folder", "missing-file", "unknown-file", "unreadable-file", "empty-cast", "not-utf8"}
"""Codes whose examples are tests of their own, below."""


def told(folder: Path) -> list[str]:
    """Return what the linter prints."""
    return [str(problem) for problem in lint_story(folder)]


def code_of(line: str) -> str:
    """Return the code in a printed line."""
    return line.split(": ")[1]


def test_a_good_story_has_no_mistakes(tmp_path: Path) -> None:
    """A story without mistakes is told to have none."""
    assert told(write_story(tmp_path)) == []


def test_the_bundled_story_has_no_mistakes() -> None:
    """The village that comes with the game passes its own linter."""
    assert [str(problem) for problem in lint_story()] == []


@pytest.mark.parametrize(("edits", "lines"), MISTAKES, ids=[code_of(lines[0]) for _, lines in MISTAKES])
def test_a_mistake_is_told_with_its_place(tmp_path: Path, edits: Edits, lines: list[str]) -> None:
    """Each mistake is printed as file, line, column, code, message and a way out."""
    folder = write_story(tmp_path)
    for edit in edits:
        spoil(folder, *edit)
    assert told(folder) == lines


def test_every_code_has_an_example() -> None:
    """No code is listed that is never told, and none is told that is not listed."""
    shown = {code_of(line) for _, lines in MISTAKES for line in lines}
    assert shown | OF_WHOLE_FILES == set(CODES)


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    """A mistake hides no other, in the same table, another table or another file; they come in order."""
    folder = write_story(tmp_path)
    spoil(folder, PLACES, "minutes = 3,", 'minutes = "3",')
    spoil(folder, PLACES, '["cottage"]', '["cottage", 7]')
    spoil(folder, PLACES, 'description = "A stone ring."', 'description = "A {stone} ring."')
    spoil(folder, ANNA, 'home = "house"', 'home = "hous"')
    spoil(folder, THINGS, 'facts = ["dry"]', 'facts = ["dri"]\ncolour = "red"')
    spoil(folder, NEEDS, "hunger =", "hunger ")
    assert [re.sub(r" \(.*", "", line) for line in told(folder)] == [
        'npcs/cast/anna.toml:5:8: unknown-place: there is no place "hous"',
        "world/village/needs.toml:1:9: bad-toml: expected '=' after a key in a key/value pair",
        "world/village/places.toml:3:15: unknown-placeholder: nothing fills in {stone}",
        'world/village/places.toml:4:36: wrong-type: "minutes" should be a whole number, and is a text',
        'world/village/places.toml:9:21: wrong-type: an item of "words" should be a text, and is a number',
        'world/village/things.toml:5:10: unknown-fact: there is no fact "dri"',
        'world/village/things.toml:6:1: unknown-key: there is no key "colour" here',
    ]


def test_a_row_that_ends_before_it_begins_is_told_at_its_header(tmp_path: Path) -> None:
    """The second row's mistake stands at the second header."""
    folder = write_story(tmp_path)
    spoil(folder, IMPORTANCE, "least = 0", "least = 5")
    assert told(folder) == ["npcs/importance.toml:7:1: reversed-row: least 5 is above most 1 (exchange them)"]


def test_an_empty_importance_table_is_a_mistake(tmp_path: Path) -> None:
    """A table of importance needs at least one row."""
    folder = write_story(tmp_path)
    (folder / IMPORTANCE).write_text("row = []\n", encoding="utf-8")
    assert told(folder) == ['npcs/importance.toml:1:7: empty: "row" may not be empty']


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    """A story that is not there is one mistake, not many."""
    assert told(tmp_path / "nowhere") == [f".:1:1: missing-folder: there is no folder {tmp_path / 'nowhere'}"]
    assert told(tmp_path) == [
        "npcs/cast:1:1: missing-folder: the folder of the villagers is missing",
        "world/village:1:1: missing-folder: the folder of the village is missing",
    ]


def test_a_missing_file_is_told_once(tmp_path: Path) -> None:
    """What refers into a file that is missing is not told as well."""
    folder = write_story(tmp_path)
    (folder / FACTS).unlink()
    (folder / OPENING).unlink()
    assert told(folder) == [
        "world/village/facts.toml:1:1: missing-file: this file is missing (it may be empty)",
        "world/village/opening.toml:1:1: missing-file: this file is missing",
    ]


def test_a_file_under_another_name_is_told(tmp_path: Path) -> None:
    """A misspelt file is noticed from both ends: what is missing, and what nothing reads."""
    folder = write_story(tmp_path)
    (folder / NEEDS).rename(folder / "world/village/need.toml")
    assert told(folder) == [
        'world/village/need.toml:1:1: unknown-file: nothing reads this file (did you mean "world/village/needs.toml"?)',
        "world/village/needs.toml:1:1: missing-file: this file is missing (it may be empty)",
    ]


def test_a_file_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    """A folder where a file should be is a mistake, not a crash."""
    folder = write_story(tmp_path)
    (folder / NEEDS).unlink()
    (folder / NEEDS).mkdir()
    assert [line.rsplit(": ", 1)[0] for line in told(folder)] == [
        "world/village/needs.toml:1:1: unreadable-file: this file cannot be read"
    ]


def test_a_story_without_villagers_is_told(tmp_path: Path) -> None:
    """A village needs somebody to live in it."""
    folder = write_story(tmp_path)
    (folder / ANNA).unlink()
    assert told(folder) == ["npcs/cast:1:1: empty-cast: nobody lives here (add npcs/cast/NAME.toml)"]


def test_a_file_in_another_encoding_is_told(tmp_path: Path) -> None:
    """A file saved as Latin-2 is told with the line and column of the first letter that gives it away."""
    folder = write_story(tmp_path)
    (folder / ABSENT).write_bytes('piotr = "Piotr Żuk"\n'.encode("iso-8859-2"))
    assert told(folder) == ["world/village/absent.toml:1:16: not-utf8: byte 0xaf is not UTF-8"]


def test_a_villagers_file_must_have_an_id_for_a_name(tmp_path: Path) -> None:
    """The name of the file is the id, and is held to its letters."""
    folder = write_story(tmp_path)
    (folder / ANNA).rename(folder / "npcs/cast/Anna Maria.toml")
    assert told(folder) == [
        'npcs/cast/Anna Maria.toml:1:1: bad-id: "Anna Maria" is no id: lower-case letters, digits and underscores,'
        ' a letter first (for example "anna_maria")'
    ]


def test_very_deep_tables_are_told(tmp_path: Path) -> None:
    """Nesting that would exhaust the stack is a mistake with a place, not a crash."""
    folder = write_story(tmp_path)
    spoil(folder, FACTS, '["well"]', "[" * 5000 + "]" * 5000)
    assert told(folder) == [
        "world/village/facts.toml:3:29: too-deep: tables and arrays lie more than 20 deep in each other"
    ]


def test_a_missing_importance_table_is_no_mistake(tmp_path: Path) -> None:
    """A story without an importance table of its own takes the bundled one."""
    folder = write_story(tmp_path)
    (folder / IMPORTANCE).unlink()
    assert told(folder) == []


def test_hidden_files_are_an_editors(tmp_path: Path) -> None:
    """What an editor leaves behind is not read."""
    folder = write_story(tmp_path)
    (folder / "npcs/cast/.anna.toml").write_text("not toml", encoding="utf-8")
    assert told(folder) == []


def test_problems_print_without_a_hint_where_there_is_none() -> None:
    """There are no empty brackets at the end of a line."""
    assert str(Problem("a.toml", 2, 3, "empty", "no text")) == "a.toml:2:3: empty: no text"


def test_schemas_describe_keys_in_the_authors_words() -> None:
    """Each kind of file has a JSON Schema whose descriptions are the manual."""
    schemas = story_schema()
    assert set(schemas) == {
        *("opening", "places", "things", "activities", "needs", "facts", "absent", "cast", "importance")
    }
    assert schemas["places"]["$defs"]["Place"]["properties"]["outdoors"]["description"].startswith("Whether it lies")
    assert schemas["cast"]["properties"]["wants"]["description"] == "What they want most."
