"""Every language says everything, asks for the same things, keeps to the game's terms, and fits into Discord."""

from __future__ import annotations

import csv
import io
import random
import re
import string
import tomllib
from collections.abc import Iterator
from functools import cache
from gettext import c2py
from importlib import resources
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from bot.errors import BadInput, about
from bot.games.gandhi.facts import ACTIONS, SPACES
from bot.games.gandhi.names import find_names
from bot.games.gandhi.words.chronicle import say, tell
from bot.games.names import complete, find_space, plain
from bot.language import DEFAULT, JOINED, MIXED, VOCABULARIES, Language, choose_language, list_languages, load_language
from engine import Game
from engine.core.change import Change
from engine.core.text import text
from texts import is_draft

DESCRIPTION_LIMIT = 100
"""Discord's limit for the description of a command or option, and for the name of a choice."""
LABEL_LIMIT = 80
"""Discord's limit for the label of a button."""
LANGUAGES = tuple(code for code in list_languages() if not is_draft(code))
OTHERS = tuple(code for code in LANGUAGES if code != DEFAULT)
SPACELESS = ("ja",)
"""Languages that put no spaces between words."""
SOME_NUMBERS = (0, 1, 2, 3, 4, 5, 11, 12, 21, 100)


def read_catalogue(code: str) -> Catalog:
    """Return a language's file, unchanged."""
    data = resources.files("texts").joinpath(f"{code}.po").read_bytes()
    return read_po(io.BytesIO(data), locale=code, abort_invalid=True)


def key_of(message: Message) -> str:
    """Return the key of a message."""
    return str(message.id[0] if isinstance(message.id, list | tuple) else message.id)


def forms_of(message: Message) -> tuple[str, ...]:
    """Return the sentences of a message: one, or one for each plural form."""
    return tuple(message.string) if isinstance(message.string, list | tuple) else (str(message.string),)


def messages_of(code: str) -> dict[str, Message]:
    """Return every message of a language by its key."""
    return {key_of(message): message for message in read_catalogue(code) if message.id}


def fields_of(sentence: str) -> dict[str, set[str]]:
    """Return what a sentence asks for: the names of its parameters, and the forms it wants each of them in."""
    fields: dict[str, set[str]] = {}
    for _, name, form, _ in string.Formatter().parse(sentence):
        if name is not None:
            fields.setdefault(name, set()).add(form or "")
    return fields


def english() -> dict[str, tuple[str, ...]]:
    """Return the English sentences by key: those of the catalogue, and the names and Events of the game's data."""
    sentences = {key: (words,) for key, words in find_names().items()}
    return sentences | {key: forms_of(message) for key, message in messages_of(DEFAULT).items()}


def forms_asked_for(code: str) -> Iterator[str]:
    """Yield the keys that ``{seat:as of_seat}`` and the like look up in a language."""
    keys = messages_of(DEFAULT).keys() | find_names().keys()
    for message in messages_of(code).values():
        for sentence in forms_of(message):
            for field, forms in fields_of(sentence).items():
                vocabulary = "piece" if field == "pieces" else VOCABULARIES.get(field)
                for form in forms:
                    wanted = form.removeprefix("as ").partition(" ")[0]
                    yield from [f"{wanted}.{MIXED}"] if field == "pieces" and form else []
                    if form.startswith("as ") and vocabulary is not None:
                        prefix = f"{vocabulary}."
                        yield from (f"{wanted}.{key.removeprefix(prefix)}" for key in keys if key.startswith(prefix))


def joined_forms(code: str) -> set[str]:
    """Return the keys for endings of several names, each of which has an ending, in a language."""
    vocabularies = [key.removesuffix(f".{MIXED}") for key in messages_of(code) if key.endswith(f".{MIXED}")]
    return {
        f"{vocabulary}.{JOINED}.{form}"
        for vocabulary in vocabularies
        for key, message in messages_of(code).items()
        if key.startswith(f"{vocabulary}.") and f".{JOINED}." not in key
        for form in forms_of(message)
    }


@cache
def longest_names(code: str) -> dict[str, str]:
    """Return the longest name that each parameter can take in a language, by the parameter."""
    language, longest = load_language(code), dict[str, tuple[int, str]]()
    for key in language.keys | find_names().keys():
        vocabulary, _, name = key.partition(".")
        if name and vocabulary in VOCABULARIES.values():
            longest[vocabulary] = max(longest.get(vocabulary, (0, "")), (len(language.word(key, 99)), name))
    return {field: longest[vocabulary][1] for field, vocabulary in VOCABULARIES.items() if vocabulary in longest}


def longest(language: Language, key: str) -> str:
    """Return a message with the longest names that its parameters can take, in each of its plural forms the longest."""
    made = []
    for count in (1, 99):
        params: dict[str, object] = dict.fromkeys(("count", "number", "at_most", "troops", "sepoys", "unity"), count)
        params |= longest_names(language.code) | {"what": "", "unity": 1}
        made.append(language.say(text(key, **params)))
    return max(made, key=len)


# -- catalogues ------------------------------------------------------------------------------------------------


def test_the_included_languages_are_found() -> None:
    assert {"en", "it", "es", "ja"} <= set(LANGUAGES)


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_a_sentence_for_every_key(code: str) -> None:
    there = load_language(code).keys
    assert sorted(messages_of(DEFAULT).keys() - there) == []
    events = {key for key in find_names() if key.startswith("event.")}
    assert sorted(events - there) == [], "the Events are translated as well"


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_no_unused_key(code: str) -> None:
    known = messages_of(DEFAULT).keys() | find_names().keys() | set(forms_asked_for(code)) | joined_forms(code)
    known |= {f"picture.lines.{space}" for space in tuple(SPACES)}
    assert sorted(messages_of(code).keys() - known) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_form_of_a_name_that_a_sentence_uses_is_in_its_catalogue(code: str) -> None:
    assert sorted(set(forms_asked_for(code)) - messages_of(code).keys()) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_has_the_joined_form_of_every_ending_or_of_none(code: str) -> None:
    assert joined_forms(code) & messages_of(code).keys() in (set(), joined_forms(code))


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_translation_is_fuzzy_or_obsolete(code: str) -> None:
    catalogue = read_catalogue(code)
    assert [key_of(message) for message in catalogue if message.id and message.fuzzy] == []
    assert list(catalogue.obsolete) == []


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_has_the_parameters_of_the_english_sentence(code: str) -> None:
    source = english()
    for key, message in messages_of(code).items():
        if key not in source:
            continue
        wanted = set().union(*(fields_of(sentence) for sentence in source[key]))
        asked = [set(fields_of(sentence)) for sentence in forms_of(message)]
        assert set().union(*asked) == wanted, key
        # Only the number itself may be in words: "one line more".
        for found in asked:
            assert wanted - found <= {"count"}, key


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_catalogue_has_the_plural_forms_of_its_language(code: str) -> None:
    catalogue = read_catalogue(code)
    assert catalogue.num_plurals == get_plural(code).num_plurals
    ours, theirs = c2py(catalogue.plural_expr), c2py(get_plural(code).plural_expr)
    assert [ours(number) for number in SOME_NUMBERS] == [theirs(number) for number in SOME_NUMBERS]
    for message in catalogue:
        if message.id and message.pluralizable:
            assert len(forms_of(message)) == catalogue.num_plurals, key_of(message)
            assert all(forms_of(message)), key_of(message)


@pytest.mark.parametrize("code", OTHERS)
def test_a_plural_is_chosen_by_the_same_number_as_in_english(code: str) -> None:
    source = messages_of(DEFAULT)
    for key, message in messages_of(code).items():
        if key not in source or not message.pluralizable:
            continue
        counters = [note for note in message.auto_comments if note.startswith("plural:")]
        if source[key].pluralizable:
            assert counters == [note for note in source[key].auto_comments if note.startswith("plural:")], key
        else:
            # A language may need a plural where English does not, if it shows the number at all.
            assert "count" in set().union(*(fields_of(sentence) for sentence in forms_of(source[key]))), key


def alternatives(part: object) -> Iterator[str]:
    """Yield the keys of the alternatives that the Events leave to a choice."""
    if isinstance(part, dict):
        yield from part.get("keys", [])
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else []:
        yield from alternatives(inner)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_alternative_of_an_event_has_a_name(code: str) -> None:
    events = tomllib.loads(resources.files("engine.gandhi.data").joinpath("events.toml").read_text(encoding="utf-8"))
    keys = {f"choice.{key}" for key in alternatives(events["event"])}
    assert sorted(keys - load_language(code).keys) == []


# -- limits ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_label_fits_on_a_button(code: str) -> None:
    language = load_language(code)
    labels = ("option.", "choice.", "action.", "seat.", "piece.", "box.", "ui.button.", "ui.select.")
    keys = [key for key in sorted(language.keys) if key.startswith(labels)]
    assert keys
    assert [key for key in keys if len(longest(language, key)) > LABEL_LIMIT] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_description_of_a_command_keeps_to_discords_limit(code: str) -> None:
    language = load_language(code)
    for key in sorted(language.keys):
        if key.startswith("command.") and key != "command.action":
            assert len(language.say(key)) <= DESCRIPTION_LIMIT, key
    for action in ACTIONS:
        sentence = language.say("command.action", action=action.id, seat=list(action.seats))
        assert len(sentence) <= DESCRIPTION_LIMIT, sentence


# -- terms -----------------------------------------------------------------------------------------------------


def read_glossary(game: str = "") -> list[dict[str, str]]:
    """Return the terms of the house and of Gandhi, or those of another game, a row for each."""
    lines = resources.files("texts").joinpath(game, "glossary.csv").read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(lines))


def pattern_of(cell: str, code: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    """Return a pattern for the forms of a term, which are separated by ``|``; ``*`` is any ending."""
    forms = "|".join(re.escape(form.strip()).replace(r"\*", r"\w*") for form in cell.split("|"))
    return re.compile(forms if code in SPACELESS else rf"\b(?:{forms})(?!\w)", flags)


def without_fields(sentence: str) -> str:
    """Return a sentence without its parameters."""
    return re.sub(r"\{[^{}]*\}", "", sentence)


def test_every_term_of_the_glossary_is_used() -> None:
    words = "\n".join(without_fields(sentence) for sentences in english().values() for sentence in sentences)
    for row in read_glossary():
        assert pattern_of(row["en"], DEFAULT, 0).search(words), row["en"]


@pytest.mark.parametrize("code", OTHERS)
def test_a_message_uses_the_terms_of_the_game(code: str) -> None:
    source = english()
    astray = []
    rows = [row for row in read_glossary() if row.get(code)]
    patterns = [(row["en"], pattern_of(row["en"], DEFAULT, 0), pattern_of(row[code], code)) for row in rows]
    assert patterns, f"the glossary has no column for {code}"
    for key, message in messages_of(code).items():
        # Titles of Events are names, which the glossary does not translate.
        if key not in source or key.startswith("card."):
            continue
        original = without_fields(" ".join(source[key]))
        translated = without_fields(" ".join(forms_of(message)))
        astray += [
            f"{key}: {term}" for term, here, there in patterns if here.search(original) and not there.search(translated)
        ]
    assert astray == []


def test_italian_uses_the_word_unita_only_for_unity() -> None:
    source = english()
    for key, message in messages_of("it").items():
        if key in source and re.search(r"\bunità\b", " ".join(forms_of(message)), re.IGNORECASE):
            assert "Unity" in " ".join(source[key]), key


# -- what people see -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", OTHERS)
def test_every_question_option_and_announcement_of_whole_games_has_a_text(
    code: str, caplog: pytest.LogCaptureFixture
) -> None:
    language = load_language(code)
    said: set[tuple[str, tuple[str, ...]]] = set()
    for number, scenario in enumerate(("short", "main")):
        chance = random.Random(number)
        game = Game.new(scenario=scenario, seed=bytes([number]) * 32)
        while (decision := game.decision) is not None:
            texts = [decision.prompt, *(option.text for option in decision.options)]
            texts += [about(option.why, [option.text]) for option in decision.closed() if option.why is not None]
            for one in texts:
                if (shape := (one.key, tuple(map(str, one.params.values())))) not in said:
                    said.add(shape)
                    assert language.say(one)
            game.choose(chance.choice(decision.options).key)
        for step in game.steps:
            assert all(tell(language, step.changes))
    assert [record.getMessage() for record in caplog.records] == []


def test_italian_names_have_the_preposition_that_a_sentence_asks_for() -> None:
    italian = load_language("it")
    assert italian.say("ui.joined", seat="league") == "Hai il posto della Lega Musulmana."
    assert italian.say("ui.joined", seat=["raj", "revolutionaries"]) == "Hai il posto del Raj e dei Rivoluzionari."


def test_an_italian_participle_agrees_with_its_piece() -> None:
    italian = load_language("it")
    assert say(italian, Change("place", piece="troops", count=1), "") == "1 Truppa piazzata"
    assert say(italian, Change("place", piece="troops", count=2), "") == "2 Truppe piazzate"
    assert say(italian, Change("remove", piece="active", count=1), "") == "1 Guerriglia Attiva rimossa"
    assert say(italian, Change("remove", piece="active", count=3), "") == "3 Guerriglieri Attivi rimossi"
    assert italian.say("ask.deploy.count", piece="sepoys", space="delhi") == "Delhi: quanti Sepoy?"


def test_the_effects_of_an_event_are_translated_by_the_catalogue() -> None:
    assert load_language().word("event.40.shaded") == find_names()["event.40.shaded"]
    assert load_language("it").word("event.40.shaded").startswith("La Moderazione sale di 2.")


def test_a_card_corrected_by_its_owner_reads_the_same_in_every_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GANDHI_DATA: a card that an owner corrects reads the same whatever the language, and no other card changes."""
    side = 'text = "Place up to 4 cubes in Punjab."\nsteps = []\n'
    event = f"[[event]]\nnumber = 35\n[event.unshaded]\n{side}[event.shaded]\n{side}"
    (tmp_path / "events.toml").write_text(event, encoding="utf-8")
    order = ["raj", "congress", "league", "revolutionaries"]
    row = f'[[event]]\nnumber = 6\ntitle = "Chauri Chaura, 1922"\norder = {order}\n'
    (tmp_path / "cards.toml").write_text(row, encoding="utf-8")
    usual = {code: load_language(code).word("event.34.shaded") for code in LANGUAGES}
    monkeypatch.setenv("GANDHI_DATA", str(tmp_path))
    load_language.cache_clear()
    try:
        for code in LANGUAGES:
            language = load_language(code)
            assert language.word("event.35.unshaded") == "Place up to 4 cubes in Punjab."
            assert language.word("card.6") == "Chauri Chaura, 1922"
            assert language.word("event.34.shaded") == usual[code]
    finally:
        load_language.cache_clear()


def test_titles_of_events_stay_english_in_italian() -> None:
    italian = load_language("it")
    assert italian.word("card.6") == "Chauri Chaura Massacre"
    assert italian.word("card.72") == "Direct Action Day"


@pytest.mark.parametrize(("locale", "code"), [("it", "it"), ("en-GB", "en"), ("tlh", "en"), ("", "en"), (None, "en")])
def test_a_known_locale_gets_its_language_and_an_unknown_one_english(locale: str | None, code: str) -> None:
    assert choose_language(locale).code == code


@pytest.mark.parametrize("code", OTHERS)
def test_every_language_has_a_name_for_every_language(code: str) -> None:
    assert {f"language.{other}" for other in LANGUAGES} <= load_language(code).keys


def test_typed_words_are_compared_without_accents_and_in_any_script() -> None:
    assert plain("Guarnición") == plain("guarnicion") == "guarnicion"
    assert plain("デリー") != plain("カラチ")
    assert plain("デリー") == plain("ﾃﾞﾘｰ"), "the same in half width"


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_space_is_found_by_its_translated_and_its_english_name(code: str) -> None:
    language = load_language(code)
    for space in tuple(SPACES):
        assert find_space(language, language.word(f"space.{space}"), tuple(SPACES)) == space
        assert find_space(language, find_names()[f"space.{space}"], tuple(SPACES)) == space
    assert find_space(language, "punj", tuple(SPACES)) == "punjab"
    spaces = tuple(SPACES)
    offered = complete(language, "jam", spaces, spaces)
    assert "jammu_and_kashmir" in [find_space(language, sent, spaces) for _, sent in offered]
    with pytest.raises(BadInput):
        find_space(language, "!?", tuple(SPACES))
