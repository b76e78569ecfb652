"""What a villager says of themselves, of people and of ways: how they are, what they do, where things are."""

from npcs.minds.mind import DialogueAct, GiveThing
from npcs.minds.village.facts import relevance, withheld
from npcs.minds.village.knowing import about_topic, does_not_know, opinion_of, topic_lines, unknown_name
from npcs.minds.village.remembering import is_known, telling
from npcs.minds.village.scene import Say, Scene
from world.clock import HOUR

PRESSING = 2.0
"""The weight, 1 to 3, from which a need is spoken of."""

LATELY = 8 * HOUR
"""How long after seeing someone they still say where, in minutes."""

GUESSABLE = 0.3
"""The score of the best act from which a line is near enough to guess what was meant."""

ABOUT_THEMSELVES = 0.5
"""The relevance of a fact from which `can you …` is a question about it, and asks no favour."""

GIVING = 0.25
"""The mean of trust and warmth from which they part with something when asked."""


def wellbeing(scene: Scene) -> list[Say]:
    """Return how they are, with the need that presses most."""
    say = [scene.stock("wellbeing")]
    return say if scene.mood == "foe" else [*say, *need(scene)]


def need(scene: Scene) -> list[Say]:
    """Return the need that presses most, if one does."""
    name, weight = max(scene.context.needs.items(), key=lambda each: (each[1], each[0]), default=("", 0.0))
    authored = scene.village.needs.get(name)
    if weight < PRESSING or authored is None:
        return []
    feeling = authored.feeling.rstrip(".")
    options = (f"I'm {feeling}, to tell the truth.", f"Only I'm {feeling}.", f"I'm {feeling}, since you ask.")
    return [Say(options, (f"state:need {name}",))]


def doing(scene: Scene) -> list[Say]:
    """Return what they are doing, and what they mean to go back to."""
    now, later = scene.context.doing.rstrip("."), scene.context.stopped.rstrip(".")
    if not now and not later:
        return [scene.stock("idle", ground="state:doing nothing")]
    if not now:
        back = (f"I was {later}, and I'll go back to it.", f"I'd like to get back to {later}.")
        return [Say(back, (f"state:stopped {later}",), told=True)]
    options = (f"I'm {now}, as you see.", f"{now[:1].upper()}{now[1:]}.", f"What does it look like? I'm {now}.")
    if later and later != now:
        return [
            Say(options, (f"state:doing {now}",)),
            Say((f"Then it's back to {later}.",), (f"state:stopped {later}",)),
        ]
    return [Say(options, (f"state:doing {now}",), told=True)]


def plans(scene: Scene) -> list[Say]:
    """Return what they mean to do, in their own words, or the need that presses."""
    if scene.mood == "foe":
        return [scene.voiced("voice.deflects", scene.character.voice.deflects, "deflects")]
    lines = tuple(line for line in scene.character.plans if not scene.betrays(line))
    own = [Say(lines, ("authored:plans",), memory="spoke of what I mean to do", told=True)] if lines else []
    return own or need(scene) or doing(scene)


def identity(scene: Scene) -> list[Say]:
    """Return who they are: name and trade, and where they live if that was asked."""
    character = scene.character
    grounds = (f"authored:people.{scene.context.npc}",)
    said = scene.understood.text.casefold()
    if "live" in said or "home" in said:
        home = scene.village.name(character.home)
        return [Say((f"At {home}.", f"My home is {home}."), grounds, told=True)]
    if not any(each in said for each in _WHO):
        return about_topic(scene)
    name, role = character.name, character.role
    options = (f"{name}. I'm the {role} here.", f"I'm {name}, the {role}.", f"{name} is my name, and I'm the {role}.")
    found = [Say(options, grounds, told=True)]
    if any(each in said for each in ("yourself", "family", "long have", "wife", "husband", "children")):
        found = topic_lines(scene) or found
    return found


_WHO = ("who", "name", "yourself", "living", "trade", "work", "job", "smith", "profession", "family", "old")
"""Words of a question that a name and a trade answer."""


def opinion(scene: Scene) -> list[Say]:
    """Return what they think of someone or something, as it was written; else what they know."""
    understood = scene.understood
    if understood.unknown and not understood.entities:
        return [unknown_name(scene)]
    said = set(understood.text.casefold().replace("?", "").split())
    if not understood.entities and "me" in said:
        own = opinion_of(scene, scene.context.person)
        return [own or scene.stock("love")]
    for entity in understood.entities:
        if say := opinion_of(scene, entity):
            return [say]
    return about_topic(scene)


def whereabouts(scene: Scene) -> list[Say]:
    """Return where someone or something is, as far as they see it, saw it lately, or anyone would know."""
    understood = scene.understood
    if not understood.entities:
        return [unknown_name(scene)] if understood.unknown else about_topic(scene)
    entity = understood.entities[0]
    if entity in scene.village.places:
        return directions(scene)
    home = scene.village.people.get(entity)
    if home and {"live", "lives", "home", "house"} & set(scene.understood.text.casefold().strip("?").split()):
        lives = f"{home.name} lives at {scene.village.name(home.home)}."
        return [Say((lives,), (f"authored:people.{entity}",), entities=(entity, home.home))]
    ranked = relevance(scene)
    if ranked and ranked[0][1].secret and ranked[0][0] >= 0.5:
        return [withheld(scene, ranked[0][1])]
    topic = scene.definite(entity)
    if any(each.id == entity for each in scene.context.present) or entity in scene.context.things_here:
        options = (f"{topic[:1].upper()}{topic[1:]}? Right here, as you can see.", "Here. Look about you.")
        return [Say(options, (f"state:present {entity}",), entities=(entity,))]
    if entity in scene.context.holding and not scene.betrays(scene.village.name(entity)):
        return [Say((f"I have {topic}.", f"{topic[:1].upper()}{topic[1:]} is with me."), (f"state:holding {entity}",))]
    if entity in scene.village.absent:
        return about_topic(scene) if ranked else [scene.stock("dead", topic=topic)]
    return _seen_lately(scene, entity) or _usually(scene, entity) or [scene.stock("whereabouts_unknown", topic=topic)]


def _seen_lately(scene: Scene, entity: str) -> list[Say]:
    now = scene.context.minute
    seen = [
        memory
        for memory in scene.open_memories()
        if entity in memory.participants
        and memory.happened is not None
        and now - memory.happened <= LATELY
        and is_known(memory.where)
        and is_known(memory.what)
    ]
    newest = max(seen, key=lambda memory: (memory.happened, memory.id), default=None)
    return [telling(newest, scene, "where")] if newest else []


def _usually(scene: Scene, entity: str) -> list[Say]:
    other = scene.story.cast.get(entity)
    work = (other.workplace or other.home) if other else None
    if other is None or work is None:
        return []
    place = scene.village.name(work)
    if work == scene.context.place:
        return [
            Say((f"{other.name} is about here most days. Not just now, as you see.",), (f"authored:people.{entity}",))
        ]
    options = (
        f"I haven't seen {other.name} lately. Try {place}.",
        f"Most days you'd find {other.name} at {place}. I can't say for today.",
        f"At {place}, if I had to guess.",
    )
    return [Say(options, (f"authored:people.{entity}",), entities=(entity, work))]


def directions(scene: Scene) -> list[Say]:
    """Return the way to a place, and how long it takes."""
    places = [e for e in scene.understood.entities if e in scene.village.places]
    if not places:
        people = [e for e in scene.understood.entities if e in scene.village.people]
        return (
            whereabouts(scene)
            if people
            else [does_not_know(scene)]
            if scene.understood.entities
            else [scene.stock("unclear")]
        )
    place = places[0]
    name = scene.village.name(place)
    if place == scene.context.place:
        return [scene.stock("here", ground=f"state:place {place}")]
    route = scene.village.routes.get((scene.context.place, place))
    if route is None:
        return [scene.stock("whereabouts_unknown", topic=name)]
    minutes = f"{route.minutes} minute{'s' if route.minutes != 1 else ''}"
    way = next((e.way for e in scene.village.places[scene.context.place].exits if e.to == route.step), "")
    if route.step == place:
        options = (
            f"{name[:1].upper()}{name[1:]}? {minutes[:1].upper()}{minutes[1:]}, {way or 'straight on'}.",
            f"{way[:1].upper()}{way[1:] or 'Straight on'}, {minutes} on foot.",
        )
    else:
        step = scene.village.name(route.step)
        options = (
            f"By way of {step}. {minutes} in all.",
            f"Go to {step} first, and ask on from there. It's {minutes} in all.",
        )
    return [Say(tuple(_capital(option) for option in options), (f"authored:places.{place}",), entities=(place,))]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def favour(scene: Scene) -> list[Say]:
    """Return how they take being asked a favour; `can you read?` only asks about them."""
    ranked = relevance(scene)
    if ranked and ranked[0][0] >= ABOUT_THEMSELVES:
        return about_topic(scene)
    return topic_lines(scene) or [scene.stock("favour")]


def help_(scene: Scene) -> list[Say]:
    """Return an offer of help within reason, and someone to talk to if they think well of one."""
    found = [scene.stock("help")]
    if scene.mood == "foe":
        return found
    liked = [each for each in scene.character.opinions if each.feeling >= 0.3 and each.of in scene.village.people]
    if liked and ("who" in scene.understood.text.casefold() or "start" in scene.heard or scene.chance("advice") < 0.5):
        best = max(liked, key=lambda each: (each.feeling, each.of))
        found = [scene.stock("help_advice", ground=f"opinion:{best.of}", topic=scene.village.name(best.of)), *found]
    return found[:1] if scene.character.voice.brevity > 0.6 else found


def asked_for_thing(scene: Scene) -> tuple[list[Say], tuple[DialogueAct, ...]]:
    """Return whether they give what they were asked for, and the act of giving it."""
    things = [e for e in scene.understood.entities if e in scene.village.things]
    if not things:
        return [scene.stock("which_thing")], ()
    own = [e for e in things if e in scene.context.holding]
    thing = own[0] if own else things[0]
    fillings = {"thing": _capital(scene.definite(thing)), "lthing": scene.definite(thing)}
    if not own or _hides(scene, thing):
        return [scene.stock("no_such_thing" if not own else "keep_thing", **fillings)], ()
    liking = (scene.feelings.trust + scene.feelings.warmth) / 2
    if liking < GIVING or not scene.village.things[thing].portable:
        say = scene.stock("keep_thing", **fillings)
        return [
            Say(say.options, say.grounds, memory=f"would not give {scene.context.person_name} {scene.definite(thing)}")
        ], ()
    say = scene.stock("give_thing", ground=f"state:holding {thing}", **fillings)
    return [Say(say.options, say.grounds, entities=(thing,))], (GiveThing(thing),)


def _hides(scene: Scene, thing: str) -> bool:
    """Return whether a thing belongs to something that is hidden from this person."""
    return any(
        thing in scene.village.facts[fact.fact].about for fact in scene.secrets if fact.fact in scene.village.facts
    )


def unclear(scene: Scene) -> list[Say]:
    """Return an honest admission of not having followed, with what might have been meant."""
    from npcs.minds.village.patterns import is_english

    understood = scene.understood
    letters = [ch for ch in understood.text if ch.isalpha()]
    if (
        letters
        and not is_english(understood.text)
        and len(understood.text.split()) >= 3
        and not all(ch.isascii() for ch in letters)
    ):
        return [scene.stock("foreign")]
    found = [scene.stock("unclear")]
    if understood.entities:
        topic = f"about {scene.definite(understood.entities[0])}"
        found.append(scene.stock("unclear_guess", topic=topic))
    elif understood.score >= GUESSABLE and (guess := _GUESSES.get(understood.might)):
        found.append(scene.stock("unclear_guess", topic=guess))
    return found


_GUESSES = {
    "ask_wellbeing": "how I am",
    "ask_doing": "what I'm doing",
    "ask_plan": "what I mean to do",
    "ask_identity": "who I am",
    "ask_directions": "the way",
    "ask_memory": "what I remember",
}
