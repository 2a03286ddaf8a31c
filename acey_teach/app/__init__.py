"""The kit as an app: which notebooks there are, the pages around them, the server."""
