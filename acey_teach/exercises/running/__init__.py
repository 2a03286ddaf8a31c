"""A student's program in a process of its own, the clean process that judges it, and what passes between them."""
