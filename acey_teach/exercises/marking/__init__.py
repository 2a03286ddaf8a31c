"""For teachers: a folder of notebooks graded, a course for nbgrader, and the solutions."""
