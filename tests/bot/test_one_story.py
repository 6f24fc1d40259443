"""Text and map tell a turn from one Story: log, strip, captions, alt text and animation have the same numbers."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from bot.games.gandhi.words.chronicle import tell, tell_so_far
from bot.games.showing import Focus
from bot.language import load_language
from engine import Game
from engine.core.change import Change
from engine.gandhi.story import Story, read_story
from render.gandhi.alt import alt_text
from render.gandhi.captions import space_name, step_captions
from render.labels import labels_for

GAMES = 6
NUMBERED = re.compile(r"`(\d+)` \*\*(?:[^*]*, )?(?P<space>[^*,]+)\*\*")
"""A numbered line of the log: its number, and its space after the action if that is named."""


def play_at_random() -> Iterator[list[Change]]:
    """Yield many turns, and stretches of several turns, of games in which every choice is drawn."""
    for number in range(GAMES):
        chance = random.Random(number)
        game = Game.new(scenario=("short", "main")[number % 2], seed=bytes([number]) * 32)
        while game.decision is not None:
            game.choose(chance.choice(game.decision.options).key)
        yield from (turn.changes for turn in game.steps)
        yield from ([*one.changes, *two.changes] for one, two in pairwise(game.steps[::5]))


def read_numbers(lines: Sequence[str]) -> list[tuple[int, str]]:
    """Return the numbers in the lines of a log, each with the name of its space."""
    return [(int(found[1]), found["space"]) for line in lines if (found := NUMBERED.match(line))]


def list_steps(story: Story) -> list[tuple[int, str]]:
    """Return the numbers on the map, each with the name of its space."""
    language = load_language()
    return [(step.number, language.word(f"space.{step.space}")) for step in story.steps]


def test_spaces_have_the_same_numbers_in_the_text_and_on_the_map() -> None:
    compared = 0
    for changes in play_at_random():
        story, told = read_story(changes), read_numbers(tell(load_language(), changes))
        assert set(told) <= set(list_steps(story))
        assert told == sorted(told), "the text tells its numbers in the order of the map"
        compared += len(told)
    assert compared > 1000


def test_the_text_of_a_turn_under_way_has_the_numbers_of_the_map() -> None:
    """A space in which nothing has happened yet has the number that the map will give it, if nothing comes between."""
    for changes in play_at_random():
        cut = changes[: len(changes) // 2]
        steps, language = list_steps(read_story(cut)), load_language()
        for told in (tell(language, cut, is_under_way=True), tell_so_far(language, cut)):
            numbers = read_numbers(told)
            assert {row for row in numbers if row[0] <= len(steps)} <= set(steps)
            assert numbers == sorted(numbers)


def test_the_next_space_of_a_turn_gets_the_number_announced_for_it() -> None:
    begun = [Change("begin", "raj", "deploy"), Change("select", "raj", target="bihar")]
    placed = Change("place", "raj", "troops", 1, "available", "bihar")
    begun += [placed, Change("select", "raj", target="sind")]
    told = tell_so_far(load_language(), begun, Focus(space="sind"))
    assert told[1:] == ["`1` **Bihar**: 1 Troop placed", "`2` **Sind**: …"]
    story = read_story([*begun, Change("place", "raj", "troops", 1, "available", "sind")])
    assert story.numbers("sind") == [2]


def test_another_factions_actions_are_not_described_as_ones_own() -> None:
    """The cubes of a Crisis are asked of Raj in the middle of someone else's turn."""
    changes = [
        Change("begin", "league", "infiltrate", target="bihar"),
        Change("crisis", "league", old=0, new=1),
        Change("roll", "raj", "crisis", new=4),
    ]
    told = tell_so_far(load_language(), changes, Focus("raj"))
    assert told[0] == "**Muslim League: Infiltrate**"
    assert told[-2:] == ["**So far: Crisis**", "Roll 4"]


def test_only_the_space_of_the_question_is_listed_as_unfinished() -> None:
    """The sign "…" is shown only at the space of the question, and only during the turn."""
    language = load_language()
    begun = [Change("begin", "congress", "civil_disobedience"), Change("select", "congress", target="bihar")]
    assert tell_so_far(language, begun, Focus(space="bihar"))[1:] == ["`1` **Bihar**: …"]
    assert tell_so_far(language, begun)[1:] == ["**Bihar**: nothing changes"]
    assert tell_so_far(language, begun, Focus(space="bihar", is_over=True))[1:] == ["**Bihar**: nothing changes"]
    begun.append(Change("select", "congress", target="sind"))
    assert tell(language, begun, is_under_way=True)[1:] == ["**Bihar**: nothing changes", "`1` **Sind**: …"]


def test_every_line_under_the_map_has_the_numbers_of_its_steps() -> None:
    labels = labels_for("en")
    for changes in play_at_random():
        story = read_story(changes)
        spans = [
            (int(first), int(last or first), text)
            for first, _, last, text in ((*mark.partition("–"), text) for mark, text in step_captions(story, labels))
        ]
        assert [number for first, last, _ in spans for number in range(first, last + 1)] == [
            step.number for step in story.steps
        ]
        for first, last, text in spans:
            names = [space_name(step.space, labels) for step in story.steps[first - 1 : last]]
            assert text.startswith(labels.join("items", names) + ":")


def test_the_alt_text_gives_spaces_the_numbers_that_they_have_on_the_map() -> None:
    labels = labels_for("en")
    game = Game.new(scenario="short", seed=b"alt")
    view = game.view()
    for changes in play_at_random():
        story = read_story(changes)
        if 0 < len(story.steps) <= 3:
            told = alt_text(view, changes, labels)
            for space in {step.space for step in story.steps}:
                numbers = "·".join(str(step.number) for step in story.steps if step.space == space)
                assert f"{numbers} {space_name(space, labels)}: " in told


def test_the_frames_of_an_animation_are_parts_of_the_same_story() -> None:
    for changes in play_at_random():
        story = read_story(changes)
        parts = [story.part(step.number, step.number) for step in story.steps]
        assert [step for part in parts for step in part.steps] == story.steps
        assert [move for part in parts for move in part.moves] == story.moves
        assert story.part(1, len(story.steps)) == Story(
            actions=story.actions,
            steps=story.steps,
            moves=story.moves,
            deltas=story.deltas,
            levels=story.levels,
            controls=story.controls,
        )


def test_net_changes_in_the_text_add_up_to_the_changes_on_the_map() -> None:
    for changes in play_at_random():
        story = read_story(changes)
        resources: dict[str, tuple[int | None, int | None]] = {}
        controls: dict[str, tuple[int | None, int | None]] = {}
        for section in story.sections:
            for (verb, key), change in section.net.items():
                sums = resources if verb == "resources" else controls
                sums[key] = (sums[key][0] if key in sums else change.old, change.new)
        tracks = {key: pair for key, pair in story.tracks.items() if key not in ("restraint", "unity", "crisis")}
        assert {key: pair for key, pair in resources.items() if pair[0] != pair[1]} == tracks
        assert {key: pair for key, pair in controls.items() if pair[0] != pair[1]} == story.controls


def test_a_roll_without_effect_has_no_number() -> None:
    """A die alone leaves no mark on the map: the spaces after it keep the numbers that the map shows."""
    changes = [
        Change("begin", "revolutionaries", "attack"),
        Change("select", "revolutionaries", target="bihar"),
        Change("roll", "revolutionaries", "attack", new=6),
        Change("select", "revolutionaries", target="sind"),
        Change("activate", "revolutionaries", "underground", 1, target="sind"),
    ]
    assert tell(load_language(), changes)[1:] == [
        "**Bihar**: Attack roll 6",
        "`1` **Sind**: 1 Guerrilla now Active",
    ]
    assert read_story(changes).numbers("sind") == [1]


@pytest.mark.parametrize("seats", [("raj", "league"), ("league", "raj")])
def test_step_numbers_continue_from_one_faction_to_the_next(seats: tuple[str, str]) -> None:
    changes = []
    for seat, spaces in zip(seats, (("bihar", "sind"), ("assam", "punjab")), strict=True):
        changes.append(Change("begin", seat, "rally"))
        for space in spaces:
            changes += [Change("select", seat, target=space), Change("place", seat, "unrest", target=space)]
    numbers = read_numbers(tell(load_language(), changes))
    assert numbers == [(1, "Bihar"), (2, "Sind"), (3, "Assam"), (4, "Punjab")]
