"""Sitting at one of the kit's pages: what the person does there, and what Python then holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect


@dataclass
class Seat:
    """A page with a panel in it, and the kernel behind it."""

    page: Page
    kernel: Callable[[Page], Any]
    name: str = "table"

    @property
    def root(self) -> str:
        """Where the panel is, among several of a page."""
        return f".kit[data-panel='{self.name}']"

    def value(self, expression: str) -> Any:
        """What `expression` is in Python, where `panel` is the panel of the page and `state` its state."""
        find = f"__import__('acey_teach.widgets.panel', fromlist=['Panel']).Panel._open[{self.name!r}]"
        return self.kernel(self.page).value(f"(lambda panel: (lambda state: {expression})(panel.state))({find})")

    def run(self, code: str) -> None:
        """Execute statements there."""
        self.kernel(self.page).run(code)

    def show(self, code: str = "", **fields: object) -> None:
        """Put the page into a state: a session's code, and other fields of the state."""
        changes = "".join(f", {key}={value!r}" for key, value in fields.items())
        session = ", session=__import__('acey_teach').parse(" + repr(code) + ")" if code else ""
        number = self.number
        self.value(f"panel.show(__import__('dataclasses').replace(state{session}{changes}))")
        self.stepped(number)

    @property
    def number(self) -> int:
        """The number of the state the page shows."""
        return int(self.page.locator(self.root).get_attribute("data-state") or 0)

    def stepped(self, before: int, steps: int = 1) -> None:
        """Wait until the page shows the state after the one numbered `before`."""
        expect(self.page.locator(f"{self.root}[data-state='{before + steps}']")).to_be_attached()

    def button(self, name: str) -> Locator:
        """A button by its whole name, without the key it shows."""
        return self.page.get_by_role("button", name=name, exact=True)

    def click(self, name: str) -> None:
        """Click a button, and wait for what it did."""
        before = self.number
        self.button(name).click()
        self.stepped(before)

    def press(self, key: str) -> None:
        """Press a key, and wait for what it did."""
        before = self.number
        self.page.keyboard.press(key)
        self.stepped(before)

    def tab_to(self, ident: str, most: int = 80) -> None:
        """Press Tab until the control with this id (without the prefix of the view) has the focus."""
        for _ in range(most):
            if self.focus == ident:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {ident}")

    @property
    def focus(self) -> str:
        """The id of what has the focus, without the prefix of the view."""
        return str(self.page.evaluate("document.activeElement?.id.replace(/^p[0-9a-z]+-/, '') ?? ''"))

    @property
    def code(self) -> str:
        """The session code on the page."""
        return self.page.locator("[id$='-code'].k-code").inner_text()

    @property
    def question(self) -> Locator:
        """The heading of the moment."""
        return self.page.locator(f"{self.root} [id$='-question']")

    def charts_drawn(self) -> list[str]:
        """Wait until every chart of the page is drawn; their names."""
        self.page.wait_for_function(
            "[...document.querySelectorAll('[data-chart]')].every((e) => e.dataset.drawn && e.querySelector('svg'))"
        )
        names: list[str] = self.page.eval_on_selector_all("[data-chart]", "all => all.map((e) => e.dataset.chart)")
        return names

    def fits(self, width: int, height: int = 800) -> None:
        """At this size nothing has to be scrolled sideways."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function("innerWidth === " + str(width))
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{wide} px wide in a window of {width}: {self.page.evaluate(WIDE, width)}"


WIDE = """(width) => [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > width + 1)
    .slice(0, 5).map((e) => e.tagName + '.' + e.className + '#' + e.id)"""
