// One panel on the page. Python sends finished HTML; this module patches it in, mounts the charts and sends
// intents back. It holds no words, no rules and no sums. panel.py is the other half and lists the attributes.
const SLOW = 4000;                      // ms without an answer before the page says so
const voices = new Map();               // panel name -> the view that speaks: two views must not say everything twice

// ---- patching: apply what *Python* changed since last time (`prev` to `next`), leave what the person or the browser
//      changed. `live` and `prev` have the same shape, node for node. ----
function patch(live, prev, next, held) {
  if (prev.isEqualNode(next)) return;
  if (live.nodeName !== next.nodeName) { live.replaceWith(next.cloneNode(true)); return; }   // a translator, for instance
  if (next.nodeType !== Node.ELEMENT_NODE) { live.nodeValue = next.nodeValue; return; }
  for (const { name, value } of next.attributes) {
    if (prev.getAttribute(name) === value) continue;
    live.setAttribute(name, value);
    if (name === "value" && "value" in live && !held(live)) live.value = value;
    if (name === "checked" || name === "selected") live[name] = true;
  }
  for (const { name } of prev.attributes) if (!next.hasAttribute(name)) {
    live.removeAttribute(name);
    if (name === "checked" || name === "selected") live[name] = false;
  }
  if (!next.hasAttribute("data-chart")) patchChildren(live, prev, next, held);
}
function patchChildren(live, prev, next, held) {
  if (live.childNodes.length !== prev.childNodes.length) {
    live.replaceChildren(...next.cloneNode(true).childNodes);
    return;
  }
  const was = [...prev.childNodes], now = [...next.childNodes], nodes = [...live.childNodes];
  while (was.length && now.length && was.at(-1).isEqualNode(now.at(-1))) { was.pop(); now.pop(); }   // a list may grow at its top
  const old = was.map((w, i) => ({ node: nodes[i], was: w })), end = nodes[was.length] ?? null;
  const byId = new Map(old.filter((o) => o.was.id).map((o) => [o.was.id, o]));
  const wanted = new Set(now.map((n) => n.id)), used = new Set();
  const passed = (o) => o && (used.has(o) || (o.was.id && !wanted.has(o.was.id)));
  let at = 0;
  for (const n of now) {
    while (passed(old[at])) at++;
    const o = n.id ? byId.get(n.id) : old[at]?.was.id ? null : old[at], place = old[at]?.node ?? end;
    if (!o || used.has(o) || o.was.nodeName !== n.nodeName) { live.insertBefore(n.cloneNode(true), place); continue; }
    if (o !== old[at]) (live.moveBefore ?? live.insertBefore).call(live, o.node, place);   // moveBefore keeps focus and transitions
    used.add(o);
    patch(o.node, o.was, n, held);
  }
  for (const o of old) if (!used.has(o)) o.node.remove();
}

// ---- charts: the library comes from IndexedDB, else the kernel is asked for it, once a page ----
function store(mode, work) {             // not CacheStorage: that one is missing on plain http over a LAN
  return new Promise((resolve) => {
    const open = indexedDB.open("acey-teach", 1);
    open.onupgradeneeded = () => open.result.createObjectStore("files");
    open.onerror = open.onblocked = () => resolve(undefined);
    open.onsuccess = () => {
      const tx = open.result.transaction("files", mode), request = work(tx.objectStore("files"));
      tx.oncomplete = () => { resolve(request.result); open.result.close(); };
      tx.onerror = tx.onabort = () => { resolve(undefined); open.result.close(); };
    };
  });
}
function askForLibrary(model) {
  return new Promise((resolve, reject) => {
    const bytes = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const hear = (msg) => { if (msg.kind === "chart-library") end(() => resolve(bytes(msg.data))); };
    const timer = setTimeout(() => end(() => reject(new Error("no chart library came"))), 30000);
    const end = (then) => { clearTimeout(timer); model.off("msg:custom", hear); then(); };
    model.on("msg:custom", hear);
    model.send({ kind: "want-chart-library" });
  });
}
function loadLibrary(model) {
  const key = "chart-" + model.get("chart_hash");
  return (globalThis[Symbol.for("acey-teach:" + key)] ??= (async () => {
    let blob = await store("readonly", (s) => s.get(key)).catch(() => undefined);
    if (!blob) {
      const plain = new Blob([await askForLibrary(model)]).stream().pipeThrough(new DecompressionStream("gzip"));
      blob = new Blob([await new Response(plain).arrayBuffer()], { type: "text/javascript" });
      store("readwrite", (s) => { s.clear(); return s.put(blob, key); }).catch(() => {});
    }
    const url = URL.createObjectURL(blob);
    try { return (await import(url)).mount; } finally { URL.revokeObjectURL(url); }
  })());
}
function chartKeeper(model, body) {
  const mounted = new Map();             // slot element -> { view, rows }
  let queue = Promise.resolve(), failed = false;
  async function draw() {
    for (const [slot, m] of mounted) if (!slot.isConnected) { m.view.finalize(); mounted.delete(slot); }
    for (const slot of body.querySelectorAll("[data-chart]")) {
      const name = slot.dataset.chart, rows = model.get("charts")[name], spec = model.get("specs")[name];
      let m = mounted.get(slot);
      if (!spec || rows === undefined || m?.rows === rows) continue;
      if (failed) { withoutChart(slot); continue; }
      if (m) {
        await m.view.change(name, m.view.changeset().remove(() => true).insert(JSON.parse(rows))).runAsync();
      } else {
        const mount = await loadLibrary(model), box = document.createElement("div"), parsed = JSON.parse(spec);
        box.className = "k-vega";
        slot.replaceChildren(box);
        parsed.data.find((d) => d.name === name).values = JSON.parse(rows);   // an empty first draw loses its axes
        mounted.set(slot, m = { view: await mount(parsed, box) });
      }
      m.rows = rows;
      slot.dataset.drawn = model.get("number");
    }
  }
  function withoutChart(slot) {          // the table next to it says the same: open it
    if (slot.dataset.drawn === "no") return;
    slot.dataset.drawn = "no";
    slot.textContent = model.get("notices").tables;
    slot.parentElement?.querySelector("details")?.setAttribute("open", "");
  }
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return {                               // the page first, the charts a frame later
    draw: () => (queue = queue.then(painted).then(draw).catch((error) => {
      console.warn("acey-teach: tables instead of charts:", error);
      failed = true;
      return draw();
    })),
    end: () => mounted.forEach((m) => m.view.finalize()),
  };
}

// ---- anywidget gives a module 2 s. On a slow machine it takes longer: then the panel is shown, but its model waits for
//      a promise that was broken and drops all that Python sends. It hears as other widgets do, and asks what it missed. ----
function initialize({ model }) {
  model.on("change:hears", async (whole) => {                      // what Backbone hands over is the model itself
    const plain = Object.getPrototypeOf(whole.constructor.prototype)._handle_comm_msg;
    try { await whole._handle_comm_msg({ content: { data: {} } }); } catch {
      whole.comm.on_msg(plain.bind(whole));
      whole.comm.send({ method: "request_state" });
    }
  });
  model.set("hears", true);
}

// ---- the panel ----
function render({ model, el, signal }) {
  const uid = "p" + Math.random().toString(36).slice(2, 8) + "-";   // two views of one panel must not share ids
  const add = (cls) => el.appendChild(Object.assign(document.createElement("div"), { className: cls }));
  el.classList.add("kit");
  el.tabIndex = -1;                      // a click anywhere brings the focus in, and with it the keys
  const notice = add("k-notice"), body = add("k-body"), live = add("k-vh");
  live.setAttribute("role", "status");
  const charts = chartKeeper(model, body), name = el.dataset.panel = model.get("name");
  const on = (type, fn, target = el, capture = false) => target.addEventListener(type, fn, { signal, capture });

  // -- speaking --
  let told = "", noticed = "";
  function speaks() {
    if (!voices.get(name)?.isConnected) voices.set(name, el);
    return voices.get(name) === el;
  }
  for (const used of ["focusin", "pointerdown"]) on(used, () => voices.set(name, el));
  function speak(tag) {                  // the page around the panel follows, when the person changes the language here
    const first = !el.lang;
    el.lang = tag;
    if (!first) document.dispatchEvent(new CustomEvent("acey-teach:lang", { detail: tag }));
  }
  function say(text) { live.textContent = speaks() ? text : ""; }
  function tell(again = false) {
    const words = model.get("notices"), now = trouble();
    const text = (now ? words[now] : model.get("notice")).replaceAll("{code}", model.get("code"));
    if (text === noticed && !(again && text)) return;
    noticed = text;
    notice.setAttribute("role", speaks() ? "alert" : "none");
    notice.replaceChildren(...(text ? [Object.assign(document.createElement("span"), { textContent: text })] : []));
    if (now === "dead") {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "k-btn is-main" });
      button.dataset.reload = "";
      button.textContent = words.reload;
      notice.append(button);
    }
    if (text) notice.scrollIntoView({ block: "nearest" });
  }

  // -- painting --
  let html = "", content = document.createDocumentFragment();      // what Python sent last, as text and as nodes
  let painted = null, pressed = null, begun;
  const textual = (e) => e.matches("textarea, select, input:not([type=range],[type=checkbox],[type=radio],[type=button],[type=submit]), [contenteditable]");
  function paint() {
    const number = model.get("number"), stepped = number !== painted, focused = document.activeElement;
    const inside = body.contains(focused);
    // a value the person is changing right now is theirs; after a step it is Python's again
    const held = (e) => e === pressed || waiting.has(e.id) || busy(e.id) || (!stepped && e === focused && textual(e));
    const next = document.createElement("template");
    if (model.get("html") !== html) {
      next.innerHTML = (html = model.get("html")).replaceAll("{{v}}", uid);
      patchChildren(body, content, next.content, held);
      content = next.content;
    }
    for (const b of body.querySelectorAll("[data-done]")) delete b.dataset.done;
    if (stepped) for (const c of body.querySelectorAll("input[data-live]")) if (!held(c)) c.value = c.getAttribute("value") ?? "";
    if (inside && document.activeElement !== focused) focusOn(focused);
    if (model.get("says") !== told) say(told = model.get("says"));
    if (el.lang !== model.get("lang")) speak(model.get("lang"));
    const large = model.get("look") === "present";
    if (large !== el.classList.contains("is-present"))   // the page around it is told by a class: `:has` would cost every repaint
      for (const [of, cls] of [[el, "is-present"], [document.documentElement, "is-presenting"]]) of.classList.toggle(cls, large);
    for (const a of body.querySelectorAll("a[data-link]")) if (online) { a.href = a.textContent = shared(a.dataset.link); a.hidden = false; }
    for (const b of body.querySelectorAll("[data-copy-link]")) b.hidden = !online;
    const top = body.querySelector("[data-top]"), place = top?.dataset.top;
    if (painted !== null && place !== begun && top?.getBoundingClientRect().top < 0) top.scrollIntoView({ block: "start" });
    begun = place;
    el.dataset.state = painted = number;
    remember(model.get("keep"));
    tell();
    charts.draw();
    onward();
  }
  function focusOn(lost) {
    for (const c of [lost, body.querySelector("[data-focus]"), body.querySelector('.is-main:not([aria-disabled="true"])'), el]) {
      if (c?.isConnected) c.focus({ preventScroll: true });
      if (c && document.activeElement === c) return;
    }
  }

  // -- what survives a reload of the page: the code, by path and panel (not by query: that is language and code) --
  // on a shelf it stays after the tab is closed, and is the same for every page that names the shelf
  const shelf = model.get("shelf"), memory = shelf ? `acey-teach:${shelf}` : `acey-teach:${location.pathname}:${name}`;
  const storage = () => (shelf ? localStorage : sessionStorage);
  let kept = false;                      // an empty code from a fresh panel must not overwrite the saved one
  function remember(code) {
    try {
      if (code) { storage().setItem(memory, code); kept = true; } else if (kept) storage().removeItem(memory);
    } catch { /* private mode */ }
  }
  function recall() { try { return storage().getItem(memory); } catch { return null; } }

  // -- a run: while there is [data-onward], the page asks for its next slice when it has drawn the last one. So a slow
  //    page gets fewer, a hidden one none, and what the person presses is answered between two of them. --
  let run = null;                        // what the page showed when the last slice was asked for: no news, no next one
  function onward() {
    if (!body.querySelector("[data-onward]")) run = null;
    else if (html !== run && !busy("onward")) charts.draw().then(() => {
      const next = body.querySelector("[data-onward]")?.dataset.onward;
      if (!next || html === run || busy("onward") || signal.aborted) return;
      run = html;
      post({ kind: "intent", intent: next, at: model.get("number"), values: {} }, "onward");
    });
  }

  // -- sending, and whether anybody answers --
  const flight = new Map();              // message id -> { timer, control }: sent, not yet answered
  const waiting = new Map();             // control id -> control: its latest value goes when the earlier one is answered
  const busy = (control) => control && [...flight.values()].some((f) => f.control === control);
  let serial = 0, late = false, lost = false;
  function post(message, control) {
    if (lost) { tell(true); return; }
    if (message.kind !== "ping") unprinted = false;
    const id = uid + ++serial;
    flight.set(id, { control, spoken: message.kind === "intent" && control !== "onward", timer: setTimeout(() => { late = true; tell(); }, SLOW) });
    try { model.send({ ...message, id }); } catch { gone(); }
  }
  function answered({ kind, id, html }) {
    const f = flight.get(id);
    if (kind === "paper" && f) print(html);       // every view of the panel hears it: the one that asked prints
    if (kind !== "done" || !f) return;
    clearTimeout(f.timer);
    flight.delete(id);
    late = false;
    tell(f.spoken);
    const next = waiting.get(f.control);
    waiting.delete(f.control);
    if (next) sendLive(next);
    onward();
  }
  function values(own) {                 // all fields of its form, the control by its own name and as "value"
    const form = own.closest("form"), out = {};
    if (form) for (const [k, v] of new FormData(form)) out[k] = String(v);
    if (own === form) return out;
    const value = own.type === "checkbox" ? String(own.checked) : own.type === "file" ? files.get(own) : own.value;
    for (const k of [own.name, "value"]) if (k) out[k] = value;
    return out;
  }
  function send(own, intent, control) {
    if (own.getAttribute("aria-disabled") !== "true")
      post({ kind: "intent", intent, at: model.get("number"), values: values(own) }, control);
  }
  function sendLive(c) { busy(c.id) ? waiting.set(c.id, c) : send(c, c.dataset.intent, c.id); }
  function sendStep(own, intent = own.dataset.intent) {
    for (const c of waiting.values()) send(c, c.dataset.intent, c.id);   // in the order the person did it
    waiting.clear();
    send(own, intent);
  }
  on("submit", (e) => {
    e.preventDefault();
    const own = e.submitter ?? e.target, intent = own.dataset.intent ?? e.target.dataset.intent;
    if (intent) sendStep(own, intent);
  });
  on("click", (e) => {
    const b = e.target.closest("button");
    if (!b || (b.form && b.type === "submit")) return;             // its form sends
    if ("reload" in b.dataset) reload();
    else if ("copy" in b.dataset || "copyLink" in b.dataset) copy(b);
    else if ("paper" in b.dataset) askForPaper(b);
    else if ("intent" in b.dataset) sendStep(b);
  });
  on("keydown", (e) => {                 // arrow keys lead from one place of a board to the nearest in that direction
    const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key] ?? [0, 0];
    const group = e.target.closest("[data-rove]") ?? (e.target === el || e.target.matches("button") ? body.querySelector("[data-rove]") : null);
    const places = group?.children ?? [];
    if (!(x || y) || e.ctrlKey || e.altKey || e.metaKey || e.shiftKey || !places.length) return;
    if (!group.contains(e.target)) {     // from elsewhere in the panel they lead onto the board
      e.preventDefault();
      group.querySelector('[tabindex="0"], :not([tabindex])').focus();
      return;
    }
    const middle = (b) => { const r = b.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
    const [fromX, fromY] = middle(e.target);
    let best = null, least = Infinity;
    for (const b of places) {
      const [toX, toY] = middle(b), on = (toX - fromX) * x + (toY - fromY) * y, off = Math.abs((toX - fromX) * y + (toY - fromY) * x);
      if (b !== e.target && on > 4 && on + 3 * off < least) [best, least] = [b, on + 3 * off];
    }
    e.preventDefault();
    best?.focus();
  });
  const field = (e, live) => e.target.matches("[data-intent]:is(input, select, textarea)") && e.target.hasAttribute("data-live") === live;
  const files = new WeakMap();           // a field for a file -> the beginning of its text
  on("change", async ({ target }) => {
    if (!field({ target }, false)) return;
    if (target.type === "file") {
      if (!target.files.length) return;
      files.set(target, await target.files[0].slice(0, 8000).text().catch(() => ""));
      target.value = "";                 // the same one can be chosen again
    }
    sendStep(target);
  });
  on("input", (e) => { if (field(e, true)) sendLive(e.target); });
  on("pointerdown", (e) => { pressed = e.target; });
  on("mousedown", (e) => { if (e.target.closest('button[tabindex="-1"]')) e.preventDefault(); });   // the next space goes on, not into it again
  for (const end of ["pointerup", "pointercancel"]) on(end, () => { pressed = null; }, window);
  // -- printing: Python sends a whole document, which a frame of its own prints; both stay out of the page's way --
  let unprinted = false;
  function askForPaper(button) {
    if (button.getAttribute("aria-disabled") !== "true") post({ kind: "paper", paper: button.dataset.paper });
  }
  function print(html) {
    const frame = document.createElement("iframe"), back = document.activeElement;
    const failed = () => { unprinted = true; frame.remove(); tell(true); };
    const done = () => { frame.remove(); if (document.activeElement === document.body) back?.focus({ preventScroll: true }); };
    frame.className = "k-frame";
    frame.setAttribute("aria-hidden", "true");
    frame.tabIndex = -1;
    frame.srcdoc = html;
    frame.onload = () => {
      try {
        frame.contentWindow.addEventListener("afterprint", () => setTimeout(done));   // not within the event
        frame.contentWindow.focus();     // some browsers print the window that has the focus
        frame.contentWindow.print();
      } catch { failed(); }
    };
    frame.onerror = failed;
    document.querySelectorAll("iframe.k-frame").forEach((old) => old.remove());
    document.body.append(frame);
  }
  async function copy(button) {
    const text = button.dataset.copy ?? shared(button.dataset.copyLink);
    try { await navigator.clipboard.writeText(text); } catch {     // plain http has no clipboard
      const area = el.appendChild(Object.assign(document.createElement("textarea"), { value: text, className: "k-vh" }));
      area.select();
      const copied = document.execCommand("copy");
      area.remove();
      button.focus({ preventScroll: true });
      if (!copied) { prompt("", text); return; }
    }
    button.dataset.done = "";
    say(button.dataset.copied ?? "");
  }
  const online = "voila" in document.body.dataset;                 // elsewhere the page's address opens nothing for others
  function shared(code) {                // the address at which everybody gets this deal, each on a page of the usual size
    const url = new URL(location.href);
    url.searchParams.set("code", code);
    url.searchParams.delete("present");
    return url.href;
  }
  function reload() {
    const url = new URL(location.href);
    if (model.get("code")) url.searchParams.set("code", model.get("code"));   // a page may hold panels without one
    location.assign(url);
  }

  // -- keys, while the focus is in the panel --
  function press(e) {
    if ("leave" in e.target.dataset && (e.target.dataset.leave || "Enter Escape").split(" ").includes(e.key)) { e.preventDefault(); el.focus({ preventScroll: true }); return; }
    if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || textual(e.target)) return;
    const key = e.key === " " ? "space" : e.key.toLowerCase();
    if (["enter", "space"].includes(key) && e.target.closest("button, a, summary, input, label")) return;   // presses that one
    const b = [...body.querySelectorAll("[data-key]")].find((x) =>
      x.dataset.key.toLowerCase().split(" ").includes(key) && x.getAttribute("aria-disabled") !== "true" && x.getClientRects().length);
    if (!b) return;
    e.preventDefault();
    if (textual(b)) { b.focus({ preventScroll: true }); b.select(); } else if (!e.repeat || b.hasAttribute("data-live")) b.click();
  }
  on("keydown", press);
  // on a projector, and where the app wants it, keys work without a click into the page first, and after the page has
  // moved the panel
  const atOnce = () => model.get("look") === "present" || (online && model.get("at_once"));
  on("keydown", (e) => {
    if (!atOnce() || document.activeElement !== document.body) return;
    el.focus({ preventScroll: true });
    press(e);
  }, document);
  // JupyterLab reads keys at `document` in the capture phase, so stopPropagation here comes too late. Lumino stops at an
  // element with this attribute on its way up, but matches the target first: so it goes on the target itself, for this
  // one key. Ctrl/Cmd combinations (save) stay with JupyterLab.
  let muted = null;
  on("keydown", (e) => {
    muted?.removeAttribute("data-lm-suppress-shortcuts");
    muted = el.contains(e.target) && !e.ctrlKey && !e.metaKey ? e.target : null;
    muted?.setAttribute("data-lm-suppress-shortcuts", "");
  }, window, true);

  // -- is anybody there? Signals where the manager has them (undocumented: hence `?.`), and one ping when the page wakes
  //    up. No heartbeat: it would keep every kernel from being culled. --
  const kernel = model.widget_manager?.kernel, signals = ["statusChanged", "connectionStatusChanged", "disposed"];
  function trouble() {                   // the name of a sentence in `notices`, or ""
    const dead = "voila" in document.body.dataset ? "dead" : "rerun", line = kernel?.connectionStatus;
    return lost || line === "disconnected" ? dead : line === "connecting" && painted !== null ? "away" : late ? "slow" : unprinted ? "unprinted" : "";
  }
  function look() {                      // a restarted kernel is alive, but this panel's Python half is gone for good
    lost ||= kernel.isDisposed || ["dead", "terminating", "restarting", "autorestarting"].includes(kernel.status);
    tell();
  }
  function gone() { lost = true; tell(); }
  const ping = () => post({ kind: "ping" });
  for (const s of signals) kernel?.[s]?.connect(look);
  model.on("comm_live_update", gone);
  on("visibilitychange", () => { if (!document.hidden) ping(); }, document);
  on("online", ping, window);

  model.on("change", paint);
  model.on("msg:custom", answered);
  const code = recall();
  paint();
  if (atOnce() && document.activeElement === document.body) el.focus({ preventScroll: true });
  post({ kind: "hello", code });
  return () => {
    for (const s of signals) kernel?.[s]?.disconnect(look);
    flight.forEach((f) => clearTimeout(f.timer));
    charts.end();
  };
}
export default { initialize, render };
