"""A PostgreSQL server for the tests: started for one session, on this machine only, and removed afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

START_SECONDS = 60


def find_binaries() -> Path | None:
    """Return the folder with initdb and postgres, of the newest version installed, or None."""
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    versions = sorted(installed, key=lambda path: [int(part) for part in path.parts[4].split(".") if part.isdigit()])
    if versions:
        return versions[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


def find_user() -> str | None:
    """Return who must run the server: it refuses root, so root names someone else."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def find_free_port() -> int:
    """Return a port on which no one listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def run_postgresql(binaries: Path) -> Iterator[str]:
    """Provide a running server with nothing in it: its address, without a database's name."""
    folder = Path(tempfile.mkdtemp(prefix="gandhi-postgresql-"))
    user = find_user()
    if user is not None:
        shutil.chown(folder, user)
    data, port = folder / "data", find_free_port()
    # The command runs in a folder that the server's user may enter: the folder of the tests may not be one.
    subprocess.run(
        [binaries / "initdb", "-D", data, "-U", "gandhi", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"],
        user=user,
        cwd=folder,
        check=True,
        capture_output=True,
    )
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": port,
        "unix_socket_directories": folder,
        "fsync": "off",
        "full_page_writes": "off",
        "autovacuum": "off",
    }
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [
                binaries / "postgres",
                "-D",
                data,
                *(part for name, value in settings.items() for part in ("-c", f"{name}={value}")),
            ],
            user=user,
            cwd=folder,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_until_ready(binaries, port, server, folder / "log")
        yield f"postgresql+asyncpg://gandhi@127.0.0.1:{port}"
    finally:
        # Stop at once, without writing data that will be deleted.
        server.send_signal(signal.SIGQUIT)
        server.wait(timeout=START_SECONDS)
        shutil.rmtree(folder)


def _wait_until_ready(binaries: Path, port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    ready: list[str | Path] = [binaries / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
    while subprocess.run(ready, check=False).returncode != 0:
        if server.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text(encoding='utf-8', errors='replace')}")
        time.sleep(0.05)
