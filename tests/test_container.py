"""The image and the services: nothing beyond the lock file, no root, and only the games are writable."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path

import pytest

from bot.console.settings import find_database
from bot.errors import SettingsError
from tests.loopback.conftest import QUICK
from tests.loopback.people import PATIENCE
from tests.loopback.program import SHIPPED, run_program
from tests.loopback.stand_in import run_stand_in
from tests.loopback.table import Table
from tests.storage.server import find_free_port
from tools.bench.load import SETTINGS

ROOT = Path(__file__).resolve().parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
BOT = COMPOSE.partition("x-bot: &bot\n")[2].partition("\nservices:\n")[0]
WITNESS = """
import os, sys

def note(event, arguments):
    if event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
        told(arguments[0])
    elif event == "open" and arguments[1] is None and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        told(arguments[0])
    elif event in ("os.mkdir", "sqlite3.connect", "os.remove", "os.rename", "os.truncate"):
        told(arguments[0])

def told(path):
    if isinstance(path, bytes):
        path = os.fsdecode(path)
    if isinstance(path, str):
        os.write(2, f"WRITES {os.path.abspath(path)}\\n".encode())

sys.addaudithook(note)
"""


def list_services() -> dict[str, str]:
    """Return the services of compose.yaml by name, each with its lines."""
    body = COMPOSE.partition("\nservices:\n")[2].partition("\nnetworks:\n")[0]
    parts = re.split(r"^  (\S+):\n", body, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_service_of_the_containers_has_the_hardening_options() -> None:
    anchor = COMPOSE.partition("x-hardened: &hardened\n")[2].partition("\nx-bot:")[0]
    for line in ("read_only: true", "cap_drop: [ALL]", 'security_opt: ["no-new-privileges:true"]'):
        assert f"  {line}\n" in anchor
    services = list_services()
    assert set(services) == {"bot", "bot-postgres", "caddy", "postgres"}
    for name, lines in services.items():
        assert ("<<: *bot" if name.startswith("bot") else "<<: *hardened") in lines, name
        assert "tmpfs:" in (BOT if name.startswith("bot") else lines), name
        # Two bots with one token are never started together: each has its own profile.
        assert re.search(r"profiles: \[(sqlite|postgres|web)\]", lines), name
        # Only the proxy is reachable from outside, and it starts only by its profile; the file has no secret.
        assert ("ports:" in lines) == (name == "caddy"), name
        assert not re.search(r"(TOKEN|PASSWORD|ADDRESS): \S", lines), name
    assert "profiles: [web]" in services["caddy"]
    assert "<<: *hardened" in BOT
    assert "env_file: [{ path: gandhi.env, required: false }]" in BOT
    for name in ("bot", "bot-postgres"):
        assert "aliases: [gandhi]" in services[name]
    assert "--to gandhi:8081" in services["caddy"]
    assert "    user: postgres\n" in services["postgres"]
    assert "internal: true" in COMPOSE


def test_the_image_runs_as_an_unprivileged_user() -> None:
    final = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER 10001$", final, re.MULTILINE)
    assert "--uid 10001" in final
    assert final.index("USER 10001") > final.index("COPY . /opt/gandhi")
    assert "--chown" not in final


def test_every_installed_package_is_locked_with_hashes() -> None:
    assert "pip install" in DOCKERFILE
    assert all("--require-hashes" in line for line in DOCKERFILE.splitlines() if "pip install" in line)
    for name in ("requirements.lock", "requirements-play.lock", "requirements-bot.lock"):
        lines = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
        wanted = [line for line in lines if line and not line.startswith("#")]
        assert len(wanted) > 20
        for line in wanted:
            assert re.match(r"[\w.-]+==\S+ ", line), line
            assert "--hash=sha256:" in line, line
            assert "://" not in line, line


def test_the_load_test_uses_the_memory_settings_of_the_image() -> None:
    wanted = f"GLIBC_TUNABLES={SETTINGS['GLIBC_TUNABLES']}"
    assert f"    {wanted} \\\n" in DOCKERFILE
    assert f"\nEnvironment={wanted}\n" in (ROOT / "docs" / "gandhi.service").read_text(encoding="utf-8")


def test_the_image_contains_only_what_it_needs() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert ignored[0] == "*"
    kept = {line[1:] for line in ignored if line.startswith("!")}
    assert kept == {"engine", "render", "storage", "texts", "bot", "LICENSE", "requirements-bot.lock"}


def test_the_address_of_the_database_can_be_read_from_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "address"
    secret.write_text("postgresql://gandhi:hush@postgres/gandhi\n", encoding="utf-8")
    settings = {"GANDHI_DATABASE": "", "GANDHI_DATABASE_FILE": str(secret)}
    assert find_database(settings) == "postgresql://gandhi:hush@postgres/gandhi"
    assert find_database({**settings, "GANDHI_DATABASE": "sqlite:///a.sqlite3"}) == "sqlite:///a.sqlite3"
    assert find_database(settings, "sqlite:///b.sqlite3") == "sqlite:///b.sqlite3"
    secret.write_text("", encoding="utf-8")
    with pytest.raises(SettingsError, match="is empty"):
        find_database(settings)


@pytest.mark.loopback
async def test_the_health_check_of_the_image_accepts_a_healthy_bot(tmp_path: Path) -> None:
    port = find_free_port()
    command = json.loads(re.findall(r"CMD (\[.*urlopen.*\])", DOCKERFILE)[0])
    command = [sys.executable, *(part.replace(":8080", f":{port}") for part in command[1:])]

    async def check() -> int:
        process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.DEVNULL)
        return await process.wait()

    settings = {**QUICK, "GANDHI_HEALTH": f"127.0.0.1:{port}"}
    assert await check() != 0
    async with (
        run_stand_in() as stand_in,
        run_program(stand_in, f"sqlite:///{tmp_path}/games.sqlite3", tmp_path, settings),
    ):
        # Docker repeats the check, too.
        for _ in range(int(PATIENCE)):
            if await check() == 0:
                return
            await asyncio.sleep(1)
    raise AssertionError("The bot never says that it is well.")


@pytest.mark.loopback
async def test_the_bot_writes_nowhere_but_to_its_games(tmp_path: Path) -> None:
    games, witness = tmp_path / "games", tmp_path / "witness"
    games.mkdir()
    witness.mkdir()
    (witness / "sitecustomize.py").write_text(WITNESS, encoding="utf-8")
    settings = {"PYTHONPATH": f"{witness}", "PYTHONDONTWRITEBYTECODE": "1"}
    async with (
        run_stand_in() as stand_in,
        run_program(stand_in, f"sqlite:///{games}/games.sqlite3", tmp_path, settings, module=SHIPPED) as program,
    ):
        table = Table.gather(stand_in, program)
        await table.begin()
        await table.settle(2, 60)
        # Pictures are drawn: the bot warms up, and each of these messages asks for one.
        await program.stop()
    written = {line.partition(" ")[2] for line in program.words().splitlines() if line.startswith("WRITES ")}
    assert any(path.startswith(str(games)) for path in written)
    outside = {path for path in written if not path.startswith((f"{games}/", "/dev/")) and path != str(games)}
    assert outside == set()


def test_the_base_of_the_image_is_named_by_its_digest() -> None:
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, flags=re.MULTILINE)
    assert len(bases) == 2
    assert len(set(bases)) == 1
    assert re.fullmatch(r"python:3\.13-slim@sha256:[0-9a-f]{64}", bases[0])
