"""Start the bot in its container against the stand-in for Discord: ``python -m tests.loopback.smoke IMAGE``.

It must connect, say that it is well, and stop when it is asked to. The container is as hardened as in ``compose.yaml``
but for the network, which is this machine's, so that it finds the stand-in. Exit code 0: all went well.
"""

from __future__ import annotations

import asyncio
import sys
from urllib.error import URLError
from urllib.request import urlopen

from tests.loopback.people import PATIENCE, wait_for
from tests.loopback.stand_in import StandIn, run_stand_in

HEALTH = "http://127.0.0.1:8080/health"
"""The page that the image turns on."""
NAME = "gandhi-smoke"
HARDENED = ("--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges:true", "--tmpfs=/tmp", "--volume=/data")


def make_command(stand_in: StandIn, image: str) -> list[str]:
    """Return the command that starts the bot of an image."""
    settings = {
        "DISCORD_TOKEN": stand_in.token,
        "DISCORD_API_BASE": stand_in.api_base,
        "DISCORD_GATEWAY": stand_in.gateway.address,
    }
    variables = [f"--env={name}={value}" for name, value in settings.items()]
    return ["docker", "run", "--rm", f"--name={NAME}", "--init", "--network=host", *HARDENED, *variables, image]


async def wait_until_well() -> None:
    """Wait for the page of the bot's health to answer that all is well. Raises URLError."""
    for left in range(int(PATIENCE), -1, -1):
        try:
            await asyncio.to_thread(lambda: urlopen(HEALTH, timeout=5).close())
        except (URLError, ConnectionError):
            if not left:
                raise
            await asyncio.sleep(1)
        else:
            return


async def smoke(image: str) -> int:
    """Start a container, wait until it is well, stop it and return its exit code."""
    async with run_stand_in() as stand_in:
        container = await asyncio.create_subprocess_exec(*make_command(stand_in, image))
        try:
            await wait_for(stand_in.gateway.connected.get())
            await wait_until_well()
        finally:
            stop = await asyncio.create_subprocess_exec("docker", "stop", NAME)
            await wait_for(stop.wait())
            await wait_for(container.wait())
        return container.returncode or 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Name the image: python -m tests.loopback.smoke IMAGE")
    sys.exit(asyncio.run(smoke(sys.argv[1])))
