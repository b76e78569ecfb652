"""How content becomes a reply: voice, variety, and never the villager's own last words again. Pure."""

from npcs.minds.village.answering import Content
from npcs.minds.village.english import lowered, sentences
from npcs.minds.village.scene import Say, Scene

MOST_SENTENCES = 3
"""The longest reply; what goes over is left out, the least telling first."""


def worded(content: Content, scene: Scene) -> tuple[str, tuple[Say, ...]]:
    """Return the reply, and which of the things to say found room in it."""
    room = MOST_SENTENCES
    chosen, texts = list[Say](), list[str]()
    for at, say in enumerate(content.says):
        text = _way(say, scene, at)
        size = len(sentences(text))
        if chosen and (size > room or (_is_brief(scene) and _is_aside(content, at))):
            continue
        chosen.append(say)
        texts.append(text)
        room -= size
    if content.extra and room > 0:
        text = _way(content.extra, scene, len(texts))
        if len(sentences(text)) <= room:
            chosen.append(content.extra)
            texts.append(text)
            room -= len(sentences(text))
    reply = " ".join(texts)
    if room > 0 and (opening := _opening(content, scene)):
        names = scene.understanding.names.proper
        reply = f"{opening} {lowered(reply, names) if opening[-1] not in '.!?…:' else reply}"
    return _unlike_before(_within(reply), scene), tuple(chosen)


def _is_brief(scene: Scene) -> bool:
    return scene.character.voice.brevity > 0.6


def _is_aside(content: Content, at: int) -> bool:
    """Return whether a further thing to say only adds to one that tells already."""
    return at > 0 and content.says[0].told


def _way(say: Say, scene: Scene, at: int) -> str:
    """Return one of the ways to say a thing: in turn, passing over what was said in this talk."""
    count = len(say.options)
    start = int(scene.chance(f"wording {at} {say.grounds[0] if say.grounds else ''}") * count)
    ways = [say.options[(start + step) % count] for step in range(count)]
    return next((way for way in ways if not scene.has_said(way)), ways[0])


def _opening(content: Content, scene: Scene) -> str:
    """Return an oath where they are startled, or now and then a turn they are fond of before what they tell."""
    voice = scene.character.voice
    if content.startled and voice.oaths:
        return scene.filled(voice.oaths[int(scene.chance("which oath") * len(voice.oaths))])
    tells = bool(content.says) and content.says[0].told and content.says[0].grounds[:1] != ("",)
    if tells and voice.turns and scene.chance("turn of speech") < 0.22:
        turn = scene.filled(voice.turns[int(scene.chance("which turn") * len(voice.turns))])
        return "" if _said_lately(turn, scene) else turn
    return ""


def _said_lately(text: str, scene: Scene) -> bool:
    return scene.has_said(text)


def _within(reply: str) -> str:
    """Return a reply of at most `MOST_SENTENCES` sentences, unless one authored line alone is longer."""
    parts = sentences(reply)
    return reply if len(parts) <= MOST_SENTENCES + 1 else " ".join(parts[: MOST_SENTENCES + 1])


def _unlike_before(reply: str, scene: Scene) -> str:
    """Return the reply in other words, if the villager gave the same one within the last lines."""
    before = [line.text for line in scene.context.recent if line.speaker == scene.context.npc]
    if reply not in before and not (before and reply in before[-1]):
        return reply
    again = scene.stock("again").options
    start = int(scene.chance("again") * len(again))
    leads = [again[(start + step) % len(again)] for step in range(len(again))]
    ways = [f"{lead} {reply}" for lead in leads]
    return next((way for way in ways if way not in before), ways[0])
