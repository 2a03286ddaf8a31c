"""What a person sees and touches: scenes drawn as HTML, and the one widget that carries a page."""

STYLED = "ACEY_TEACH_STYLED"
"""In a kernel's environment: every page has `kit.css` already, a panel need not bring it."""
