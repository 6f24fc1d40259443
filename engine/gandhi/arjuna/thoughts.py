"""Why Arjuna does what it does, as data: a list of thoughts for each decision, in their order."""

from __future__ import annotations

import msgspec

from engine.core.text import Text


class Thought(msgspec.Struct, frozen=True):
    """One step of reasoning: its kind, its message, and the spaces it is about or that are still in the running.

    Kinds: effect (of the Event), eligibility, card, test, operation, special, skip, column, row, tie, roll, activation,
    select, piece, event, round.
    """

    kind: str
    text: Text
    spaces: tuple[str, ...] = ()


class Explanation(msgspec.Struct, frozen=True):
    """A Non-player Faction's actions in one step of the game, with reasons. ``keys`` are its own answers in that step.

    ``turn`` is the number of the step, ``phase`` what the step was.
    """

    seat: str
    turn: int
    phase: str
    thoughts: tuple[Thought, ...]
    keys: tuple[str, ...]


ALWAYS_TOLD = frozenset(
    {
        "arjuna.activation.stops",
        "arjuna.activation.sepoys_stop",
        "arjuna.refused",
        "arjuna.no_card",
        "arjuna.must_operate",
    }
)
"""Messages that are in every summary."""


def summarise(explanation: Explanation) -> list[Text]:
    """Return an explanation in short: the decision, the card and its last test, then the actions with their spaces.

    The full reasoning is in ``explanation.thoughts``.
    """
    lines: list[Text] = []
    card: list[Text] = []
    spaces: list[str] = []
    # A summary of a Redeploy shows its moves; the moves of an Operation are details that it leaves out.
    told = ("arjuna.decides.", "arjuna.move") if explanation.phase.startswith("redeploy") else "arjuna.decides."
    for one in explanation.thoughts:
        if one.kind == "card":
            card = [one.text]
        elif one.kind == "test" and card:
            card = [card[0], one.text]
        elif one.kind in ("operation", "special", "event", "round"):
            lines += card
            card, spaces = [], []
            lines.append(Text("arjuna.summary.done", {"what": one.text, "space": spaces}))
        elif one.kind == "select":
            spaces += [space for space in one.spaces if space not in spaces]
        elif one.text.key in ALWAYS_TOLD or one.text.key.startswith(told):
            lines.append(one.text)
    return [line.params["what"] if "space" in line.params and not line.params["space"] else line for line in lines]
