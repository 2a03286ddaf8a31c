"""The page of the board game: its board, its throw, its words."""
