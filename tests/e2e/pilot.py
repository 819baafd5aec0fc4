"""A page that remembers what it was told, and whose line can be held or cut."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import BrowserContext, Page

LISTEN: Final = """(() => {
    const Line = WebSocket;
    window.pilot = { update: null, told: null, line: null, held: false, cut: false };
    const changed = (value, change) => {
        if (Array.isArray(change) && change.length === 1) return change[0];
        if (Array.isArray(change)) return value.toSpliced(change[0], change[1], ...change[2]);
        const copy = Array.isArray(value) ? [...value] : { ...value };
        for (const [at, one] of Object.entries(change)) copy[at] = changed(copy[at], one);
        return copy;
    };
    const hear = (message) => {
        if (message.type === 'update') pilot.told = message;
        else if (message.type === 'changed') pilot.told = changed(pilot.told, message.change);
        else return;
        pilot.update = pilot.told;
    };
    window.WebSocket = class extends Line {
        constructor(...given) {
            super(...given);
            pilot.line = this;
            this.addEventListener('message', (event) => {
                if (pilot.cut) return event.stopImmediatePropagation();
                JSON.parse(event.data).forEach(hear);
            });
            if (pilot.cut) super.close();
        }
        send(text) {
            if (!pilot.cut && !(pilot.held && text.includes('"play"'))) super.send(text);
        }
        close() {
            if (!pilot.cut) super.close();
        }
    };
})()"""
"""`held`: the page's answers go nowhere; `cut`: nothing goes or comes, not even a goodbye."""

WANTED: Final = """() => {
    const { update } = window.pilot;
    if (!update || !document.querySelector('.board, #result')) return null;
    if (update.seen.phase === 'over') return update;
    return update.legal.length && !update.obvious && !update.complete ? update : null;
}"""


def listen_in(context: BrowserContext) -> None:
    """Pages of this context remember what was told them last."""
    context.add_init_script(LISTEN)


def wanted(page: Page) -> dict[str, Any]:
    """What the page was told when its seat is asked, or when the match is over."""
    told: dict[str, Any] = page.wait_for_function(WANTED, polling=50).json_value()
    return told
