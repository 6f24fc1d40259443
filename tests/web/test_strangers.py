"""What strangers may do to the web pages: they take no room from players, fill no memory, and write no tracebacks."""

from __future__ import annotations

import asyncio
import logging
import resource
import subprocess
import sys
from contextlib import AsyncExitStack
from typing import Any

import aiohttp
import pytest

from bot.tables.authorization import PLAY, find_seats
from bot.web import answers, connections, links, pages, streams
from bot.web.connections import Seldom
from bot.web.pages import AGAIN, Pages
from bot.web.server import serve_web
from storage import UnknownGame
from tests.bot.players import open_table, play_until
from tests.web.conftest import Site, find_port
from tests.web.test_server import read_event, start

BROWSERS = 30


async def open_stream(stack: AsyncExitStack, site: Site, link: str, host: str) -> int:
    """Open a stream from an address, and return the status of the answer."""
    asking = site.client.get(f"{link}/events", headers={"X-Forwarded-For": host})
    return (await stack.enter_async_context(asking)).status


async def send_raw(site: Site, words: bytes) -> bytes:
    """Send bytes, and return everything that is answered until the connection is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(site.origin.rpartition(":")[2]))
    writer.write(words)
    try:
        return await asyncio.wait_for(reader.read(), 10)
    finally:
        writer.close()


async def test_players_get_stream_places_before_readers(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "count_files", lambda: 2 * 24)
    monkeypatch.setattr(streams, "MOST_OF_HOST", 10)
    game_id, person = await start(site.tables)
    address = f"127.0.0.1:{find_port()}"
    async with serve_web(site.tables, site.links, address), AsyncExitStack() as stack:
        link = (await site.enter(game_id, person)).replace(site.origin, f"http://{address}")
        page = (await site.links.find_page(game_id)).replace(site.origin, f"http://{address}")
        one_browser = [await open_stream(stack, site, page, "9.9.9.9") for _ in range(BROWSERS)]
        assert one_browser == [200] * 10 + [503] * (BROWSERS - 10)
        # Other addresses get the last 8 places for readers.
        homes = [await open_stream(stack, site, page, f"2001:db8:1:2::{number}") for number in range(BROWSERS)]
        assert homes.count(200) == 8
        assert await open_stream(stack, site, page, "9.9.9.8") == 503
        mine = [await open_stream(stack, site, link, "9.9.9.9") for _ in range(8)]
        assert mine == [200] * 6 + [503] * 2


async def test_simultaneous_readers_count_against_the_limit_of_streams(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are counted before the first of them is answered, and a refused person keeps no connection."""
    monkeypatch.setattr(streams, "MOST_OF_HOST", 10)
    game_id, _ = await start(site.tables)
    page = await site.links.find_page(game_id)
    async with AsyncExitStack() as stack:
        asked = [site.client.get(f"{page}/events") for _ in range(BROWSERS)]
        answers = await asyncio.gather(*(stack.enter_async_context(one) for one in asked))
        assert sorted(answer.status for answer in answers) == [200] * 10 + [503] * (BROWSERS - 10)
        assert {answer.headers.get("Connection") for answer in answers if answer.status == 503} == {"close"}


async def test_an_internet_address_and_a_private_link_have_separate_limits_of_requests(site: Site) -> None:
    game_id, person = await start(site.tables)
    page, link = await site.links.find_page(game_id), await site.enter(game_id, person)

    async def ask(host: str, address: str) -> int:
        async with site.client.get(address, headers={"X-Forwarded-For": host}) as answer:
            return answer.status

    assert 429 in await asyncio.gather(*(ask("9.9.9.9", page) for _ in range(300)))
    assert await ask("9.9.9.8", page) == 200
    assert await ask("9.9.9.9", f"{link}/turn") == 200


async def test_a_stream_ends_when_the_address_of_the_page_is_renewed(site: Site) -> None:
    game_id, person = await start(site.tables)
    page, link = await site.links.find_page(game_id), await site.enter(game_id, person)
    async with site.client.get(f"{page}/events") as public, site.client.get(f"{link}/events") as private:
        for stream in (public, private):
            await read_event(stream.content)
        await site.links.renew(game_id, 11)
        for stream in (public, private):
            await asyncio.wait_for(stream.read(), 5)
    for address in (page, link):
        async with site.client.get(f"{address}/events") as answer:
            assert answer.status == 404


async def test_the_stream_of_a_player_ends_when_they_leave(site: Site) -> None:
    game_id, person = await start(site.tables)
    link = await site.enter(game_id, person)
    async with site.client.get(f"{link}/events") as stream:
        await read_event(stream.content, "turn")
        table = await site.tables.table(game_id)
        (seat,) = find_seats(PLAY, table, person)
        await site.tables.lobby.leave(None, game_id, person, seat)
        await asyncio.wait_for(stream.read(), 5)


async def test_requests_for_unknown_pages_or_pictures_are_not_cached(site: Site) -> None:
    game_id, _ = await start(site.tables)
    data = await site.get(await site.links.find_page(game_id), "data")
    held = Pages(site.tables)
    page = await held.find(game_id, "en")
    assert page is not None
    for number in range(50):
        assert page.write_since(f"{'9' * 5_000}.{number}") == AGAIN
    assert page._written == {}
    icon = data["icons"][0]["id"]
    source = f"{site.origin}{data['source']}/light"
    for name, status in ((f"{icon}.p", 200), (icon, 404), (f"{icon}.p1", 404), ("board.n", 404), (f"{icon}.", 404)):
        async with site.client.get(f"{source}/{name}.webp") as answer:
            assert answer.status == status, name


async def test_links_stay_valid_on_more_pages_than_are_cached(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "KNOWN", 2)
    games = [await open_table(site.tables, number=number) for number in range(3)]
    found = [await site.links.find_page(game_id) for game_id in games]
    assert [await site.links.find_page(game_id) for game_id in games] == found
    assert [await site.links.find_game(link.rpartition("/")[2]) for link in found] == games


async def test_pages_keep_nothing_of_tables_that_no_one_reads(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "KEPT", 2)
    kept = Pages(site.tables)
    for number in range(100):
        kept.notice(f"table {number}")
    with pytest.raises(UnknownGame):
        await kept.find("nothing", "en")
    assert len(kept._entries) == 0
    game_id, _ = await start(site.tables)
    for code in ("en", "it", "es", "ja"):
        assert await kept.find(game_id, code) is not None
    assert list(kept._entries) == [(game_id, "es"), (game_id, "ja")]
    before = await kept.find(game_id, "ja")
    await play_until(site.tables, game_id, "raj")
    kept.notice(game_id)
    after = await kept.find(game_id, "ja")
    assert before is not None
    assert after is not None
    assert after.change > before.change


async def test_all_readers_of_a_page_share_one_compressed_copy(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = []
    write = pages.write_data

    def count(*given: Any) -> Any:
        packed.append(given)
        return write(*given)

    monkeypatch.setattr(pages, "write_data", count)
    game_id, _ = await start(site.tables)
    page = await site.links.find_page(game_id)
    found = await asyncio.gather(*(site.get(page, "data") for _ in range(12)))
    assert len(packed) == 1
    assert all(one == found[0] for one in found)


@pytest.mark.parametrize(
    "body",
    [
        b'{"verb": "choose", "keys": [], "token": "", "once": ' + b"9" * 5_000 + b"}",
        b'{"verb": "choose", "keys": ["\\ud800"], "token": "", "once": "long enough"}',
        b'{"verb": "choose", "keys": [], "token": "", "once": "\\udfff long enough"}',
        b"[" * 7_900,
        b'{"keys": ' * 800,
        b'{"verb": "heed", "keys": ["%s.1"], "token": "", "once": "long enough"}' % (b"9" * 5_000),
    ],
)
async def test_a_request_with_an_unreadable_body_is_refused(site: Site, body: bytes) -> None:
    game_id, person = await start(site.tables)
    link = await site.enter(game_id, person)
    headers = {"Origin": site.origin, "Content-Type": "application/json"}
    async with site.client.post(f"{link}/do", data=body, headers=headers) as answer:
        assert answer.status in (200, 400), await answer.text()
        assert answer.status == 400 or (await answer.json())["notes"]


async def test_invalid_numbers_and_letters_in_requests_cause_no_server_error(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    game_id, person = await start(site.tables)
    page, link = await site.links.find_page(game_id), await site.enter(game_id, person)
    long = "9" * 5_000
    statuses = []
    for asked in (f"{page}/reasons?moment={long}", f"{link}/ways?at={long}", f"{link}/rule?number={long}"):
        async with site.client.get(asked) as answer:
            statuses.append(answer.status)
    path = page.removeprefix(site.origin).encode()
    for head in (
        b"GET %s\xed\xa0\x80 HTTP/1.1\r\nHost: a" % path,
        b"GET %s/reasons?moment=\xed\xa0\x80 HTTP/1.1\r\nHost: a" % path,
        b"GET %s/turn HTTP/1.1\r\nHost: a\r\nCookie: page=\xed\xa0\x80" % link.removeprefix(site.origin).encode(),
        b"GET %s/p/\xff\xfe/turn HTTP/1.1\r\nHost: a\r\nCookie: page=a" % path,
    ):
        answered = await send_raw(site, head + b"\r\nConnection: close\r\n\r\n")
        statuses.append(int(answered.split()[1]))
    assert all(status < 500 for status in statuses), statuses
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_malformed_request_heads_write_one_log_line_a_minute(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    connections.REQUESTS.filters[:] = [Seldom()]
    for head in (b"\x16\x03\x01\x02\r\n\r\n", b"GET / HTTP/1.1\r\nbad header\r\n\r\n", b"GET /\x00 HTTP/9\r\n\r\n"):
        for _ in range(5):
            assert b" 400 " in await send_raw(site, head)
    said = [record for record in caplog.records if record.name == "bot.web.requests"]
    assert len([record for record in said if record.levelno >= logging.INFO]) == 1
    assert all(record.exc_info is None for record in said if record.levelno >= logging.INFO)


async def test_a_connection_without_a_complete_request_head_is_closed(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD", 0.2)
    address = f"127.0.0.1:{find_port()}"
    async with serve_web(site.tables, site.links, address):
        elsewhere = Site(site.tables, site.storage, site.links, site.client)
        monkeypatch.setattr(Site, "origin", f"http://{address}")
        assert await send_raw(elsewhere, b"GET / HTTP/1.1\r\nHost: ") == b""


async def test_a_request_whose_body_never_comes_is_refused(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "HEAD", 0.1)
    game_id, person = await start(site.tables)
    path = (await site.enter(game_id, person)).removeprefix(site.origin)
    reader, writer = await asyncio.open_connection("127.0.0.1", int(site.origin.rpartition(":")[2]))
    head = f"POST {path}/enter HTTP/1.1\r\nHost: a\r\nOrigin: {site.origin}\r\n"
    writer.write(f"{head}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{{".encode())
    assert (await asyncio.wait_for(reader.readline(), 10)).startswith(b"HTTP/1.1 400 ")
    writer.close()


async def test_connections_close_and_the_bot_continues_when_file_handles_run_out(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connections, "count_files", lambda: 16)
    connections.REQUESTS.filters[:] = [Seldom()]
    game_id, _ = await start(site.tables)
    host, port = "127.0.0.1", find_port()
    async with serve_web(site.tables, site.links, f"{host}:{port}"):
        held = [await asyncio.open_connection(host, port) for _ in range(40)]
        closed = await asyncio.gather(
            *(asyncio.wait_for(reader.read(), 0.5) for reader, _ in held), return_exceptions=True
        )
        assert len([one for one in closed if isinstance(one, TimeoutError)]) == 12
        assert len([record for record in caplog.records if record.name == "bot.web.requests"]) == 1
        for _, writer in held:
            writer.close()
        await asyncio.sleep(0.1)
        async with aiohttp.ClientSession() as client:
            page = (await site.links.find_page(game_id)).replace(site.origin, f"http://{host}:{port}")
            async with client.get(f"{page}/data") as answer:
                assert answer.status == 200


def test_the_limit_of_open_files_is_raised_at_the_start() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    program = (
        "import resource as r; from bot.web.connections import raise_files\n"
        "r.setrlimit(r.RLIMIT_NOFILE, (256, r.getrlimit(r.RLIMIT_NOFILE)[1])); print(raise_files())"
    )
    found = int(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout)
    assert found == (connections.MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, connections.MOST_FILES))


def test_the_log_has_one_line_a_minute_for_files_that_run_out() -> None:
    now = 0.0
    seldom = Seldom("socket.accept() out", lambda: now)
    words = "socket.accept() out of system resource\nsocket: <socket>"

    def hear(message: str) -> logging.LogRecord | None:
        error = OSError(24, "Too many open files")
        record = logging.LogRecord("asyncio", logging.ERROR, "", 0, message, (), (OSError, error, None))
        return record if seldom.filter(record) else None

    first = hear(words)
    assert first is not None
    assert first.exc_info is None
    assert "Too many open files" in first.getMessage()
    assert [hear(words) for _ in range(3)] == [None] * 3
    assert hear("Task exception was never retrieved") is not None
    now = 61.0
    later = hear(words)
    assert later is not None
    assert "3 times more" in later.getMessage()
