"""Decision, Option and Text: what may be answered, what not, and why not."""

from __future__ import annotations

import msgspec

from engine.core.decision import Decision, Option
from engine.core.text import Text, text, why_not

OPEN = [Option("yes", text("yes")), Option("no", text("no"), 3)]


def test_the_keys_of_a_decision_are_those_of_its_allowed_options() -> None:
    decision = Decision("raj", "ask", text("ask"), OPEN)
    assert decision.keys == {"yes", "no"}
    assert decision.closed() == []
    assert decision.remaining is None
    assert decision.default is None


def test_further_options_are_computed_once_and_on_request() -> None:
    asked: list[int] = []

    def besides() -> list[Option]:
        asked.append(1)
        return [Option("sell", text("sell"), role="extra")]

    decision = Decision("raj", "ask", text("ask"), OPEN, besides=besides)
    assert decision.allows("yes")
    assert not asked
    assert decision.allows("sell")
    assert not decision.allows("maybe")
    assert [option.key for option in decision.options] == ["yes", "no", "sell"]
    assert decision.keys == {"yes", "no", "sell"}
    assert len(asked) == 1


def test_an_option_with_a_reason_is_closed() -> None:
    closed = Option("maybe", text("maybe"), why=why_not("undecided", "1.5.1", space="punjab"))
    assert not closed.enabled
    assert all(option.enabled for option in OPEN)
    assert closed.why is not None
    assert closed.why.rule == "1.5.1"
    assert closed.why.key == "why.undecided"
    assert closed.why.params["space"] == "punjab"


def test_closed_options_are_computed_only_on_request() -> None:
    asked: list[str] = []

    def closed() -> list[Option]:
        asked.append("asked")
        return [Option("maybe", text("maybe"), why=why_not("undecided", "1.5.1"))]

    decision = Decision("raj", "ask", text("ask"), OPEN, closed=closed)
    assert decision.option("no") is OPEN[1]
    assert decision.keys == {"yes", "no"}
    assert asked == []
    assert [option.key for option in decision.closed()] == ["maybe"]
    assert decision.option("maybe") is not None
    assert decision.option("never") is None
    assert len(asked) == 3


def test_the_repr_of_a_decision_shows_seat_kind_and_keys() -> None:
    assert repr(Decision("raj", "ask", text("ask"), OPEN)) == "Decision(raj, ask, ['no', 'yes'])"


def test_a_text_holds_a_key_with_parameters_and_can_be_written_as_json() -> None:
    message = text("ask.count", at_most=3, space="punjab")
    assert message.rule == ""
    assert str(message) == "ask.count(at_most=3, space=punjab)"
    assert str(text("ask.done")) == "ask.done"
    assert msgspec.json.decode(msgspec.json.encode(message), type=Text) == message


def test_a_parameter_of_a_text_may_be_named_key() -> None:
    assert text("error.unknown_key", key="punjab").params == {"key": "punjab"}
    assert why_not("unknown", "1.1", key="punjab").params == {"rule": "1.1", "key": "punjab"}
