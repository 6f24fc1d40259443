"""Forms: several answers submitted together have the effect of clicks one by one, and allow nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord.forms import make_form
from bot.discord.limits import repair
from bot.language import load_language
from bot.tables.draft import Draft, extend
from engine.core.errors import IllegalChoice
from tests.bot.people import World
from tests.bot.pressing import begin
from tests.playing import game_at
from tests.rulebook.rounds import round_at
from tools.verify.asking import list_fields
from tools.verify.panels import make_moment

SPACES = {"bihar": {"congress": 2, "gandhi": True}, "delhi": {"congress": 1}, "punjab": {"congress": 1}}


def offered(seat: str, *keys: str, **options: Any) -> list[list[str]]:
    """Return what can be chosen in each field of the form after some keys."""
    game = game_at(SPACES, seat, may="any", **options)
    for key in keys:
        game.choose(key)
    form = make_form(load_language(), make_moment(game.blind(), Draft(keys)))
    assert form is not None
    payload = form.to_dict()
    assert repair(payload) == []
    return [[option["value"] for option in field["options"]] for field in list_fields(payload)]


def test_the_form_of_civil_disobedience_offers_spaces_and_special_activities() -> None:
    spaces, beside = offered("congress", "civil_disobedience")
    assert set(spaces) == {"bihar>done", "delhi>done", "punjab>done"}
    assert all(value.startswith("special:") for value in beside)


def test_the_form_of_deploy_has_a_list_for_each_city() -> None:
    cities = offered("raj", "deploy", resources={"raj": 20, "revolutionaries": 5})
    assert [values[0].split(">")[0] for values in cities] == ["karachi", "delhi", "bombay", "calcutta", "madras"]
    assert all(f"{values[0].split('>')[0]}>troops>2>sepoys>1>done" in values for values in cities)
    assert all(len(values) <= 25 for values in cities)


def test_answers_of_a_form_are_taken_one_after_the_other() -> None:
    blind = game_at(SPACES, "congress").blind()
    draft = extend(blind, Draft(), ["civil_disobedience"]).draft
    made = extend(blind, draft, ["bihar>done", "delhi>done", "special:satyagraha>punjab>place"])
    assert made.draft.keys == (
        *("civil_disobedience", "bihar", "done", "delhi", "done"),
        *("special:satyagraha", "punjab", "place"),
    )
    assert made.notes == []
    assert made.draft.take_back().keys == ("civil_disobedience", "bihar", "done", "delhi", "done")


def test_an_answer_of_a_form_that_became_impossible_is_left_out_with_the_reason() -> None:
    blind = game_at(SPACES, "congress").blind()
    draft = extend(blind, Draft(), ["civil_disobedience"]).draft
    made = extend(blind, draft, ["bihar>done", "bihar>done", "delhi>done"])
    assert made.draft.keys == ("civil_disobedience", "bihar", "done", "delhi", "done")
    assert [note.key for note in made.notes] == ["ui.panel.not_taken_because"]
    with pytest.raises(IllegalChoice):
        extend(game_at(SPACES, "congress").blind(), Draft(), ["sind>done"])


def test_the_redeploy_form_has_five_spaces_with_the_pieces_that_may_leave_them() -> None:
    spaces = {
        "bihar": {"troops": 1, "sepoys": 1},
        "punjab": {"troops": 1, "sepoys": 2},
        "orissa": {"sepoys": 1},
        "assam": {"troops": 1},
        "sind": {"sepoys": 1, "active": 2},
        "delhi": {"troops": 4, "sepoys": 2},
        "lahore_delhi": {"congress": 2},
        "bombay": {"congress": 1},
    }
    game = round_at("redeploy_raj", spaces, resources={"raj": 20})
    moment = make_moment(game.blind())
    form = make_form(load_language("en", "gandhi"), moment)
    assert form is not None
    labels = form.to_dict()["components"]
    assert [label["label"] for label in labels] == ["Delhi", "Sind", "Punjab", "Bihar", "Assam"]
    assert "4 Troops, 2 Sepoys" in labels[0]["description"]
    fields = list(list_fields(form.to_dict()))
    assert "delhi>troops>3>punjab" in [option["value"] for option in fields[0]["options"]]
    # Each field allows as many lines as can have an effect.
    assert [field["max_values"] for field in fields] == [3, 1, 3, 2, 1]
    made = extend(game.blind(), Draft(), ["delhi>troops>3>punjab", "delhi>sepoys>1>bihar", "sind>karachi"])
    assert made.notes == []
    assert ">".join(made.draft.keys) == "delhi>troops>3>punjab>delhi>sepoys>1>bihar>sind>karachi"
    # A question with one answer left is answered by itself; the field's answer for it is not taken.
    both = extend(game.blind(), Draft(), ["bihar>troops>delhi", "bihar>sepoys>orissa", "bihar>troops>punjab"])
    assert both.draft.keys == ("bihar", "troops", "delhi", "bihar", "orissa")
    assert [note.key for note in both.notes] == ["ui.panel.not_taken"]
    game.choose("done")
    form = make_form(load_language("en", "gandhi"), make_moment(game.blind()))
    assert form is not None
    assert form.to_dict()["components"][0]["label"] == "Lahore–Delhi"
    assert repair(form.to_dict()) == []


async def test_a_form_is_filled_in_and_submitted(world: World) -> None:
    game_id = await world.start_table()
    name, panel = await begin(world, game_id, game_at(SPACES, "congress"), "congress")
    panel = await world.press(name, panel, "choose", "civil_disobedience")
    filled = await world.fill(name, panel, "bihar", "delhi")
    assert "Bihar" in filled.words
    assert "Delhi" in filled.words
    assert filled.has("confirm")
    nothing = await world.fill(name, await world.press(name, filled, "undo"))
    assert "Nothing was chosen" in nothing.words


async def test_a_form_of_an_earlier_moment_changes_nothing(world: World) -> None:
    game_id = await world.start_table()
    name, panel = await begin(world, game_id, game_at(SPACES, "congress"), "congress")
    panel = await world.press(name, panel, "choose", "civil_disobedience")
    shown = await world.people[name].click(panel.message, custom_id=panel.find("form"))
    await world.press(name, panel, "choose", "bihar>done")
    late = await world.people[name].submit_modal(shown, {"0": ["delhi>done"]})
    assert late is not None
    moment = await world.bot.tables.moment(game_id, world.people[name].id)
    assert moment.draft.keys == ("civil_disobedience", "bihar", "done")
