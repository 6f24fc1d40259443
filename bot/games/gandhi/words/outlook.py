"""1.9, 6.0, 7.2 Victory totals and their parts, a check or a Campaign Round now, and what’s new, as text.

The engine computes every number (`Facts.victory_parts`, `foresee_round`) from what everyone can see on the board.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.gandhi.words.chronicle import name_actions
from bot.games.gandhi.words.standing import name_score, write_total
from bot.games.gandhi.words.totals import write_balance
from bot.language import Language, Said
from bot.narrate.standing import write_headline
from engine import Game
from engine.core.change import Change
from engine.core.text import Text
from engine.gandhi.campaign.forecast import Income, Offer, foresee_check, foresee_round
from engine.gandhi.campaign.redeploy import ROUND_PHASES
from engine.gandhi.comparing import add_up_differences, compare
from engine.gandhi.facts import Facts, Share, add_up
from engine.gandhi.ids import GANDHI, SEATS
from engine.gandhi.state import State
from engine.gandhi.story import Story, read_story
from engine.gandhi.victory import find_lone_player, ranked
from engine.gandhi.view import View, may_bring_campaign

SHARED_PHASES = ("constructive_congress", "constructive_league")
"""6.3.2 The phases of two Factions that share one limit."""


def name_part(language: Language, kind: str, shares: Sequence[Share]) -> str:
    """Return a part of a victory total, such as "Support 12", from its shares by space."""
    return language.say(f"ui.score.{kind}", count=add_up(shares))


def sum_up(language: Language, game: Game, seat: str) -> str:
    """7.2 Return a Faction's victory total by its parts, such as "Support 12 + Raj Control 13 = 25"."""
    state: Facts = game.state
    parts = state.victory_parts(seat)
    what = language.put_together("actions", (name_part(language, kind, shares) for kind, shares in parts.items()))
    return language.say("ui.score.sum", what=what, value=state.victory_total(seat)) if len(parts) > 1 else what


def write_shares(language: Language, state: Facts, seat: str) -> list[str]:
    """Return a line for each part of a Faction's victory total that is not 0, with the shares of its spaces."""
    return [
        language.say(
            "ui.score.made",
            what=name_part(language, kind, shares),
            shares=language.put_together(
                "actions",
                (name_share(language, kind, share) for share in sorted(shares, key=lambda share: -share[1] * share[2])),
            ),
        )
        for kind, shares in state.victory_parts(seat).items()
        if add_up(shares)
    ]


def name_share(language: Language, kind: str, share: Share) -> str:
    """Return the share of one space, such as “Bihar 2 × 2”; of Bases, only their number."""
    space, worth, times = share
    if kind == "bases" or times == 1:
        return language.say("ui.score.share", space=space, count=worth * times)
    return language.say("ui.score.share.times", space=space, count=worth, times=times)


def explain_totals(language: Language, game: Game) -> list[str]:
    """7.2 Return a line with each Faction's total, margin and goal, each before lines with the spaces that count."""
    state: Facts = game.state
    lines: list[str] = []
    for seat in SEATS:
        lines.append(write_total(language, state.victory_total(seat), seat))
        lines += [f"-# {line}" for line in write_shares(language, state, seat)]
    return lines


def write_outlook(language: Language, game: Game) -> list[str]:
    """6.0 Return lines with the effects of a Campaign Round now on each Faction; none after the end of the game."""
    if game.decision is None:
        return []
    forecast = foresee_round(game.state)
    lines = [language.say("ui.round.title")]
    for seat in SEATS:
        own = [write_income(language, income) for income in forecast.incomes if income.seat == seat]
        own += [write_offer(language, offer) for offer in forecast.offers if offer.seat == seat]
        what = language.put_together("clauses", own) if own else language.say("ui.round.nothing")
        lines.append(language.say("ui.round.seat", seat=seat, what=what))
    if forecast.strikes and not forecast.may_choose:
        lines.append(language.say("ui.round.strikes", place=list(forecast.strikes)))
    return lines


def write_verdict(language: Language, state: State) -> str:
    """6.1 Return the result of a victory check now. If no one would win, name the Faction that is nearest.

    A sentence on a lone player follows (8.10), if there is one.
    """
    forecast = foresee_round(state)
    verdict = forecast.verdict
    if verdict is not None:
        what = write_headline(language, verdict.ranking[0], verdict.reason, lost=verdict.all_players_lose)
    else:
        first = find_nearest(state)
        score = name_score(language, state.victory_total(first), first)
        what = language.say("ui.verdict.nobody", seat=first, score=score)
    line = language.say("ui.verdict", what=what)
    if forecast.alone is not None:
        return language.put_together("sentences", [line, Said(write_solo(language, forecast.alone))])
    return language.put_together("sentences", [line, *write_alone(language, state)])


def find_nearest(state: Facts) -> str:
    """6.1, 8.10 Return the Faction that is nearest to ending the game by a check. A lone player's Faction cannot."""
    alone = find_lone_player(state)
    return next(seat for seat in ranked(state) if seat not in alone)


def write_alone(language: Language, state: Facts) -> list[str]:
    """8.10 Return a line on why a lone player above their goal has not won yet, or no line in any other case."""
    ahead = [seat for seat in find_lone_player(state) if state.margin(seat) > 0]
    return [language.say("ui.stakes.alone", seat=ahead)] if ahead else []


def write_solo(language: Language, alone: Text) -> str:
    """8.10 Return a lone player's result and margin. A game that ends too early is lost with any margin."""
    difference = int(str(alone.params["difference"]))
    key, _, seat = alone.key.rpartition(".")
    if key == "solo.lost" and difference > 0:
        return language.say("solo.early", seat=seat, difference=difference)
    if key == "solo.lost" and difference == 0:
        return language.say("solo.level", seat=seat)
    return language.say(alone.key, difference=abs(difference))


def write_income(language: Language, income: Income) -> str:
    """6.2 Return a Faction's Resources before and after the Resources Phase, with what it earns and pays."""
    key = "ui.round.resources" if income.least == income.after else "ui.round.resources.choice"
    return language.say(
        key, old=income.before, earned=income.earned, paid=income.paid, new=income.after, least=income.least
    )


def write_offer(language: Language, offer: Offer) -> str:
    """6.3 Return the step of the Support Phase that a Faction may execute, and in how many spaces."""
    if offer.phase in SHARED_PHASES:
        return language.say("ui.round.programme", number=len(offer.spaces), most=offer.most)
    return language.say("ui.round.offer", phase=offer.phase, number=len(offer.spaces), most=offer.most)


def write_catchup(language: Language, before: View, game: Game, changes: Sequence[Change]) -> list[str]:
    """Return the report on what’s new since the view ``before``, in at most nine lines.

    In order: each Faction's margin, a victory check now, all actions, changed Control and levels, tracks, pieces.
    """
    state, after = game.state, game.view()
    difference = compare(before, after)
    lines = [
        write_margin(language, seat, before, after)
        for seat in sorted(after.victory, key=lambda seat: after.victory[seat].place)
    ]
    lines += [
        write_verdict(language, state) if not state.ended else "",
        write_actions(language, changes),
        write_map(language, difference),
        write_tracks_since(language, difference),
        write_pieces(language, difference),
    ]
    return [line for line in lines if line]


def write_stakes(language: Language, state: State, view: View) -> str:
    """6.1, 8.10 Return the result of a Campaign card now, and how soon one may come, in one or two sentences.

    If no one would win, name the Faction that is nearest (`find_nearest`). In a Campaign Round after its victory check,
    and after the end of the game, return "".
    """
    if state.ended or view.phase in ROUND_PHASES:
        return ""
    (verdict, _), first = foresee_check(state), find_nearest(state)
    key = "ui.stakes.open" if verdict is None else "ui.stakes.over"
    if view.next is not None and not view.next.viceroy:
        key = f"{key}.later" if may_bring_campaign(view) else f"{key}.safe"
    if verdict is not None:
        first = verdict.ranking[0]
    margin = language.signed(state.margin(first))
    what = language.say(
        "ui.stakes.lost" if verdict and verdict.all_players_lose else "ui.stakes.winner", seat=first, margin=margin
    )
    line = language.say(key, what=what, seat=first, score=name_score(language, state.victory_total(first), first))
    return language.put_together("sentences", [line, *([] if verdict else write_alone(language, state))])


def write_margin(language: Language, seat: str, before: View, after: View) -> str:
    """7.3 Return a Faction's total and margin with an arrow, and its margin in the view ``before`` if that differs."""
    old, new = before.victory[seat], after.victory[seat]
    arrow = "▲" if new.margin > old.margin else "▼" if new.margin < old.margin else "＝"
    score = name_score(language, new.value, seat)
    if new.margin == old.margin:
        return language.say("ui.catchup.margin.same", arrow=arrow, seat=seat, score=score)
    return language.say("ui.catchup.margin", arrow=arrow, seat=seat, score=score, old=language.signed(old.margin))


def write_actions(language: Language, changes: Sequence[Change]) -> str:
    """Return the actions of each Faction in one line, each action once; "" if there are none."""
    done: dict[str, dict[str, None]] = {}
    for section in read_story(changes).sections:
        if section.seat and section.begun:
            done.setdefault(section.seat, {})[name_actions(language, section)] = None
    parts = [
        language.say("ui.round.seat", seat=seat, what=language.put_together("items", names))
        for seat, names in done.items()
    ]
    return language.put_together("parts", parts)


def write_map(language: Language, difference: Story) -> str:
    """1.6, 1.7 Return the spaces whose Raj Control or level is different, in one line, or "" if there are none."""
    control, levels = difference.controls, difference.levels
    kinds = (
        ("log.control.gained", [space for space, (_, now) in control.items() if now]),
        ("log.control.lost", [space for space, (_, now) in control.items() if not now]),
        ("ui.catchup.support", [space for space, (old, now) in levels.items() if now > old]),
        ("ui.catchup.opposition", [space for space, (old, now) in levels.items() if now < old]),
    )
    told = language.put_together("clauses", [language.say(key, place=spaces) for key, spaces in kinds if spaces])
    return told[:1].upper() + told[1:]


def write_tracks_since(language: Language, difference: Story) -> str:
    """1.8, 1.10 Return the changes of Restraint, Unity, Crisis and Resources in one line, or ""."""
    parts = []
    for key, (old, new) in difference.tracks.items():
        if key == "crisis":
            parts.append(language.say("log.crisis" if new else "log.crisis.over"))
        elif key in ("restraint", "unity"):
            parts.append(language.say(f"log.{key}", old=old, new=new))
        else:
            parts.append(language.say("log.resources", seat=key, old=old, new=new))
    return language.put_together("clauses", parts)


def write_pieces(language: Language, difference: Story) -> str:
    """Return the changes in the number of pieces of each kind on the map in one line, or ""."""
    parts = [
        language.say("ui.catchup.gandhi.came" if count > 0 else "ui.catchup.gandhi.gone")
        if piece == GANDHI
        else write_balance(language, piece, count)
        for piece, count in add_up_differences(difference).items()
    ]
    return language.say("ui.catchup.pieces", what=language.put_together("items", parts)) if parts else ""
