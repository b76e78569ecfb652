"""A small story without mistakes, for tests to spoil."""

from pathlib import Path

FILES = {
    "world/village/opening.toml": """\
title = "The Well"
intro = "You come to the well."
place = "well"
""",
    "world/village/places.toml": """\
[well]
name = "the well"
description = "A stone ring."
exits = [{ to = "house", minutes = 3, way = "north" }]

[house]
name = "the house"
description = "Low and warm."
words = ["cottage"]

[[house.exits]]
to = "well"
minutes = 3
""",
    "world/village/things.toml": """\
[bucket]
name = "bucket"
at = "well"
description = "Oak."
facts = ["dry"]

[stove]
name = "stove"
at = "house"
portable = false
description = "Tiled."
""",
    "world/village/activities.toml": """\
[cook]
name = "cook"
doing = "cooking"
places = ["home"]
serves = { hunger = 2 }
minutes = 30
uses = ["stove"]

[sleep]
name = "sleep"
doing = "sleeping"
places = ["home"]
serves.rest = 3
minutes = 480
opens = "dusk"
closes = "05:00"
asleep = true
""",
    "world/village/needs.toml": """\
hunger = { feeling = "hungry", hours_to_grow = 5 }
rest = { feeling = "tired", hours_to_grow = 8 }
""",
    "world/village/facts.toml": """\
[dry]
text = "The well is dry."
about = ["well"]
""",
    "world/village/absent.toml": 'piotr = "Piotr"\n',
    "npcs/cast/anna.toml": """\
name = "Anna"
role = "weaver"
pronoun = "she"
description = "Tall."
home = "house"
persona = "Anna weaves."
wants = "Rain."
hides = "Nothing."
core_memories = ["Your name is Anna."]

[voice]
register = "plain"
greets = ["Good day, {you}."]
farewells = ["Go well."]

[[traits]]
name = "calm"
wording = "never hurries"

[[knows]]
fact = "dry"
teller = "piotr"
source = "told"
where = "well"

[[secrets]]
fact = "dry"
cover = "Plenty of water."

[[remembers]]
who = "Piotr"
what = "dug the well"
days_ago = 30
importance = 5
about = ["well"]
facts = ["dry"]

[[opinions]]
of = "piotr"
feeling = 0.5
line = "A good man."
""",
    "npcs/importance.toml": """\
[[row]]
factor = "arousal"
explanation = "Keen feelings."
least = 8
most = 10

[[row]]
factor = "unimportant"
explanation = "The rest."
least = 0
most = 1
""",
}


def write_story(folder: Path) -> Path:
    """Write the story into a folder."""
    for file, text in FILES.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8")
    return folder


def spoil(folder: Path, file: str, old: str, new: str) -> None:
    """Replace a piece of one file, which must be there; an empty `old` adds to the end."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{old!r} is not in {file}"
    changed = text.replace(old, new, 1) if old else text + new
    path.write_text(changed, encoding="utf-8")
