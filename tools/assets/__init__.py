"""Programs that make committed data of pictures: the map, fonts, palettes."""
