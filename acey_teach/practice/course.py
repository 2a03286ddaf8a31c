"""The exercises of the notebooks in their order: which question each one asks.

A question is a kind and a seed, so it is the same for everybody and in every language. The seeds are chosen: each shows
a case of its own, from the easy ones on. Programs (7.1 to 10.2) are no questions: see `acey_teach.exercises.tasks`.
"""

from __future__ import annotations

from collections.abc import Mapping

EXERCISES: Mapping[str, tuple[str, str]] = {
    "1.1": ("classify", "1e1n117"),
    "1.2": ("classify", "1e2n2"),
    "1.3": ("classify", "1e3n378"),
    "1.4": ("classify", "1e4n1"),
    "1.5": ("between", "1e5n11"),
    "1.6": ("between", "1e6n21"),
    "1.7": ("between", "1e7n40"),
    "1.8": ("between", "1e8n76"),
    "2.1": ("unseen", "2e1"),
    "2.2": ("unseen", "2e2n28"),
    "2.3": ("count", "2e3n98"),
    "2.4": ("count", "2e4n3"),
    "2.5": ("count", "2e5n48"),
    "2.6": ("chance", "2e6n31"),
    "2.7": ("chance", "2e7n11"),
    "2.8": ("chance", "2e8n13"),
    "3.1": ("count", "3e1"),
    "3.2": ("count", "3e2n39"),
    "3.3": ("chance", "3e3n28"),
    "3.4": ("one-more", "3e4n2"),
    "3.5": ("one-more", "3e5n17"),
    "3.6": ("past", "3e6n3"),
    "3.7": ("past", "3e7n10"),
    "4.1": ("value", "4e1n13"),
    "4.2": ("value", "4e2n2"),
    "4.3": ("value", "4e3n4"),
    "4.4": ("decide", "4e4n3"),
    "4.5": ("decide", "4e5n2"),
    "4.6": ("decide", "4e6n4"),
    "4.7": ("break-even", "4e7n4"),
    "4.8": ("break-even", "4e8n1"),
    "5.1": ("limit", "5e1n7"),
    "5.2": ("limit", "5e2"),
    "5.3": ("limit", "5e3"),
    "5.4": ("limit", "5e4n25"),
    "5.5": ("settle", "5e5n2"),
    "5.6": ("settle", "5e6n7"),
    "5.7": ("settle", "5e7n3"),
    "5.8": ("settle", "5e8"),
    "6.1": ("end", "6e1n11"),
    "6.2": ("end", "6e2n2"),
    "6.3": ("end", "6e3n13"),
    "6.4": ("share", "6e4"),
    "6.5": ("share", "6e5n1"),
    "6.6": ("winner", "6e6n6"),
    "6.7": ("winner", "6e7"),
}
"""Id -> kind and seed of a question. An id is the number of the notebook and the place in it."""
CHAPTERS = (
    ("01-inside-outside-post", "Inside, outside, on a post"),
    ("02-counting", "Counting without replacement"),
    ("03-seen-cards", "What seen cards change"),
    ("04-expected-value", "Expected value and break-even"),
    ("05-ledger", "The ledger"),
    ("06-ending", "Ending a session"),
    ("07-write-it", "Write it yourself"),
    ("08-bug-museum", "The bug museum"),
    ("09-strategy", "A strategy of your own"),
    ("10-chart", "A chart of your own"),
)
"""The notebooks, from the first: name and English title, which is translated where the notebook is."""
