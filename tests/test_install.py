"""The preparation of ``.venv``: its packages, their source, and the installer."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools import install

ROOT = Path(__file__).resolve().parent.parent


def read_versions(name: str) -> dict[str, str]:
    """Return the packages of a lock file, each with its version and when it is needed."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    found = [re.match(r"([\w.-]+)==(.*?) \\$", line) for line in lines]
    versions = {match[1]: match[2] for match in found if match is not None}
    assert len(versions) > 20
    return versions


@pytest.mark.parametrize("name", ["requirements-play.lock", "requirements-bot.lock"])
def test_the_shorter_lock_files_pin_the_versions_of_the_whole_one(name: str) -> None:
    assert read_versions(name).items() <= read_versions("requirements.lock").items()


def test_make_play_installs_no_tools_of_the_tests() -> None:
    assert not {"mypy", "ruff", "pytest", "hypothesis", "uv"} & read_versions("requirements-play.lock").keys()


@pytest.mark.program
def test_make_play_works_without_the_library_for_animations() -> None:
    """The page of the stand-in starts without PyAV, which is 118 MB."""
    assert "av" in read_versions("requirements.lock")
    assert "av" not in read_versions("requirements-play.lock")
    program = "import sys; sys.modules['av'] = None; import bot.console.preview, bot.console.page_server"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


def test_a_python_without_pip_is_refused_with_the_missing_package_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(install, "make_venv", lambda: None)
    monkeypatch.setattr(install, "find_uv", lambda: None)
    monkeypatch.setattr(install, "is_fine", lambda command: False)
    assert install.main(["play"]) == 2
    said = capsys.readouterr().err
    assert "python3-venv" in said
    assert "Traceback" not in said


def test_one_package_is_read_from_a_list_with_its_hashes() -> None:
    wanted = "uv==2.0 \\\n    --hash=sha256:bb \\\n    --hash=sha256:cc"
    lock = f"ruff==1.0 \\\n    --hash=sha256:aa\n{wanted}\nyarl==3 \\\n    --hash=sha256:dd\n"
    assert install.read_requirement(lock, "uv") == wanted
    assert install.read_requirement(lock, "pip") == ""
    assert install.read_requirement((ROOT / install.ALL).read_text(encoding="utf-8"), "uv").count("--hash=sha256:") > 10


def test_uv_uses_the_same_package_index_as_pip() -> None:
    lines = [
        ":env:.index-url='https://variable.example/simple'",
        "global.cert='/certificates.pem'",
        "global.extra-index-url='https://one.example/simple https://two.example/simple'",
        "global.index-url='https://file.example/simple'",
        "install.find-links='/wheels'",
        "global.timeout='180'",
    ]
    settings = install.parse_pip_settings(lines, {"PIP_INDEX_URL": "https://variable.example/simple", "HOME": "/"})
    assert install.tell_uv(settings) == [
        "--default-index", "https://variable.example/simple",
        "--index", "https://one.example/simple",
        "--index", "https://two.example/simple",
        "--find-links", "/wheels",
    ]  # fmt: skip
    assert install.certificates(settings) == {"SSL_CERT_FILE": "/certificates.pem"}
    assert install.tell_uv(install.parse_pip_settings([], {})) == []


def test_an_unknown_argument_of_the_installer_is_refused_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert install.main(["everything"]) == 2
    assert capsys.readouterr().err == "Usage: python tools/install.py play|bot|all\n"


def test_pip_replaces_a_failed_uv(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The stamps, by which make knows what is installed, are written at the end."""
    ran: list[str] = []
    monkeypatch.setattr(install, "VENV", tmp_path)
    monkeypatch.setattr(install, "make_venv", lambda: None)
    monkeypatch.setattr(install, "find_uv", lambda: str(tmp_path / "no-uv"))
    monkeypatch.setattr(install, "read_pip_settings", dict)
    monkeypatch.setattr(install, "install_by_pip", ran.append)
    (tmp_path / "no-uv").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "no-uv").chmod(0o755)
    assert install.main(["all"]) == 0
    assert ran == ["all"]
    assert {path.name for path in tmp_path.glob(".installed*")} == {".installed", ".installed-play"}
