"""Workflows, forms and pages of a public project agree with each other."""

from __future__ import annotations

import ast
import json
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from render.page import PARTS

ROOT = Path(__file__).resolve().parent.parent
GITHUB = ROOT / ".github"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md")
PINNED = re.compile(r"\./.+|docker://[\w./-]+:[\d.]+|[\w./-]+@[0-9a-f]{40}")


def read_workflow(name: str) -> dict[Any, Any]:
    """Return a workflow. Its key ``on`` is True: YAML 1.1 reads it so."""
    workflow: dict[Any, Any] = yaml.safe_load((GITHUB / "workflows" / name).read_text(encoding="utf-8"))
    return workflow


WORKFLOWS = {path.name: read_workflow(path.name) for path in sorted((GITHUB / "workflows").iterdir())}


def list_steps(workflow: dict[Any, Any]) -> Iterator[dict[str, Any]]:
    """Yield every step of every job."""
    for job in workflow["jobs"].values():
        yield from job.get("steps", ())


def list_commands(workflow: dict[Any, Any]) -> list[str]:
    """Return the commands of all steps, with the lines of each."""
    return [step["run"] for step in list_steps(workflow) if "run" in step]


def find_targets(text: str) -> set[str]:
    """Return the targets of make that a text names: in inline code and at the start of a line."""
    return set(re.findall(r"(?:`|^\s*(?:@\$\(MAKE\)|exec )?)make (?:--silent )?([a-z-]+)", text, re.MULTILINE))


def find_anchors(page: str) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_workflow_project_and_readme_name_the_same_versions_of_python() -> None:
    matrix = WORKFLOWS["tests.yml"]["jobs"]["tests"]["strategy"]["matrix"]
    names = [name.rpartition(" :: ")[2] for name in PROJECT["classifiers"] if "Python :: 3." in name]
    assert matrix["python"] == names
    assert PROJECT["requires-python"] == f">={names[0]}"
    assert f"Python {names[0]} or newer" in (ROOT / "README.md").read_text(encoding="utf-8")
    # Versions that are only tried are not promised.
    assert all(version["experimental"] and version["python"] not in names for version in matrix["include"])


def test_github_runs_only_what_anyone_can_run() -> None:
    commands = [command for workflow in WORKFLOWS.values() for command in list_commands(workflow)]
    assert ".ci/run" in commands
    scripts = {word for command in commands for word in re.findall(r"\.ci/\w+", command)}
    assert scripts == {f".ci/{path.name}" for path in (ROOT / ".ci").iterdir()}
    assert all(os.access(ROOT / script, os.X_OK) for script in scripts)
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").endswith("exec make test-all\n")


def test_every_make_target_that_a_page_names_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    texts = [(ROOT / page).read_text(encoding="utf-8") for page in PAGES]
    texts += [path.read_text(encoding="utf-8") for path in (ROOT / ".ci").iterdir()]
    texts += [command for workflow in WORKFLOWS.values() for command in list_commands(workflow)]
    named = set().union(*map(find_targets, texts))
    assert {"play", "test", "test-all", "lint", "install"} <= named <= targets


def test_the_pre_commit_hooks_run_the_commands_of_make_lint() -> None:
    made = (ROOT / "Makefile").read_text(encoding="utf-8").replace("$(BIN)", ".venv/bin")
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"][0]["hooks"]
    # `make` cannot check the subject of a commit: it is not in a file.
    checks = [hook for hook in hooks if "commit-msg" not in hook.get("stages", ())]
    assert len(checks) == len(hooks) - 1 == 4
    for hook in checks:
        # Behind the command a hook names only the staged files.
        command = hook["entry"].removesuffix(" --force-exclude")
        assert f"\t@{command}" in made
        assert hook.get("pass_filenames", True)


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_page_leads_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for address in re.findall(r"\]\(([^)]+)\)", text):
        path, _, anchor = address.partition("#")
        if "://" in address:
            continue
        if path.startswith("../../actions/workflows/"):
            assert path.split("/")[4] in WORKFLOWS, address
            continue
        assert (ROOT / path).exists(), address
        if anchor:
            target = (ROOT / path).read_text(encoding="utf-8") if path else text
            assert anchor in find_anchors(target), address


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_has_only_the_permissions_it_needs(name: str) -> None:
    workflow = WORKFLOWS[name]
    assert workflow["permissions"] == {"contents": "read"}
    assert "pull_request_target" not in workflow[True]
    for job in workflow["jobs"].values():
        assert list(job.get("permissions", {}).values()).count("write") <= 1
        assert "uses" in job or "timeout-minutes" in job
    for step in list_steps(workflow):
        if "uses" in step:
            assert PINNED.fullmatch(step["uses"]), step["uses"]
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"] == {"persist-credentials": False}
        # Text that strangers can write is not put into a script.
        assert "${{" not in step.get("run", "")


def test_a_release_needs_its_tests_first() -> None:
    jobs = WORKFLOWS["release.yml"]["jobs"]
    assert jobs["tests"]["uses"] == "./.github/workflows/tests.yml"
    assert all(job["needs"] == "tests" for name, job in jobs.items() if name != "tests")


def test_typescript_checks_every_part_of_the_page_in_its_order() -> None:
    script = ROOT / "render" / "page" / "script"
    order = [f"{name}.js" for name in (*PARTS, "inside")]
    assert json.loads((script / "tsconfig.json").read_text())["files"] == order
    assert sorted(path.name for path in script.glob("*.js")) == sorted(order)


def test_no_class_name_is_used_twice_in_the_bot() -> None:
    places: dict[str, list[str]] = {}
    for path in sorted((ROOT / "bot").rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(path.relative_to(ROOT).as_posix())
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}
