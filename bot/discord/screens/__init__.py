"""What a person sees privately when they ask: the board, the cards, the rules, finished games."""
