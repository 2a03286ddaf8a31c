"""What an exercise notebook calls. Each cell is whole in itself, so cells may be moved, split, copied and run again.

Nothing is loaded before it is used: the processes that judge answers and run students' programs import this package.
"""
