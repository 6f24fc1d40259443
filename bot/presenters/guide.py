"""Help by situation: what one can do now, in a few lines."""

from __future__ import annotations

from bot.language import Language
from bot.moments import Moment, Table


def write_help(language: Language, table: Table | None, moment: Moment | None, user_id: int) -> str:
    """What the person can do next, and the commands that are always there."""
    return "\n".join([find_situation(language, table, moment, user_id), "", language.say("ui.help.always")])


def find_situation(language: Language, table: Table | None, moment: Moment | None, user_id: int) -> str:
    """The paragraph for where the person stands."""
    if table is None:
        return language.say("ui.help.no_table")
    if table.game.status == "over":
        return language.say("ui.help.over", name=table.game.name)
    if moment is None:
        key = "ui.help.seated" if table.acts_for(user_id) else "ui.help.open"
        return language.say(key, name=table.game.name)
    if moment.is_mine and moment.decision is not None:
        key = "ui.help.armed" if moment.draft.armed else "ui.help.your_turn"
        return language.say(key, seat=moment.decision.seat)
    if table.acts_for(user_id):
        return language.say("ui.help.wait", seat=moment.decision.seat if moment.decision is not None else "")
    return language.say("ui.help.watch", name=table.game.name)
