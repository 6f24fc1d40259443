"""The sentences, one PO file for each language."""
