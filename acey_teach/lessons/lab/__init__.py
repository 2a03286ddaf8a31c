"""Lesson 9, the strategy lab: what its notebook calls."""
