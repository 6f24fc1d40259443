"""The steps, sums and texts that follow from a turn's Changes."""

from __future__ import annotations

import msgspec
import pytest

from engine import Game
from engine.core.change import Change
from engine.gandhi import state
from engine.gandhi.story import CAPTION_VERBS, IGNORED_VERBS, SPACE_VERBS, TRACK_VERBS, Story, read_story
from engine.gandhi.view import CardView
from render.gandhi.alt import alt_text
from render.gandhi.captions import headline, space_name, step_captions, summary
from render.gandhi.picture import LAYOUTS
from render.gandhi.replay import apply_changes
from render.labels import LANGUAGES, labels_for
from render.pictures import ALT_LIMIT, Options
from tests.render.views import SEED, extreme_view, middle_view, sample_turn, setup_view

VERBS = {
    "begin", "select", "place", "remove", "arrest", "release", "enter", "move", "activate", "hide", "level", "control",
    "restraint", "unity", "crisis", "resources", "roll", "reveal", "viceroy", "eligibility", "phase", "over", "refuse",
    "agree", "resume", "put_right",
}  # fmt: skip
"""Every verb of the log, as the engine's state lists them."""


def test_every_verb_of_a_change_is_drawn_or_left_out_on_purpose() -> None:
    tables = (SPACE_VERBS, TRACK_VERBS, CAPTION_VERBS, IGNORED_VERBS)
    assert set().union(*tables) == VERBS
    assert sum(len(table) for table in tables) == len(VERBS), "a verb stands in two tables"
    assert {change.verb for change in sample_turn()} == VERBS


def test_the_engine_documents_every_verb_that_a_story_reads() -> None:
    listed = (state.__doc__ or "").split("0 or 1):")[1]
    assert all(verb in listed for verb in VERBS)


def test_a_selection_begins_a_numbered_step() -> None:
    story = read_story(sample_turn())
    assert [(step.number, step.space) for step in story.steps] == [
        (1, "bihar"),
        (2, "bombay_bhusawal"),
        (3, "bihar"),
        (4, "punjab"),
        (5, "sind"),
        (6, "mysore"),
    ]
    assert story.numbers("bihar") == [1, 3]


def test_control_lost_by_moving_away_belongs_to_the_step_of_the_move() -> None:
    story = read_story(
        [
            Change("begin", "raj", "sweep"),
            Change("move", "raj", "sepoys", 2, "bihar", "orissa"),
            Change("control", "raj", target="bihar", old=1, new=0),
        ]
    )
    assert len(story.steps) == 1
    assert step_captions(story, labels_for("en")) == [("1", "Orissa: 2 Sepoys from Bihar, Raj loses Control (Bihar)")]


def test_a_move_after_a_special_activity_begins_a_new_step() -> None:
    story = read_story(
        [
            Change("begin", "league", "persuade"),
            Change("select", "league", target="karachi"),
            Change("remove", "league", "sepoys", 1, "karachi", "available"),
            Change("move", "league", "league", 1, "calcutta", "east_bengal"),
        ]
    )
    assert [step.space for step in story.steps] == ["karachi", "east_bengal"]


def test_the_totals_of_a_turn_ignore_pieces_that_came_back() -> None:
    story = read_story(
        [
            Change("place", "congress", "congress", 2, "available", "sind"),
            Change("remove", "congress", "congress", 2, "sind", "available"),
            Change("level", "congress", target="sind", old=0, new=1),
            Change("level", "congress", target="sind", old=1, new=0),
            Change("restraint", "congress", old=3, new=2),
            Change("restraint", "congress", old=2, new=3),
        ]
    )
    assert story.deltas == {"sind": {}}
    assert story.levels == {}
    assert story.tracks == {}


def test_equal_steps_of_a_turn_share_a_caption() -> None:
    changes = [Change("begin", "congress", "rally")]
    for space in ("bihar", "assam", "orissa"):
        changes.append(Change("select", "congress", target=space))
        changes.append(Change("place", "congress", "congress", 1, "available", space))
    assert step_captions(read_story(changes), labels_for("en")) == [
        ("1–3", "Bihar, Assam, Orissa: +1 Congress Activist")
    ]


def test_a_turn_in_words_has_a_headline_and_a_caption_for_each_step() -> None:
    story, labels = read_story(sample_turn()), labels_for("en")
    assert headline(story, middle_view(), labels) == "Congress: Civil Disobedience + Satyagraha"
    told = dict(step_captions(story, labels))
    assert told["1"] == (
        "Bihar: +1 Protest, +2 Congress Activists, Passive Opposition to Active Opposition, Raj loses Control"
    )
    assert told["2"] == "Bombay–Bhusawal: 2 Congress Activists from Bombay Presidency, +1 Strike"
    assert told["3"] == "Bihar: Gandhi from Bombay Presidency"
    assert summary(story, middle_view(), labels) == [
        "Restraint 3 to 2",
        "Unity 2 to 1",
        "Crisis begins",
        "Raj Resources 28 to 26",
        "die 4",
        "1 Congress Activist from Out of Play to Available",
        "1 Congress Activist released from Jail",
        "new Viceroy: Lord Irwin, the Compromiser",
        "Victory: Congress",
    ]


def test_the_headline_of_an_automatic_turn_names_arjuna() -> None:
    story = read_story([Change("begin", "raj", "deploy")])
    assert headline(story, middle_view(), labels_for("en")) == "Raj (Arjuna): Deploy"


def test_a_picture_without_a_turn_has_the_headline_the_board() -> None:
    assert headline(Story(), middle_view(), labels_for("en")) == "The board"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_of_a_picture_show_no_key_in_any_language(language: str) -> None:
    labels = labels_for(language)
    story = read_story(sample_turn())
    words = [headline(story, middle_view(), labels), *summary(story, middle_view(), labels)]
    words += [text for _, text in step_captions(story, labels)]
    for text in words:
        assert "caption." not in text
        assert "piece." not in text
        assert "{" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_alt_text_keeps_to_the_length_limit(language: str) -> None:
    labels = labels_for(language)
    long = [change for _ in range(40) for change in sample_turn()]
    for view in (setup_view("main"), middle_view(), extreme_view()):
        for changes in ([], sample_turn(), long):
            for layout in LAYOUTS:
                text = alt_text(view, changes, labels, Options(layout=layout, candidates=tuple(view.spaces)[:12]))
                assert 0 < len(text) <= ALT_LIMIT
                assert text.endswith((".", "。")), "it is cut between sentences"


def test_alt_text_begins_with_the_spaces_that_changed_and_does_not_repeat_the_message() -> None:
    text = alt_text(middle_view(), sample_turn())
    assert text.startswith("These spaces have changed. 1·3 Bihar: Active Opposition, Protest, Gandhi, 2 Sepoys")
    assert "5 Sind: Passive Opposition, Muslim State" in text
    assert "Raj 28 (−10)" in text
    assert "Congress to decide. The rest of the map. Karachi: Passive Support" in text
    labels = labels_for("en")
    story = read_story(sample_turn())
    assert not [caption for _, caption in step_captions(story, labels) if caption in text]
    assert headline(story, middle_view(), labels) not in text


def test_a_viceroys_card_is_named_in_the_language_of_the_picture() -> None:
    view = msgspec.structs.replace(middle_view(), card=CardView(73, "Lord Chelmsford", viceroy="chelmsford"))
    words = alt_text(view, (), labels_for("ja"), Options(language="ja"))
    assert "チェルムスフォード卿" in words
    assert "Lord Chelmsford" not in words


def test_alt_text_says_how_many_spaces_do_not_fit() -> None:
    assert "more space" not in alt_text(setup_view("short"), (), options=Options(layout="east"))
    told = alt_text(extreme_view(), ())
    left = int(told.rpartition(". ")[2].split()[0])
    assert sum(f"{space_name(space, labels_for('en'))}: " in told for space in extreme_view().spaces) == (
        len(extreme_view().spaces) - left
    )


def test_alt_text_names_the_candidates_and_the_choice() -> None:
    marks = Options(layout="map", candidates=("bihar", "punjab"), chosen="punjab")
    text = alt_text(middle_view(), (), options=marks)
    assert text.startswith(
        "Candidates, marked with a question mark: Bihar, Punjab. Chosen, marked with a tick: Punjab. "
        "The rest of the map. Bihar: Active Opposition, Protest"
    )


def test_the_alt_text_of_a_region_describes_only_that_region() -> None:
    text = alt_text(middle_view(), (), options=Options(layout="south"))
    assert "Mysore: Passive Opposition, 2 Unrest, 1 Sepoy, 2 Underground Guerrillas" in text
    assert "Punjab" not in text
    assert "Restraint" not in text


def test_applying_changes_to_the_spaces_of_a_view_gives_those_of_the_engine() -> None:
    """Animations carry the View forward themselves: after a turn of the engine, the map is the engine's."""
    game = Game.new(game="gandhi", scenario="short", seats={}, seed=SEED)
    for _ in range(60):
        if game.decision is None:
            break
        before = game.view()
        options = [option.key for option in game.decision.options if option.enabled]
        changes = game.choose(options[-1])
        after = game.view()
        assert apply_changes(before, changes).spaces == after.spaces
