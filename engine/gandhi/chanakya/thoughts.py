"""The results of a search as plain data, and the reasons of Chanakya's choice as thoughts."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.core.change import Change
from engine.core.text import Text
from engine.gandhi.arjuna.thoughts import Explanation, Thought
from engine.gandhi.chanakya.search import Candidate, Search
from engine.gandhi.ids import SEATS

BRIEFLY = ("chanakya.chosen", "chanakya.feared", "chanakya.unsearched")
"""Thoughts that belong in a summary."""
TOLD = 4
"""The number of turns in an explanation, including the chosen one."""


class Considered(msgspec.Struct, frozen=True, omit_defaults=True):
    """A considered turn: its actions and spaces, the number of tries, and the share of games won after it.

    ``lost_to`` is the other Faction that won most of them, with its share. ``value`` also considers the lead.
    ``chosen`` is the share won after the chosen turn in the same games, which are fewer for a turn that was tried less
    often.
    """

    plan: str
    actions: tuple[str, ...]
    spaces: tuple[str, ...]
    tries: int
    value: float
    won: float
    lost_to: str = ""
    lost: float = 0.0
    chosen: float | None = None


class Finding(msgspec.Struct, frozen=True):
    """Result of a search, with everything for playing and explaining the turn. The chosen turn comes first."""

    seat: str
    ties: bytes
    games: int
    considered: tuple[Considered, ...]

    @property
    def plan(self) -> str:
        """Return the plan to follow; an empty string where none was found."""
        return self.considered[0].plan if self.considered else ""


NOTHING_FOUND = Finding("", b"", 0, ())
"""The result without a search: the turn is then played in Arjuna's way."""


def find(search: Search) -> Finding:
    """Return what a search has found so far."""
    best = [one for place, one in enumerate(search.ranking()) if one.tries or not place][:TOLD]
    considered = tuple(consider(one, search.seat, best[0]) for one in best)
    return Finding(search.seat, search.seed, search.tries, considered)


def consider(one: Candidate, seat: str, best: Candidate | None = None) -> Considered:
    """Return a candidate as plain data, compared with the best one if it is another."""
    lost_to = max((other for other in SEATS if other != seat), key=lambda other: one.ends[other])
    tries = max(1, one.tries)
    actions, spaces = read_turn(one.changes)
    return Considered(
        plan=one.plan,
        actions=actions,
        spaces=spaces,
        tries=one.tries,
        value=one.value,
        won=one.ends[seat] / tries,
        lost_to=lost_to if one.ends[lost_to] else "",
        lost=one.ends[lost_to] / tries,
        chosen=best.won_of_first(one.tries) if best is not None and best is not one else None,
    )


def read_turn(changes: Iterable[Change]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the actions that a turn executes, in order, and the spaces that it selects for them."""
    changes = list(changes)
    actions = dict.fromkeys(change.piece for change in changes if change.verb == "begin")
    spaces = dict.fromkeys(change.target for change in changes if change.verb == "select")
    return tuple(actions), tuple(spaces)


def explain(finding: Finding) -> list[Thought]:
    """Return the reasons for the chosen turn: its promise, the danger, and the other turns that were considered."""
    if not finding.considered:
        return [Thought("round", Text("chanakya.unsearched"))]
    chosen, *others = finding.considered
    thoughts = [
        Thought("round", Text("chanakya.tried", {"count": finding.games})),
        Thought("select", Text("chanakya.chosen", name_turn(chosen)), chosen.spaces),
    ]
    if chosen.lost_to:
        params = {"seat": chosen.lost_to, "share": percent(chosen.lost)}
        thoughts.append(Thought("row", Text("chanakya.feared", params)))
    return thoughts + [compare(one) for one in others]


def compare(one: Considered) -> Thought:
    """Return a turn that was not chosen, and how the chosen one did in the games that this was tried in."""
    if one.chosen is None:  # Findings of an older version lack this share.
        return Thought("row", Text("chanakya.instead", name_turn(one)), one.spaces)
    return Thought("row", Text("chanakya.beside", {**name_turn(one), "chosen": percent(one.chosen)}), one.spaces)


def summarise(explanation: Explanation) -> list[Text]:
    """Return an explanation of Chanakya's in a few lines: what was chosen, for which spaces, and the danger."""
    told = [one for one in explanation.thoughts if one.text.key in BRIEFLY]
    return [
        Text("arjuna.summary.done", {"what": one.text, "space": one.spaces}) if one.spaces else one.text for one in told
    ]


def name_turn(one: Considered) -> dict[str, object]:
    """Return a turn for a message: its actions, and what it promises in percent."""
    what = [Text("action", {"action": action}) for action in one.actions]
    return {"actions": what, "share": percent(one.won), "count": one.tries}


def percent(share: float) -> int:
    """Return a share of 1 as whole percent."""
    return round(100 * share)
