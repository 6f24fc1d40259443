"""Visibility of tables on Discord: what cannot be known counts as hidden."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.discord.rights import sees

CHANNEL, THREAD, ELSEWHERE = 5, 6, 7


def look(place: Any, *, at: int | None = ELSEWHERE, is_member: bool = True, in_guild: bool = True) -> bool:
    """Return whether a person who acts somewhere sees a table, whose channel or thread Discord knows as ``place``."""
    guild = Mock(spec=discord.Guild)
    guild.get_channel_or_thread.side_effect = lambda wanted: place if wanted == CHANNEL else None
    person = Mock(spec=discord.Member if is_member else discord.User)
    interaction = Mock(channel_id=at, guild=guild if in_guild else None, user=person)
    return sees(interaction, CHANNEL, THREAD)


def channel(kind: type[Any] = discord.TextChannel, *, is_private: bool = False, **granted: bool) -> Any:
    """Return a channel or a thread in which a person has these permissions, and no others."""
    made = Mock(spec=kind)
    made.permissions_for.return_value = discord.Permissions(**granted)
    if kind is discord.Thread:
        made.is_private.return_value = is_private
    return made


def test_a_table_is_hidden_elsewhere_from_people_whose_permissions_cannot_be_read() -> None:
    place = channel(discord.Thread, view_channel=True)
    place.permissions_for.side_effect = discord.ClientException("The channel of the thread is not known.")
    assert not look(place)
    # A person who acts in the channel or the thread itself sees the table all the same.
    assert look(place, at=CHANNEL)
    assert look(place, at=THREAD)


@pytest.mark.parametrize(
    ("place", "is_seen"),
    [
        (channel(view_channel=True), True),
        (channel(), False),
        (channel(discord.Thread, view_channel=True), True),
        (channel(discord.Thread, is_private=True, view_channel=True), False),
        (channel(discord.Thread, is_private=True, view_channel=True, manage_threads=True), True),
        (channel(discord.Thread, is_private=True, manage_threads=True), False),
        (None, False),
    ],
)
def test_people_see_a_table_if_their_permissions_show_its_place(place: Any, is_seen: bool) -> None:
    assert look(place) == is_seen
    assert not look(place, in_guild=False)
    assert not look(place, is_member=False)
    assert not look(None, at=None)
