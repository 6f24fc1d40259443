"""1.9, 6.0, 7.2 What each victory total is made of, and what a check or a Campaign Round would bring now, in words.

Every number is the engine's own (`Facts.victory_parts`, `foresee_round`), and everybody can see it on the board.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.gandhi.words.standing import write_total
from bot.language import Language
from bot.narrate.standing import write_headline
from engine.gandhi.campaign.forecast import Forecast, Income, Offer, foresee_round
from engine.gandhi.facts import Facts, Share, add_up
from engine.gandhi.ids import SEATS, THRESHOLDS
from engine.gandhi.state import State
from engine.gandhi.victory import ranked

SHARED_PHASES = ("constructive_congress", "constructive_league")
"""6.3.2 The phases of two Factions with one limit for both."""


def name_part(language: Language, kind: str, shares: Sequence[Share]) -> str:
    """A part of a victory total: "Support 12"."""
    return language.say(f"ui.score.{kind}", count=add_up(shares))


def sum_up(language: Language, state: Facts, seat: str) -> str:
    """A Faction's victory total by its parts: "Support 12 + Raj Control 13 = 25, to exceed 38"."""
    parts = state.victory_parts(seat)
    what = " + ".join(name_part(language, kind, shares) for kind, shares in parts.items())
    key = "ui.score.sum" if len(parts) > 1 else "ui.score.one"
    return language.say(key, what=what, value=state.victory_total(seat), threshold=THRESHOLDS[seat])


def write_shares(language: Language, state: Facts, seat: str) -> list[str]:
    """The parts of a Faction's victory total, each with the spaces that add to it; nothing for a part of none."""
    return [
        language.say(
            "ui.score.made",
            what=name_part(language, kind, shares),
            shares=" + ".join(name_share(language, kind, share) for share in sorted(shares, key=_weight)),
        )
        for kind, shares in state.victory_parts(seat).items()
        if add_up(shares)
    ]


def name_share(language: Language, kind: str, share: Share) -> str:
    """What one space adds: "Bihar 2 × 2"; a Base is counted, not multiplied."""
    space, worth, times = share
    if kind == "bases" or times == 1:
        return language.say("ui.score.share", space=space, count=worth * times)
    return language.say("ui.score.share.times", space=space, count=worth, times=times)


def explain_totals(language: Language, state: Facts) -> list[str]:
    """7.2 Each Faction's total and margin, and below it the spaces that make it up."""
    lines: list[str] = []
    for seat in SEATS:
        lines.append(write_total(language, seat, state.victory_total(seat), THRESHOLDS[seat]))
        lines += [f"-# {line}" for line in write_shares(language, state, seat)]
    return lines


def write_outlook(language: Language, state: State) -> list[str]:
    """What a victory check would say now, and what a Campaign Round would bring each Faction."""
    forecast = foresee_round(state)
    lines = [write_verdict(language, state, forecast), language.say("ui.round.title")]
    for seat in SEATS:
        own = [write_income(language, income) for income in forecast.incomes if income.seat == seat]
        own += [write_offer(language, offer) for offer in forecast.offers if offer.seat == seat]
        what = language.put_together("clauses", own) if own else language.say("ui.round.nothing")
        lines.append(language.say("ui.round.seat", seat=seat, what=what))
    if forecast.strikes and not forecast.may_choose:
        lines.append(language.say("ui.round.strikes", place=list(forecast.strikes)))
    return lines


def write_verdict(language: Language, state: Facts, forecast: Forecast | None = None) -> str:
    """6.1 What a victory check would say now, and while nobody passes it who is nearest."""
    verdict = forecast.verdict if forecast is not None else None
    if verdict is not None:
        what = write_headline(language, verdict.ranking[0], verdict.reason, lost=verdict.all_players_lose)
    else:
        first = ranked(state)[0]
        what = language.say("ui.verdict.nobody", seat=first, count=1 - state.margin(first))
    alone = forecast.alone if forecast is not None else None
    line = language.say("ui.verdict", what=what)
    return f"{line} {language.say(alone)}" if alone is not None else line


def write_income(language: Language, income: Income) -> str:
    """6.2 A Faction's Resources after the Resources Phase."""
    key = "ui.round.resources" if income.least == income.after else "ui.round.resources.choice"
    return language.say(
        key, old=income.before, earned=income.earned, paid=income.paid, new=income.after, least=income.least
    )


def write_offer(language: Language, offer: Offer) -> str:
    """6.3 What a Faction may do in the Support Phase, and in how many spaces."""
    if offer.phase in SHARED_PHASES:
        return language.say("ui.round.programme", number=len(offer.spaces), most=offer.most)
    return language.say("ui.round.offer", phase=offer.phase, number=len(offer.spaces), most=offer.most)


def _weight(share: Share) -> int:
    return -share[1] * share[2]
