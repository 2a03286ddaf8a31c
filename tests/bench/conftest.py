"""Benchmarks are not tests: pytest leaves this folder alone."""

collect_ignore_glob = ["*"]
