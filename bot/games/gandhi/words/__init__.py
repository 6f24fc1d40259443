"""The words of Gandhi: its Changes, its views and its questions as sentences, from the catalogues."""
