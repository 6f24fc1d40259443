"""Alt text: the board of a picture in words, for those who do not see it. The message beside it says what was done."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.change import Change
from engine.gandhi.comparing import compare
from engine.gandhi.story import Story, read_story
from engine.gandhi.view import View
from render.gandhi.base import REGIONS
from render.gandhi.captions import card_name, space_name, write_result
from render.gandhi.places import describe_place, list_things, write_score
from render.gandhi.regions import shows
from render.labels import ENGLISH_LABELS, Labels
from render.pictures import ALT_LIMIT, Options

DEFAULT = Options()


def alt_text(
    view: View, changes: Sequence[Change] = (), labels: Labels = ENGLISH_LABELS, options: Options = DEFAULT
) -> str:
    """Describe the picture in at most `ALT_LIMIT` characters, cut between sentences.

    The spaces that are marked on it come first, as they are now, with the numbers of their steps; then the boxes beside
    the map, where the picture has them; then the other spaces as far as they fit, and how many are left out.
    """
    is_since = options.since is not None and not changes
    story = compare(options.since, view) if is_since else read_story(changes, totals=options.totals)
    state = "" if options.layout in ("map", *REGIONS) else _describe_state(view, labels)
    marks = _describe_marks(options, labels)
    if options.layout == "panel":
        return labels.join("sentences", [*marks, state])
    if options.numbered:
        # Only the candidates are described: the rest is cut off the picture, or does not matter to the question.
        places = [describe_place(view, space, labels) for space in options.candidates]
        return labels.join(
            "sentences", [*marks, labels.fit_list("", places, "alt.more", ALT_LIMIT - len(marks[0]) - 1)]
        )
    shown = [space for space in view.spaces if options.layout not in REGIONS or shows(options.layout, space)]
    touched = [space for space in story.touched if space in shown]
    rest = [space for space in shown if space not in touched and _holds_something(view, space, labels)]
    rest = list(dict.fromkeys([*(space for space in options.candidates if space in rest), *rest]))
    room = ALT_LIMIT - sum(len(part) + 1 for part in (*marks, state))
    first = labels.fit_list(
        labels["alt.changed"], [_describe_touched(view, story, space, labels) for space in touched], "alt.more", room
    )
    others = labels.fit_list(
        labels["alt.other"] if first or marks else "",
        [describe_place(view, space, labels) for space in rest],
        "alt.more",
        room - len(first) - 1,
    )
    return labels.join("sentences", filter(None, [*marks, first, state, others]))


def _describe_marks(options: Options, labels: Labels) -> list[str]:
    """Return a sentence for the spaces marked as candidates, and one for the space that was chosen, if any."""
    marks = []
    if options.candidates:
        found = [space_name(space, labels) for space in options.candidates]
        if options.numbered:
            found = [f"{number} {name}" for number, name in enumerate(found, 1)]
        names = labels.join("items", found)
        marks.append(labels.sentence(labels.say("alt.numbered" if options.numbered else "alt.candidates", names=names)))
    if options.chosen:
        marks.append(labels.sentence(labels.say("alt.chosen", name=space_name(options.chosen, labels))))
    return marks


def _describe_touched(view: View, story: Story, space: str, labels: Labels) -> str:
    numbers = [str(step.number) for step in story.steps if step.space == space and step.number]
    return describe_place(view, space, labels, "·".join(numbers))


def _holds_something(view: View, space: str, labels: Labels) -> bool:
    return view.spaces[space].level != "neutral" or bool(list_things(view, space, labels))


def _describe_state(view: View, labels: Labels) -> str:
    parts = []
    if view.winner:
        parts.append(write_result(view, labels))
    elif view.card is not None:
        title = card_name(view.card, labels)
        parts.append(
            labels.say(
                "put.fact",
                name=labels["card.current"],
                what=labels.say("alt.card", number=view.card.number, title=title),
            )
        )
    for seat, row in view.victory.items():
        parts.append(
            labels.say("put.total", name=labels[f"seat.{seat}"], score=write_score(labels, row.value, row.margin))
        )
    tracks = {"restraint": view.restraint, "unity": view.unity}
    parts.append(
        labels.join("items", (labels.say("put.value", name=labels[key], value=value) for key, value in tracks.items()))
    )
    if view.crisis:
        parts.append(labels["crisis.yes"])
    for seat, amount in view.resources.items():
        parts.append(labels.say("put.value", name=labels[f"resources.{seat}"], value=amount))
    if view.pending:
        parts.append(labels.say("alt.pending", seat=labels[f"seat.{view.pending}"]))
    return labels.sentence(labels.join("facts", parts))
