"""Standing orders: what a seat answers when it is asked, as its player has said beforehand."""
