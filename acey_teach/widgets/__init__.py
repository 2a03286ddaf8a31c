"""What a person sees and touches: scenes drawn as HTML, and the one widget that carries a page."""
