"""The pictures of Gandhi: the map, its boxes, cards, sheets and recaps."""
