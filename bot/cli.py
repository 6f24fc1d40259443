"""The commands of ``gandhi``, or ``python -m bot``: how they are parsed and started, and their exit codes.

An error that people can correct is printed as one sentence. `bot.console` does the work of the commands.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from bot import __version__
from bot.console import hosting
from bot.console.logs import FORMATS, set_up_logging
from texts import list_languages

PLAY_DATABASE = "sqlite:///gandhi-play.sqlite3"
MOST_PORT = 65535
FAULT = 2
NO_RESTART = 78
"""The exit code after which a process manager must not start the program again. docs/gandhi.service names it."""
INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """A parser of the command line, which prints an error as one sentence."""

    def error(self, message: str) -> NoReturn:
        """Print to standard error what is wrong with the command and how to find help, and exit with `FAULT`."""
        self.exit(FAULT, f"{self.prog}: {message}. Try “{self.prog} --help”.\n")


def build_parser() -> Parser:
    """Return the parser of the command line, with every command and its options."""
    parser = Parser(prog="gandhi", description="Gandhi by post: a Discord bot for the board game.", allow_abbrev=False)
    version = f"%(prog)s {__version__}, Python {platform.python_version()}"
    parser.add_argument("--version", action="version", version=version)
    parser.add_argument("--log-level", choices=("debug", "info", "warning", "error"), help="how much is logged")
    parser.add_argument(
        "--log-format",
        choices=FORMATS,
        default=os.environ.get("GANDHI_LOG_FORMAT", "text"),
        help="lines for people, or one JSON object a line (GANDHI_LOG_FORMAT, else text)",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)

    play = commands.add_parser("play", help="play on this machine, in the browser, without Discord")
    play.add_argument("--port", type=port, default=0, help="the local port of the page (any free one by default)")
    play.add_argument("--database", default=PLAY_DATABASE, metavar="URL", help="where games are kept (%(default)s)")
    play.set_defaults(run=run_play)

    bot = commands.add_parser(
        "bot",
        help="run the bot on Discord",
        description="Run the bot on Discord. The token comes in DISCORD_TOKEN, or in the file that DISCORD_TOKEN_FILE "
        "names. DISCORD_API_BASE and DISCORD_GATEWAY point it at a stand-in for Discord.",
    )
    bot.add_argument("--database", metavar="URL", help="where games are kept (by default what GANDHI_DATABASE names)")
    bot.set_defaults(run=run_discord)

    rehearse = commands.add_parser(
        "rehearse",
        help="try everything that the bot needs on the real Discord, in one channel",
        description="Try what the bot needs of Discord in one channel, remove everything again, and write a page to "
        "read. What was found out is kept for the bot. The token comes as for “gandhi bot”.",
    )
    rehearse.add_argument("--channel", type=hosting.discord_id, required=True, metavar="ID", help="a text channel")
    rehearse.add_argument("--forum", type=hosting.discord_id, default=0, metavar="ID", help="a forum channel")
    rehearse.add_argument(
        "--clicks", type=int, default=120, metavar="SECONDS", help="wait so long for each click; 0: none (%(default)s)"
    )
    rehearse.add_argument("--long", action="store_true", help="also try a panel that is 15 minutes old")
    rehearse.add_argument(
        "--database", metavar="URL", help="the bot's database (by default what GANDHI_DATABASE names)"
    )
    rehearse.add_argument(
        "-o", "--output", type=Path, default=Path(), metavar="FOLDER", help="where rehearsal.md and .json are written"
    )
    rehearse.set_defaults(run=run_rehearse)

    render = commands.add_parser("render", help="draw a position, a record or a scenario's beginning")
    what = render.add_mutually_exclusive_group(required=True)
    what.add_argument("--position", type=Path, metavar="FILE", help="a position (JSON)")
    what.add_argument("--record", type=Path, metavar="FILE", help="a record (.gandhi.jsonl)")
    what.add_argument("--scenario", metavar="NAME", help="the beginning of a scenario: short, main, basic ...")
    render.add_argument("--turn", type=int, metavar="N", help="the step to draw, with --record (the last by default)")
    render.add_argument("--theme", metavar="NAME", default="classic", help="colours (%(default)s)")
    render.add_argument("--layout", metavar="NAME", default="full", help="what to show (%(default)s)")
    render.add_argument("--language", choices=list_languages(), default="en", help="for the picture (%(default)s)")
    render.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="a .png, .webp or .jpg file")
    render.set_defaults(run=run_render)

    show = commands.add_parser(
        "show",
        help="print what a person would see of a position or a record, without Discord",
        description="Print a panel, or the public message about a turn, as people would see it on Discord.",
    )
    show.add_argument("what", choices=("panel", "message"), help="a person's panel, or the message about a step")
    shown = show.add_mutually_exclusive_group(required=True)
    shown.add_argument("--position", metavar="FILE", help="a position (JSON, also in place of a file), or a record")
    shown.add_argument("--scenario", metavar="NAME", help="the beginning of a scenario: short, main, basic ...")
    show.add_argument("--turn", type=int, metavar="N", help="of a record: at step N (at its end by default)")
    show.add_argument("--seat", metavar="S", default="", help="whose panel (by default of the seat that is asked)")
    show.add_argument("--keys", nargs="*", metavar="KEY", default=(), help="what the person has chosen so far")
    show.add_argument("--language", choices=list_languages(), default="en", help="for the text (%(default)s)")
    show.set_defaults(run=run_show)

    replay = commands.add_parser("replay", help="play a record again")
    replay.add_argument("record", type=Path, metavar="FILE", help="a record (.gandhi.jsonl)")
    replay.add_argument("--verify", action="store_true", help="check every step, die and card against the record")
    replay.add_argument("--log", action="store_true", help="print what happened, step by step")
    replay.add_argument("--html", type=Path, metavar="OUT", help="write the game as one page for any browser, to keep")
    replay.add_argument("--language", choices=list_languages(), default="en", help="for the text (%(default)s)")
    replay.set_defaults(run=run_replay)

    companion = commands.add_parser(
        "companion",
        help="play the automatic Factions of a game at a physical table",
        description="Play Arjuna's Factions of a game at a physical table, without a network. You say which cards are "
        "revealed, and what the board is like after your own turns; docs/companion.md shows a game.",
    )
    companion.add_argument("record", type=Path, metavar="FILE", help="the record: a game in it continues")
    companion.add_argument("--scenario", metavar="NAME", default="short", help="set-up: short, main (%(default)s)")
    companion.add_argument("--people", default="", metavar="F", help="Factions of people, such as raj,congress")
    companion.add_argument(
        "--set-up", default="", metavar="LINES", help="the open cards and the Viceroy, and what differs from the set-up"
    )
    companion.add_argument("--position", type=Path, metavar="FILE", help="lines about a board in mid-game")
    companion.add_argument("--map", type=Path, metavar="FILE", help="draw the automatic turns there, as a .webp")
    companion.add_argument("--language", choices=list_languages(), default="en", help="for the text (%(default)s)")
    companion.set_defaults(run=run_companion)

    simulate = commands.add_parser(
        "simulate",
        help="simulate games between automatic players, and count the results",
        description="Play whole games in which the automatic player has every seat. The same --seed plays the same "
        "games.",
    )
    simulate.add_argument(
        "--scenario", metavar="NAME", action="append", help="which: short, main, basic ... (short and main by default)"
    )
    simulate.add_argument("--games", type=positive, default=100, metavar="N", help="games of each (%(default)s)")
    simulate.add_argument("--seed", default="1", metavar="X", help="any word (%(default)s)")
    simulate.add_argument(
        "--jobs", type=positive, default=os.cpu_count() or 1, metavar="J", help="processes (as many as cores)"
    )
    simulate.add_argument(
        "--players",
        default="",
        metavar="P",
        help="how many, where a game leaves that open; or arjuna or search for each seat: search,arjuna,arjuna,arjuna",
    )
    simulate.add_argument("--tries", type=positive, default=60, metavar="N", help="games searched a turn (%(default)s)")
    simulate.add_argument("--json", action="store_true", help="one JSON list instead of tables")
    simulate.add_argument("--records", type=Path, metavar="FOLDER", help="write each game's record there")
    simulate.set_defaults(run=run_simulate)

    check = commands.add_parser("check-data", help="check the game's data files")
    check.set_defaults(run=run_check)

    hosting.add_commands(commands, say)
    return parser


def port(typed: str) -> int:
    """Return a typed port number; 0 means any free port. Raises ArgumentTypeError for anything else."""
    if not typed.isdecimal() or not 0 <= int(typed) <= MOST_PORT:
        raise argparse.ArgumentTypeError(f"{typed!r} is not a port number from 0 to {MOST_PORT}")
    return int(typed)


def positive(typed: str) -> int:
    """Return a typed whole number of 1 or more. Raises ArgumentTypeError for anything else."""
    if not typed.isdecimal() or int(typed) < 1:
        raise argparse.ArgumentTypeError(f"{typed!r} is not a number from 1")
    return int(typed)


def run_play(options: argparse.Namespace) -> None:
    """Run ``gandhi play`` until its page is closed or the process is stopped.

    Raises BadData if data files are broken, SettingsError if the page cannot be served, and StorageError.
    """
    from bot.console.check_data import refuse_broken_files
    from bot.console.preview import play

    refuse_broken_files()
    asyncio.run(play(options.database, options.port, say))


def run_discord(options: argparse.Namespace) -> None:
    """Run ``gandhi bot`` until it is stopped.

    Raises BadData if data files are broken, SettingsError if a setting or the token is wrong, and StorageError.
    """
    from bot.console.check_data import refuse_broken_files
    from bot.console.running import run_bot
    from bot.console.settings import read_settings

    refuse_broken_files()
    asyncio.run(run_bot(read_settings(database=options.database)))


def run_rehearse(options: argparse.Namespace) -> None:
    """Run ``gandhi rehearse``, which tries out the real Discord. Raises as `run_rehearsal` does."""
    from bot.console.rehearsal import run_rehearsal

    run_rehearsal(options, say)


def run_render(options: argparse.Namespace) -> None:
    """Run ``gandhi render``, which writes a picture to a file. Raises the errors of `render_file`."""
    from bot.console.files import render_file

    say(render_file(options))


def run_show(options: argparse.Namespace) -> None:
    """Run ``gandhi show``, which prints a panel or a message. Raises GameError and SettingsError as `show` does."""
    from bot.console.showing import show

    for line in show(options):
        say(line)


def run_replay(options: argparse.Namespace) -> None:
    """Run ``gandhi replay``, which plays a record again, and may print its story, verify it or write its page.

    Raises GameError for a record that cannot be replayed, and SettingsError for a file that cannot be read or written.
    """
    from bot.console.files import replay_file

    shown = replay_file(
        options.record, verify=options.verify, log=options.log, html=options.html, code=options.language
    )
    for line in shown:
        say(line)


def run_companion(options: argparse.Namespace) -> None:
    """Run ``gandhi companion``, which prints an answer to each line of standard input. Raises as `start_game` does."""
    from bot.console.companion import run

    for line in run(options, map(str.rstrip, sys.stdin)):
        say(line)


def run_simulate(options: argparse.Namespace) -> None:
    """Run ``gandhi simulate``, which prints results of games between automatic players. Raises as `simulate` does."""
    from bot.console.simulate import simulate

    for line in simulate(options):
        say(line)


def run_check(options: argparse.Namespace) -> None:
    """Run ``gandhi check-data``, which prints what it has checked. Raises BadData with every fault in data files."""
    from bot.console.check_data import check

    for line in check():
        say(line)


def say(line: str) -> None:
    """Print a line to standard output without a delay, even into a pipe."""
    print(line, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, by default the one that the process was started with, and return the exit code.

    The code is 0 after success, 2 after an error, 78 after an error that a restart would make worse, and 130 after an
    interruption. Errors are printed, but a fault in the program is raised. `Parser` exits if it cannot parse the
    command.
    """
    options = build_parser().parse_args(arguments)
    # Only the bot logs its work. Other commands print their results, and log nothing but errors.
    set_up_logging(options.log_level or ("info" if options.command == "bot" else "error"), options.log_format)
    run: Callable[[argparse.Namespace], None] = options.run
    try:
        # The engine is imported only here, because the import takes a moment and reads the data of every game.
        import engine
        from engine.core.errors import BadData

        engine.load_games()
    except Exception as error:
        # Broken data makes the import fail. Then `BadData` cannot be imported either: its attribute has to be checked.
        faults: list[str] | None = getattr(error, "faults", None)
        if faults is None:
            raise
        return refuse_data(options, faults)
    from bot.errors import NoRestart, to_sentence

    try:
        run(options)
    except BadData as error:
        return refuse_data(options, error.faults)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return 0
    except Exception as error:
        sentence = to_sentence(error)
        if sentence is None:
            raise
        return fail(sentence, NO_RESTART if isinstance(error, NoRestart) else FAULT)
    return 0


def refuse_data(options: argparse.Namespace, faults: Sequence[str]) -> int:
    """Print the first fault in the data files, or for ``check-data`` all of them, and return the exit code `FAULT`."""
    if options.command == "check-data":
        for fault in faults:
            say(fault)
        return fail(f"The data has {len(faults)} fault{'s' if len(faults) > 1 else ''}.")
    more = f" “gandhi check-data” lists {len(faults) - 1} more." if len(faults) > 1 else ""
    return fail(f"The game's data cannot be used: {faults[0]}{more}")


def fail(sentence: str, code: int = FAULT) -> int:
    """Print an error to standard error and return ``code``, the exit code."""
    print(f"gandhi: {sentence}", file=sys.stderr)
    return code
