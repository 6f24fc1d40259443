"""Alt text: what a picture shows, for those who do not see it, from the same View and Changes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.change import Change
from engine.rajas.board import BOARD
from engine.rajas.story import Story, read_story
from engine.rajas.view import View
from render.labels import ENGLISH_LABELS, Labels
from render.rajas.captions import dice_names, gap_words, headline, seat_name, step_captions, summary, tile_name

MOST = 1024
"""Discord's limit for the description of a file, in characters."""


def alt_text(view: View, changes: Sequence[Change] = (), labels: Labels = ENGLISH_LABELS) -> str:
    """Describe the board in at most `MOST` characters: the turn first, then each player, then the tiles."""
    state = _describe_state(view, labels)
    if not changes:
        return cut(labels.join("sentences", [state, _describe_tiles(view, labels)]), MOST)
    told = _tell(view, read_story(changes), labels)
    return cut(labels.join("sentences", [cut(told, MOST - len(state) - 2), state]), MOST)


def _tell(view: View, story: Story, labels: Labels) -> str:
    parts = [labels.sentence(headline(story, labels))]
    parts += [labels.sentence(f"{mark} {text}") for mark, text in step_captions(story, labels)]
    rest = summary(story, view, labels)
    if rest:
        parts.append(labels.sentence(labels.join("facts", rest)))
    return labels.join("sentences", parts)


def describe_seat(view: View, seat: str, labels: Labels) -> str:
    """Return the state of a player: fame, coins, the gap, karma, dice, workers, boat."""
    player = view.players[seat]
    parts = [
        labels.say("put.value", name=labels["rajas.fame"], value=player.fame),
        labels.say("put.value", name=labels["rajas.coins"], value=player.money),
        gap_words(player.overlap, labels),
        labels.say("put.value", name=labels["rajas.karma"], value=player.karma),
        labels.say("put.value", name=labels["rajas.workers"], value=f"{player.workers}/{player.active}"),
        labels.say("put.value", name=labels["rajas.boat"], value=player.boat),
    ]
    dice = dice_names(player.dice, labels)
    if dice:
        parts.append(labels.say("put.value", name=labels["rajas.dice"], value=dice))
    return labels.say("put.fact", name=seat_name(seat, labels), what=labels.join("items", parts))


def _describe_state(view: View, labels: Labels) -> str:
    parts = []
    if view.winner:
        parts.append(labels.say("caption.over", seat=seat_name(view.winner, labels)))
    else:
        parts.append(labels.say("rajas.round", number=view.round, phase=view.phase_number))
    parts += [describe_seat(view, seat, labels) for seat in view.order]
    if view.pending:
        parts.append(labels.say("alt.pending", seat=seat_name(view.pending, labels)))
    return labels.sentence(labels.join("facts", parts))


def _describe_tiles(view: View, labels: Labels) -> str:
    names = [tile_name(BOARD.tiles[here.top], labels) for here in view.stacks.values() if here.top]
    what = labels.join("items", names)
    return labels.sentence(labels.say("put.fact", name=labels["action.quarry"], what=what)) if names else ""


def cut(text: str, most: int) -> str:
    """A text of at most so many letters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
