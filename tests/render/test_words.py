"""The words of pictures: what messages say as well is once, in the catalogue."""

from __future__ import annotations

import pytest

from engine.gandhi.ids import FACTION_OF, LEVEL_NAMES, SEATS
from render.gandhi.captions import piece_name
from render.labels import LANGUAGES, SHARED, labels_for, read_words
from texts import read_names


def test_a_separate_text_for_pictures_differs_from_the_message_text_in_some_language() -> None:
    own = {language: read_words(language) for language in LANGUAGES}
    vocabularies = tuple(sorted({key.partition(".")[0] for key in own["en"]}))
    said = {language: read_names(language, vocabularies) for language in LANGUAGES}
    twice = [key for key in own["en"] if all(said[code].get(key) == own[code][key] for code in LANGUAGES)]
    assert twice == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_names_factions_levels_and_pieces_as_messages_do(language: str) -> None:
    labels, names = labels_for(language), read_names(language, SHARED)
    keys = [*(f"seat.{seat}" for seat in SEATS), *(f"level.{level}" for level in LEVEL_NAMES.values())]
    assert [labels[key] for key in keys] == [names[key] for key in keys]
    for piece in FACTION_OF.keys() - {"underground"}:
        for count, form in ((1, "one"), (2, "many")):
            wanted = names.get(f"piece.{piece}.{form}", names.get(f"piece.{piece}"))
            assert piece_name(piece, count, labels) == wanted
