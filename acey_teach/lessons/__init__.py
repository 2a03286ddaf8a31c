"""The lessons: for each its steps (predict, reveal, why), a corner to break the rules in, and quick checks.

A lesson's module holds its content as functions of a `Deal` (everything drawn from a seed) and a translator. What they
say and what is right is computed from sessions of the engine, so no number in a lesson is typed.
"""
