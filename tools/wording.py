"""Find words that we avoid in docs, messages, docstrings and comments: ``python -m tools.wording``.

codespell finds misspelt words; this finds old or unclear ones, and prints what to write instead. Code in backticks and
fenced blocks is not checked. ``--subject FILE`` checks the subject of a commit message instead, as the commit-msg hook
does. Exit code 0: none was found. 1: some were.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent

AVOIDED = {
    "whoever|whomever": "anyone who, a player who",
    "somebody|everybody|nobody|anybody": "someone, everyone, no one, anyone",
    "anew": "again",
    "(to|can|is|are) be had|(is|are) had": "available",
    "put away": "remove",
    "in good order": "cleanly",
    "refused? kindly": "with a polite error",
    "(is|are|was|were|been|being|have|has) told|tells": "shows, says, is announced",
    "stands(?! (for|in for|out) )": "is",
    "what (it|they|this|that|he|she|[a-z]+s) comes? to": "the result",
    "(is|are) waited for": "wait for",
    "(is|are) (not |no longer )?wanted": "is needed, is asked for, comes next",
    'of (its|their|our|your|his|her|one.s) own(?=[.,;:)!?"”]|$| (and|or|in|for|to|where|after|from|with) )': (
        "its own X, a separate X"
    ),
    "press(es|ed|ing)?": "click, on the page tap",
    "(go|goes|went|going|gone) on(?! (the|a|an|top|it|its|each|every|one|to) )": "continue",
    "toward|color|colors|colored|center|centers|neighbor|neighbors|behavior|gray|favor|honor": "British spelling",
    "upon|whilst|amongst|lest|thereof|wherein|hitherto": "on, while, among, so that ... not, of it, in which, so far",
}
"""Regular expressions of words to avoid, each with what to write instead. A space stands for any white space."""

TERMS = {
    "catch-up": "what’s new",
    "(game’s|game's) own automation|automatic seats?": "automatic player",
    "what-if copy|(trial|practice) (copy|game|table)": "copy",
    "asked beside|slipped in": "interrupting question",
    "the Raj(?!’s|'s)": "Raj",
    "resigns?|give for good": "leave a seat, drop out of a season",
    "(passes|pass) (a|the) victory check": "would win, exceeds its goal",
    "take (my|the|a|this) turn back|undo (my|this) turn": "undo turn",
}
"""Terms of messages and docs that have another word here: one word for one thing."""

QUESTION_WORDS = frozenset({"What", "Who", "Whose", "Whom"})
"""First words that no docstring in `WITHOUT_QUESTIONS` has: it begins with a verb or names the thing."""

NO_VERBS = re.compile(
    r"(A|All|An|Any|Both|Each|Every|How|Nothing|One|Own|So|Some|That|The|This|Those|When|Where|Why)\s"
)
"""First words that no subject of a commit may have."""

_VERBS = """
Acknowledge Act Activate Add Adjust Admit Agree Announce Answer Apply Archive Arm Arrest Ask Assassinate Assault
Attack Await Be Become Begin Break Bring Build Buy Cache Call Cancel Carry Change Check Choose Claim Clear Click
Close Collect Colour Compare Compute Confirm Connect Consent Consider Continue Copy Correct Count Create Cut Deal
Decide Declare Delete Demonstrate Deploy Describe Discard Dispatch Distribute Divide Do Draft Drag Draw Drop Earn
Edit Empty Encode End Enter Exchange Exclude Execute Explain Fetch Fill Find Finish Fit Flush Fold Follow Forget
Frame Gain Get Give Go Govern Greet Group Hand Have Hide Hold Ignore Imagine Improve Infiltrate Insert Install
Interpolate Invite Join Keep Kill Lay Lean Leave Let List Load Lock Log Look Make March Mark Measure Merge Move Name
Negotiate Note Notice Notify Number Offer Open Operate Order Outline Paint Pass Paste Pay Persuade Pin Ping Place
Plan Play Post Prepare Print Process Propose Push Put Queue Raise Rally Rank Read Record Redeploy Redraw Refuse
Register Reject Release Remember Remind Remove Reopen Repair Repeat Replace Replay Report Reroll Reserve Reset
Restart Restore Resume Return Reveal Ring Roll Run Sail Say Score Search Seat See Select Sell Send Serve Set Shift
Show Shuffle Sit Skip Sort Split Start Stay Step Stop Store Stretch Submit Sum Suppose Sweep Switch Take Tap Tell
Test Think Throw Touch Translate Try Turn Type Undo Update Upgrade Upload Use Vary Vote Wait Wake Watch Weigh Wipe
Write Yield
"""
VERBS = frozenset(_VERBS.split())
"""First words of docstrings of functions in `WITHOUT_QUESTIONS`. Add a verb in the imperative when you need it."""

PARAGRAPHS = re.compile(r"^((?:[NRDQ]-|\d)[\w.]*,?\s+((to|and|-)\s+)?)+|^(I{1,3}|IV)\.\s+")
"""Numbers of paragraphs and rulings before the first word of a docstring."""
HEADING = re.compile(r"^[A-Z][^\d.:]*:\s+(?=[a-z])")
"""The heading of a paragraph that has no number, before the first word of a docstring."""

PAGES = ("*.md", "docs/*.md", "texts/*.md", ".github/**/*.md", ".github/**/*.yml", "Makefile", "Dockerfile", "*.yaml")
CATALOGUES = ("texts/en.po", "texts/rajas/en.po")
CODE = tuple(f"{folder}/**/*.py" for folder in ("bot", "engine", "render", "storage", "tests", "texts", "tools"))
WITHOUT_QUESTIONS = ("bot/", "engine/", "render/", "storage/", "texts/", "tools/")

RIDDLES = re.compile(
    r"^test_(what|who|whose|whom|whoever|it|they)_"
    r"|_(told|whoever|anew|put_away|goes_on|go_on|slipped_in|comes?_to|had_by|kindly|press(es|ed)?|nobody|somebody|everybody)(_|$)"
)
"""Parts that no name of a test may have: a name says the rule in the present tense."""


MOST_OF_SUBJECT = 72
"""The most characters of the subject of a commit."""
NO_IMPERATIVE = re.compile(
    r"[a-z]|\S*[^\w\s-]|" + NO_VERBS.pattern + r"|(?!Bring|Ping|Ring)\w+ing\b|(?!Embed|Feed|Need|Seed|Exceed)\w+ed\b"
    r"|(?!Focus)\w*[^s\W]s\b"
)
"""Beginnings of a subject that are not a verb in the imperative."""
MADE_BY_GIT = ("Merge ", "Revert ", "fixup! ", "squash! ", "amend! ")
"""Beginnings of subjects that git writes."""


def compile_words(table: Mapping[str, str]) -> dict[re.Pattern[str], str]:
    """Return a table of words as patterns, in which a space is any white space."""
    return {
        re.compile(r"\b(" + words.replace(" ", r"\s+") + r")\b", re.IGNORECASE): instead
        for words, instead in table.items()
    }


PATTERNS = compile_words(AVOIDED)
OF_PEOPLE = PATTERNS | compile_words(TERMS)
CODE_IN_TEXT = re.compile(r"^ *```.*?^ *```|``[^`]+``|`[^`\n]+`|^ *(>>>|\.\.\.) .*?$", re.MULTILINE | re.DOTALL)
STRING_OR_COMMENT = re.compile(
    r"""(?P<quote>\"{3}|'{3}|"|')(?:\\.|[^\\])*?(?P=quote)|(?P<comment>\#[^\n]*)""", re.DOTALL
)
"""Finds the strings and comments of a Python file, since only those may contain a "#"."""

Passage = tuple[int, str]
"""The number of a first line, and some text."""


def find_avoided(
    text: str, line: int = 1, patterns: Mapping[re.Pattern[str], str] = PATTERNS
) -> Iterator[tuple[int, str]]:
    """Yield every word to avoid in a text: its line, and what is wrong. ``line`` is the number of the first line."""
    words = CODE_IN_TEXT.sub(lambda code: "\n" * code[0].count("\n"), text)
    for pattern, instead in patterns.items():
        for found in pattern.finditer(words):
            yield line + words.count("\n", 0, found.start()), f"“{' '.join(found[0].split())}”: write {instead}"


@lru_cache(maxsize=1)
def list_blocks(source: str) -> list[ast.AST]:
    """Return a Python file and all nodes in it that contain statements; expressions, most of the tree, contain none."""
    blocks: list[ast.AST] = [ast.parse(source)]
    for block in blocks:
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            blocks += (part for part in getattr(block, name, ()) if not isinstance(part, ast.Expr | ast.Assign))
    return blocks


def list_docstrings(source: str) -> Iterator[Passage]:
    """Yield every docstring of a Python file, those of attributes and constants too."""
    for block in list_blocks(source):
        for part in getattr(block, "body", ()):
            match part:
                case ast.Expr(value=ast.Constant(value=str(words))):
                    yield part.lineno, words


def list_without_verb(source: str) -> Iterator[Passage]:
    """Yield the first word of every docstring of a function that begins with no verb.

    The number of a paragraph may precede the verb, or a heading, but not a number and a heading.
    """
    for node in list_blocks(source):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (words := ast.get_docstring(node)):
            rest = PARAGRAPHS.sub("", words)
            first = rest.split()[0]
            if first.rstrip(".,") not in VERBS | QUESTION_WORDS and not (
                words[0].isalpha() and HEADING.sub("", rest).split()[0].rstrip(".,").capitalize() in VERBS
            ):
                yield node.body[0].lineno, first


def list_riddles(source: str) -> Iterator[tuple[int, str]]:
    """Yield every name of a test that does not say what is tested."""
    for node in list_blocks(source):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            found = RIDDLES.search(node.name)
            if found is not None:
                yield node.lineno, f"“{node.name}” has “{found[0].strip('_')}”: say the rule in the present tense"


def list_comments(source: str) -> Iterator[Passage]:
    """Yield every comment of a Python file."""
    for found in STRING_OR_COMMENT.finditer(source):
        if found["comment"]:
            yield 1 + source.count("\n", 0, found.start()), found["comment"]


def list_messages(path: Path) -> Iterator[Passage]:
    """Yield every sentence of a catalogue."""
    with path.open("rb") as file:
        for message in read_po(file):
            forms = message.string if isinstance(message.string, list | tuple) else [message.string]
            yield from ((message.lineno or 0, words or "") for words in forms)


def check_file(path: Path, name: str) -> list[str]:
    """Return the faults of a file, a line each. ``name`` is its path in the project, which decides the rules."""
    found: list[tuple[int, str]] = []
    if path.suffix == ".po":
        passages = list(list_messages(path))
    elif path.suffix == ".py":
        source = path.read_text(encoding="utf-8")
        docstrings = list(list_docstrings(source))
        passages = [*docstrings, *list_comments(source)]
        found += list_riddles(source)
        if name.startswith(WITHOUT_QUESTIONS):
            found += [
                (line, f"a docstring begins with “{words.split()[0]}”: write a verb or name the thing")
                for line, words in ((line, PARAGRAPHS.sub("", words)) for line, words in docstrings)
                if words.split() and words.split()[0].rstrip(",:") in QUESTION_WORDS
            ]
            found += [
                (line, f"a docstring begins with “{word}”: write a verb (see VERBS), after the number if there is one")
                for line, word in list_without_verb(source)
            ]
    else:
        passages = [(1, path.read_text(encoding="utf-8"))]
    patterns = PATTERNS if path.suffix == ".py" else OF_PEOPLE
    for line, words in passages:
        found += find_avoided(words, line, patterns)
    return [f"{name}:{line}: {fault}" for line, fault in sorted(found)]


def list_files(root: Path) -> Iterator[tuple[Path, str]]:
    """Yield every file to check, with its name in the project."""
    for pattern in (*PAGES, *CATALOGUES, *CODE):
        for path in sorted(root.glob(pattern)):
            yield path, path.relative_to(root).as_posix()


def check_subject(subject: str) -> list[str]:
    """Return the faults of the subject of a commit, a line each."""
    if subject.startswith(MADE_BY_GIT):
        return []
    faults = []
    if len(subject) > MOST_OF_SUBJECT:
        faults.append(
            f"it has {len(subject)} characters: {MOST_OF_SUBJECT} are the most, and the body has room for more"
        )
    if NO_IMPERATIVE.match(subject + " "):
        faults.append(f"it begins with “{subject.split(' ')[0]}”: begin with a verb, as in “Add the map”")
    if subject.endswith("."):
        faults.append("it ends with a full stop: leave that out")
    return [f"subject of the commit: {fault}" for fault in faults]


def main() -> int:
    """Check the project, or the files that are named, print what is wrong and return the exit code."""
    match sys.argv[1:]:
        case ["--subject", file]:
            faults = check_subject(Path(file).read_text(encoding="utf-8").partition("\n")[0].rstrip())
        case names:
            named = {Path(name).resolve() for name in names}
            files = [(path, name) for path, name in list_files(ROOT) if not named or path in named]
            faults = [fault for path, name in files for fault in check_file(path, name)]
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
