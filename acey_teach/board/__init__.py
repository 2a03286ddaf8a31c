"""The other Acey-deucey: the European board game (RULES part C), which shares only its name with the card game."""
