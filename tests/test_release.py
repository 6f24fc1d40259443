"""A release has one version everywhere, and a wheel with a single package."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from bot import __version__
from bot.cli import main

ROOT = Path(__file__).resolve().parent.parent


def test_project_changelog_and_program_have_one_version(capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
    newest = re.findall(r"^## (\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)[0]
    assert __version__.startswith(f"{newest}.")
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out.startswith(f"gandhi {__version__}, Python 3.")


@pytest.mark.program
def test_a_wheel_holds_one_package_from_which_the_program_runs(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)], cwd=ROOT, check=True
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        tops = {name.partition("/")[0] for name in packed.namelist()}
        packed.extractall(tmp_path / "site")
    assert tops == {"gandhi_bot", f"gandhi_bot-{__version__}.dist-info"}
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, gandhi_bot, os; sys.argv[1:] = ['check-data']; sys.exit(gandhi_bot.main())",
        ],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "site"), "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout
    assert not (tmp_path / "site" / "bot").exists()
