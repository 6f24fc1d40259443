"""Tables in lists, a line each: whose move it is, since when, and where."""

from __future__ import annotations

from bot.language import Language
from bot.names import Said
from bot.tables.table import Table, name_actor
from bot.tables.timers import Waiting, read_waiting


def list_line(language: Language, table: Table) -> str:
    """One table of a server: how many sit there, or whose move it is."""
    return language.say(
        f"ui.list.{table.game.status}",
        name=table.game.name,
        id=table.id,
        scenario=table.game.scenario,
        count=sum(row.kind != "empty" for row in table.seats),
        of=len(table.seats),
        what=write_whose_move(language, table),
        where=f"<#{table.place}>",
    )


def mine_line(language: Language, table: Table, user_id: int, server: str) -> str:
    """One of a person's tables, with a link that leads there from anywhere; ``server`` is where, if that is known."""
    language = language.of_game(table.game.kind)
    waiting = find_waiting(table)
    if table.game.status == "open":
        free = sum(row.kind == "empty" for row in table.seats)
        what = language.say("ui.mine.open", count=free) if free else language.say("ui.mine.full")
    elif waiting is not None and waits_for(table, user_id):
        what = language.say("ui.mine.yours", seat=waiting.seat, when=show_since(waiting))
    else:
        what = write_whose_move(language, table)
    where = Said(f"https://discord.com/channels/{table.game.guild_id or '@me'}/{table.place}")
    line = language.say("ui.mine.line", name=table.game.name, where=where, what=what)
    return language.say("ui.mine.at", what=line, name=server) if server else line


def waits_for(table: Table, user_id: int) -> bool:
    """Whether a running game waits for a person."""
    waiting = find_waiting(table)
    return table.game.status == "playing" and waiting is not None and waiting.who == user_id


def write_whose_move(language: Language, table: Table) -> str:
    """Whose move it is at a running game, and since when, without looking at the game itself."""
    waiting = find_waiting(table)
    if waiting is None or not waiting.seat:
        return language.say("ui.list.on")
    if table.holder(waiting.seat) is None:
        return language.say("ui.list.free", seat=waiting.seat)
    if not waiting.who:
        return language.say("ui.list.arjuna", seat=waiting.seat)
    who = name_actor(table, waiting.seat)
    return language.say("ui.list.move", seat=waiting.seat, who=who, when=show_since(waiting))


def find_waiting(table: Table) -> Waiting | None:
    """What a table waits for at this moment, or None where nothing is known of it."""
    waiting = read_waiting(table)
    return waiting if waiting is not None and waiting.version == table.game.version else None


def show_since(waiting: Waiting) -> str:
    """Since when a game waits: "3 hours ago", in the reader's words."""
    return f"<t:{waiting.since}:R>"
