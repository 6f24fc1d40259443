"""Prepare ``.venv`` with locked packages: ``python tools/install.py play``, ``bot`` or ``all``. For the Makefile.

Needs nothing but Python. The packages are those of a lock file, and nothing is installed whose hash it does not hold.
They are installed by uv, which is several times as fast as pip: one that is found on this machine, or the locked one.
Without uv, pip installs them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
ALL = "requirements.lock"
LOCKS = {"play": "requirements-play.lock", "bot": "requirements-bot.lock", "all": ALL}
STAMPS = {"play": (".installed-play",), "bot": (".installed-bot",), "all": (".installed-play", ".installed")}
OPTIONS = {
    "index-url": "--default-index",
    "extra-index-url": "--index",
    "find-links": "--find-links",
    "trusted-host": "--allow-insecure-host",
}
"""The settings of pip for where packages are found, each with the option for uv, which does not read them."""


NO_PIP = """\
This Python comes without pip. On Debian and Ubuntu, install the package python3-venv (sudo apt install python3-venv).
Anywhere, install uv instead: https://docs.astral.sh/uv. Then try again."""


class NoPip(Exception):
    """There is neither uv nor pip, nor a way to install pip."""


def main(arguments: Sequence[str]) -> int:
    """Prepare one set of packages and return the exit code."""
    if len(arguments) != 1 or arguments[0] not in LOCKS:
        print("Usage: python tools/install.py play|bot|all", file=sys.stderr)
        return 2
    what = arguments[0]
    print(f"Installing the locked packages into {VENV.name} ...", flush=True)
    try:
        make_venv()
        uv = find_uv()
        if uv is None or not install_by_uv(uv, what):
            install_by_pip(what)
    except NoPip:
        print(NO_PIP, file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as error:
        print(f"The installation failed: see above, and try again (it was: {error.cmd[0]}).", file=sys.stderr)
        return 2
    for stamp in STAMPS[what]:
        (VENV / stamp).touch()
    return 0


def make_venv() -> None:
    """Make ``.venv``. One left by a failed set-up, or made by an older Python, is made again."""
    question = [str(PYTHON), "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]
    if PYTHON.exists() and is_fine(question):
        return
    shutil.rmtree(VENV, ignore_errors=True)
    # The folder gets no pip, which takes longer to install than all the rest by uv.
    uv = shutil.which("uv")
    if uv is not None and is_fine([uv, "venv", "--quiet", "--python", sys.executable, str(VENV)]):
        return
    run([sys.executable, "-m", "venv", "--without-pip", str(VENV)])


def find_uv() -> str | None:
    """Return the path of a uv that works, installed by pip with its locked hash where there is none."""
    for found in (BIN / "uv", shutil.which("uv")):
        if found is not None and is_fine([str(found), "--version"]):
            return str(found)
    wanted = read_requirement((ROOT / ALL).read_text(encoding="utf-8"), "uv")
    if not wanted:
        return None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "uv.lock"
        file.write_text(wanted, encoding="utf-8")
        try:
            run([*pip(), "install", "--quiet", "--require-hashes", "-r", str(file)])
        except (subprocess.CalledProcessError, NoPip):
            return None
    return str(BIN / "uv")


def install_by_uv(uv: str, what: str) -> bool:
    """Install with uv. Return False when that failed for any reason: pip may still succeed."""
    base = [uv, "pip", "install", "--quiet", "--python", str(PYTHON)]
    settings = read_pip_settings()
    try:
        # The lock files are complete, except for packages that nothing here needs: so nothing is added to them.
        options = ["--require-hashes", "--no-deps", "--index-strategy", "unsafe-best-match", *tell_uv(settings)]
        run([*base, *options, "-r", LOCKS[what]], certificates(settings))
        if what == "all":
            run([*base, "--no-deps", "--no-build-isolation", "--offline", "-e", "."])
    except subprocess.CalledProcessError:
        print("uv could not install them; pip tries, and takes longer ...", flush=True)
        return False
    return True


def install_by_pip(what: str) -> None:
    """Install by pip, as it is set up on this machine."""
    run([*pip(), "install", "--quiet", "--require-hashes", "--no-deps", "-r", LOCKS[what]])
    if what == "all":
        run([*pip(), "install", "--quiet", "--no-deps", "--no-build-isolation", "-e", "."])


def pip() -> list[str]:
    """Return the command of the folder's pip, installed first if it is missing. Raises NoPip."""
    if not is_fine([str(PYTHON), "-m", "pip", "--version"]):
        if not is_fine([str(PYTHON), "-c", "import ensurepip"]):
            raise NoPip
        subprocess.run([str(PYTHON), "-m", "ensurepip", "--default-pip"], check=True, stdout=subprocess.PIPE)
    return [str(PYTHON), "-m", "pip", "--disable-pip-version-check"]


def read_requirement(lock: str, name: str) -> str:
    """Return the lines of one package in a lock file, with its hashes; empty when it is not in there."""
    found = re.search(rf"^{re.escape(name)}==.*(?:\n +--hash=.*)*", lock, re.MULTILINE)
    return found[0] if found is not None else ""


def read_pip_settings() -> dict[str, list[str]]:
    """Return the settings of pip on this machine for the places of packages: values by option."""
    python = next((path for path in (str(PYTHON), sys.executable) if is_fine([path, "-m", "pip", "--version"])), None)
    words = ""
    if python is not None:
        command = [python, "-m", "pip", "config", "list"]
        words = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return parse_pip_settings(words.splitlines(), os.environ)


def parse_pip_settings(lines: Sequence[str], variables: Mapping[str, str]) -> dict[str, list[str]]:
    """Read settings from lines such as ``global.index-url='https://...'``, and from variables, which win."""
    settings: dict[str, list[str]] = {}
    for section in ("global", "install"):
        for line in lines:
            found = re.fullmatch(rf"{section}\.([a-z-]+)='(.*)'", line.strip())
            if found is not None:
                # Several values are separated by white space, which pip's list shows escaped, as in Python.
                settings[found[1]] = found[2].replace("\\n", " ").split()
    for name, value in variables.items():
        if name.startswith("PIP_"):
            settings[name[4:].lower().replace("_", "-")] = value.split()
    return settings


def tell_uv(settings: Mapping[str, Sequence[str]]) -> list[str]:
    """Return pip's settings as options of uv."""
    return [part for name, option in OPTIONS.items() for value in settings.get(name, ()) for part in (option, value)]


def certificates(settings: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the variable that gives uv the certificates of pip's settings, if there are any."""
    return {"SSL_CERT_FILE": settings["cert"][0]} if settings.get("cert") else {}


def is_fine(command: Sequence[str]) -> bool:
    """Return whether a program starts and ends with exit code 0."""
    try:
        return subprocess.run(command, capture_output=True, check=False, cwd=ROOT).returncode == 0
    except OSError:
        return False


def run(command: Sequence[str], more: Mapping[str, str] | None = None) -> None:
    """Run a program in the project's folder. Raises CalledProcessError."""
    subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, **(more or {})})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
