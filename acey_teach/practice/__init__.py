"""What a learner answers: read as people write it, scored, and told which wrong idea gives the same number."""
