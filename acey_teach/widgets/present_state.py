"""What a projector shows beside the table: whether it is on, the class's votes, which odds are revealed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from acey_teach.engine.session import Session
from acey_teach.widgets.votes import Kept, Turn, Votes, keep, kept, turn_of


@dataclass(frozen=True)
class Screen:
    """Presenter mode of the table, and the codes that are handed on."""

    present: bool = False
    sharing: bool = False
    votes: Kept = ()
    shown: tuple[Turn, bool, bool] | None = None  # a turn, whether it is settled, its odds shown or hidden on purpose
    before: tuple[Session, Session] | None = None  # a new deal and the session whose place it took

    def reveals(self, s: Session) -> bool:
        """Whether the odds of this moment are shown: when asked for, and when the outcome has been settled."""
        if s.posts is None:
            return False
        settled = s.outcome is not None
        if self.shown and self.shown[:2] == (turn_of(s), settled):
            return self.shown[2]
        return settled or (self.shown is not None and self.shown[0] == turn_of(s) and self.shown[2])

    def turned(self, s: Session) -> Screen:
        """With the odds of this turn shown if they were hidden, hidden if they were shown."""
        return replace(self, shown=(turn_of(s), s.outcome is not None, not self.reveals(s)))

    def votes_of(self, s: Session) -> Votes:
        """The class's votes for the turn on the table."""
        return kept(self.votes, s)

    def voted(self, s: Session, votes: Votes) -> Screen:
        """With other votes for the turn on the table."""
        return replace(self, votes=keep(self.votes, s, votes))

    def replaced(self, s: Session) -> Session | None:
        """The session that `s`, a new deal at its first decision, took the place of."""
        if self.before and (self.before[0].setup, self.before[0].depth) == (s.setup, s.depth):
            return self.before[1]
        return None
