"""Write `docs/events.md`, the page on how Events are written, from the code and the cards.

``python -m tools.docs.events`` writes it again after a change of the steps, their fields, conditions or amounts.
"""

from __future__ import annotations

import re
import sys
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from msgspec import Meta
from msgspec import json as msgspec_json
from msgspec.structs import fields

from engine.gandhi.board import read_shipped
from engine.gandhi.events import data
from engine.gandhi.events.interpreter import ROWS, SIDES
from engine.gandhi.events.items import GROUPS, MARKERS
from engine.gandhi.events.places import AMOUNTS, CONDITIONS, COUNTS, DIE, FILLERS
from engine.gandhi.ids import GANDHI, LEVELS, PIECES

PAGE: Final = Path(__file__).resolve().parent.parent.parent / "docs" / "events.md"
LONGEST: Final = 110
LONGEST_STEP: Final = 240
"""The most characters of an example of a field or step; a longer one is shown without the steps within it."""

QUESTIONS: Final = {
    "event.to": "where to",
    "event.from": "where from",
    "event.what": "which piece",
    "event.count": "how many",
    "event.marker_to": "where the marker goes",
    "event.marker_from": "where the marker comes from",
    "event.marker": "which marker",
    "event.by": "what comes instead",
    "event.enter": "which piece",
    "event.release": "whose Activists",
    "event.flip": "where",
    "event.faction": "which Faction",
    "event.space": "which space",
    "event.choice": "which alternative",
    "event.pay": "whether to pay",
    "attack.remove": "which pieces",
}

HEAD: Final = """\
# How an Event is written

For owners of the cards who want to correct an Event, and for developers. `engine/gandhi/data/events.toml` holds the 72
Events: our own wording of each side, and its steps, in the order of the card. To correct a card:

1. Put a file `events.toml` with only that card into a folder, and name the folder in `GANDHI_DATA`.
2. Run `gandhi check-data`. It refuses what it does not know, and names card, side, step and field. It also plays each
   side on rich boards and reports every step that can never have an effect.

The words of your card are then shown in every language as you wrote them. This page is made from the code.

```toml
{example}
```

`critical`, `halo` and `never` are for Arjuna: [arjuna.md](arjuna.md) explains them.

## How a side is carried out

- The steps are carried out one after the other. What cannot be done is left out, and the rest is done (5.1.2).
- `spaces` selects spaces and carries out its own `steps` in each. A step within it means *that* space; a step outside
  means any spaces that the executing Faction chooses.
- Spaces that a step has selected, or in which it did something, count as selected for later steps of the side:
  `among_selected` and `next_to_selected` mean these.
- The executing Faction is asked only where there is something to choose. A space or an alternative in which nothing, or
  only a part of the text, would apply stays open, with a warning. The game finds this out by trying it on a
  copy: no step has to say what a later one needs.
- The limits of the rules apply to every card (5.1.1): what is Available, stacking, room for Bases, no Troops in
  States, one Protest in a space, one Strike on a Railway, the ends of the tracks.

## How many

Every step that counts has one of these three fields. There is no default:

| in the data | on the card |
|---|---|
| `exactly = 2` | two, or as many as there are |
| `up_to = 2` | up to two: none, one or two, as the executing Faction chooses |
| `every = true` | all there are |

In place of a number you may write an amount, and multiply it or subtract from it: `"2*die"`, `"sepoys-1"`."""


def write_page() -> str:
    """Return the whole page."""
    head = HEAD.replace("{example}", write_card())
    return "\n".join([head, *write_amounts(), *write_where(), *write_pieces(), *write_steps()])


def write_card() -> str:
    """Return a short card as it is written in the file."""
    text = (Path(data.__file__).parent.parent / "data" / data.EVENTS_FILE).read_text(encoding="utf-8")
    cards = re.split(r"\n\n(?=(?:#.*\n)*\[\[event\]\])", text)[1:]
    return next(card for card in cards if "number = 35\n" in card).strip()


def write_amounts() -> Iterator[str]:
    """Yield the lines of the table of amounts."""
    yield from ("", "| amount | means | for example |", "|---|---|---|")
    meanings = {DIE: "the roll of a die", **{name: each.meaning for name, each in AMOUNTS.items()}, **COUNTS}
    for name, meaning in meanings.items():
        used = [
            (card, f'{field} = "{value}"')
            for card, step in list_steps()
            for field, value in step.items()
            if isinstance(value, str) and field in ("exactly", "up_to", "gain", "lose", "at_most")
            if name in re.split(r"[*-]", value)
        ]
        yield f"| `{name}` | {meaning} | {show(used)} |"


def write_where() -> Iterator[str]:
    """Yield the lines about the conditions of a space."""
    fillers = ", ".join(f"`{word}`" for word in FILLERS)
    yield from (
        "",
        "## Where",
        "",
        "`where` is a phrase: words that must all be true of a space, and `or` between alternatives. `without` or",
        f"`not` negates the word after it; {fillers} only make it easier to read. A space is named by its id (in",
        "`engine/gandhi/data/board.toml`), and `next to` a space means those adjacent to it:",
        "`punjab or province next to punjab` is Punjab with the Provinces beside it.",
        "",
        "| word | means | for example |",
        "|---|---|---|",
    )
    for name, condition in CONDITIONS.items():
        used = [
            (card, f'where = "{phrase}"')
            for card, step in list_steps()
            for phrase in (step.get("where", ""), *step.get("non_player_where", {}).values())
            if name in phrase.split()
        ]
        example = show(used) if used else f'`where = "with {name}"`'
        yield f"| `{name}` | {condition.meaning} | {example} |"


def write_pieces() -> Iterator[str]:
    """Yield the lines about words for pieces, markers and levels."""
    names = ", ".join(f"`{name}`" for name in (*PIECES, GANDHI))
    groups = ", ".join(f"`{name}`" for name in GROUPS)
    markers = ", ".join(f"`{name}`" for name in MARKERS)
    levels = ", ".join(f"`{name}`" for name in LEVELS)
    yield from (
        "",
        "## Pieces, markers, levels",
        "",
        f"Pieces: {names}. Gandhi can only be arrested (1.4.5).",
        "",
        f"Several at once: {groups}. `adversaries` are the pieces of all Factions but the executing one.",
        "",
        f"Markers: {markers}. `unrest` on a Railway is a Strike.",
        "",
        f"Levels: {levels}.",
    )


def write_steps() -> Iterator[str]:
    """Yield the lines about every kind of step with its fields, and about the limits."""
    yield from ("", "## Steps", "", "A star marks a field that must be there.", "")
    kinds = typing.get_args(data.EventStep)
    for kind in kinds:
        tag = str(kind.__struct_config__.tag)
        asks = ", ".join(dict.fromkeys(QUESTIONS[kind] for kind in ROWS[kind].asks))
        yield from (f"### `{tag}`", "", str(kind.__doc__), "")
        if asks:
            yield from (f"It may ask: {asks}.", "")
        uses = [(card, step) for card, step in list_steps() if step["do"] == tag]
        whole = [(card, step) for card, step in uses if "steps" in step] or uses
        yield from (f"For example {show([(card, write_value(step, LONGEST_STEP)) for card, step in whole])}", "")
        rows = list(write_fields(kind, [(card, step) for card, step in uses]))
        if rows:
            yield from ("| field | means | for example |", "|---|---|---|", *rows, "")
    yield from ("## Limits", "", f"{data.Limits.__doc__} They are in the field `limits` of a step.", "")
    yield from ("| limit | means | for example |", "|---|---|---|")
    yield from write_fields(data.Limits, [(card, step["limits"]) for card, step in list_steps() if "limits" in step])
    yield ""


def write_fields(kind: Any, uses: list[tuple[str, dict[str, Any]]]) -> Iterator[str]:
    """Yield the rows of a step's fields; a star marks a required one."""
    hints = typing.get_type_hints(kind, vars(data), include_extras=True)
    for field in fields(kind):
        notes = [note for note in getattr(hints[field.name], "__metadata__", ()) if isinstance(note, Meta)]
        meaning = str(notes[-1].description) if notes else str(getattr(hints[field.name], "__doc__", ""))
        used = [(card, f"{field.name} = {write_value(step[field.name])}") for card, step in uses if field.name in step]
        if field.name == "limits":
            meaning = "See [Limits](#limits)."
        star = " \\*" if field.required else ""
        if used or field.name not in hints or not issubclass(kind, data.Counted) or field.name not in COUNTED:
            yield f"| `{field.name}`{star} | {meaning} | {show(used)} |"


COUNTED: Final = tuple(field.name for field in fields(data.Counted))
"""The fields that say how many. A step's table leaves out those that none of its examples uses."""


def list_steps() -> list[tuple[str, dict[str, Any]]]:
    """Return every step of every card as data, with its card and side."""
    found: list[tuple[str, dict[str, Any]]] = []

    def walk(card: str, steps: list[dict[str, Any]]) -> None:
        for step in steps:
            found.append((card, step))
            for inner in (step.get("steps", []), *(option["steps"] for option in step.get("options", []))):
                walk(card, inner)

    for event in read_shipped(data.EVENTS_FILE)["event"]:
        for side in SIDES:
            walk(f"{event['number']} {side}", event[side]["steps"])
    return found


def show(uses: list[tuple[str, str]]) -> str:
    """Return the shortest of some examples with its card; an empty string without examples."""
    if not uses:
        return ""
    card, words = min(uses, key=lambda use: ("[...]" in use[1], len(use[1])))
    return f"`{words}` ({card})"


def write_value(value: Any, longest: int = LONGEST) -> str:
    """Return a value as it is written in TOML; steps within a long one are left out."""
    if isinstance(value, dict):
        whole = "{ " + ", ".join(f"{key} = {write_value(each, longest)}" for key, each in value.items()) + " }"
        if len(whole) <= longest or not any(key in value for key in HOLDING):
            return whole
        parts = [f"{key} = {'[...]' if key in HOLDING else write_value(each)}" for key, each in value.items()]
        return "{ " + ", ".join(parts) + " }"
    if isinstance(value, list):
        whole = "[" + ", ".join(write_value(each, longest) for each in value) + "]"
        return whole if len(whole) <= longest else "[...]"
    return msgspec_json.encode(value).decode()


HOLDING: Final = ("steps", "options")
"""The fields that hold other steps."""


def main() -> int:
    """Write the page."""
    PAGE.write_text(write_page(), encoding="utf-8")
    print(f"{PAGE.name}: {len(write_page().splitlines())} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
