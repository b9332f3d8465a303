// The queue as a list: what is open, most valuable first, with ticks for work in bulk. Text nodes only.
// What nodes.js defines stands above this.
class Queue {
  constructor(root) {
    this.list = el("ol", "list");
    root.append(this.list);
  }

  update(data, emit) {
    this.emit = emit;
    const written = JSON.stringify([data.rows, data.empty, data.name, data.ticks]);
    this.list.classList.toggle("plain", !data.ticks);
    this.ticks = data.ticks;
    const focused = this.list.getRootNode().activeElement?.dataset?.id;
    this.list.setAttribute("aria-label", data.name);
    if (written !== this.written) {
      this.written = written;
      const top = this.list.scrollTop;
      this.list.replaceChildren(...data.rows.map((row) => this.row(row)));
      if (!data.rows.length) this.list.append(el("li", "empty", data.empty));
      this.list.scrollTop = top;
    }
    this.select(data.selected);
    if (focused) this.buttons().find((node) => node.dataset.id === focused)?.focus({ preventScroll: true });
  }

  buttons() {
    return [...this.list.querySelectorAll(".item")];
  }

  row(row) {
    const line = el("li", "");
    const tick = el("input", "tick");
    Object.assign(tick, { type: "checkbox", checked: row.ticked });
    tick.setAttribute("aria-label", `Tick ${row.title}`);
    tick.onchange = () => this.emit({ ticked: row.id, on: tick.checked });
    const item = el("button", "item");
    item.type = "button";
    item.dataset.id = row.id;
    item.title = row.hint;
    item.tabIndex = -1;
    const first = el("span", "first");
    first.append(el("b", "title", row.title), el("span", "moves", row.moves));
    const second = el("span", "second");
    if (row.flips) second.append(el("span", "mark", "turns"));
    if (row.kind) second.append(el("span", "mark", row.kind));
    if (row.note) second.append(el("span", "mark", row.note));
    second.append(el("span", "claim", row.claim));
    item.append(first, second);
    item.onclick = () => this.emit({ id: row.id });
    item.onkeydown = (event) => this.key(event, item);
    line.append(...(this.ticks ? [tick] : []), item);
    return line;
  }

  key(event, node) {
    const all = this.buttons();
    const at = all.indexOf(node);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = all[Math.max(0, Math.min(all.length - 1, to))];
    node.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  select(id) {
    const moved = id !== this.selected;
    this.selected = id;
    const all = this.buttons();
    let chosen = null;
    for (const node of all) {
      const on = node.dataset.id === id;
      node.parentElement.classList.toggle("selected", on);
      if (on) node.setAttribute("aria-current", "true");
      else node.removeAttribute("aria-current");
      node.tabIndex = -1;
      if (on) chosen = node;
    }
    const entry = chosen || all[0];
    if (entry) entry.tabIndex = 0;
    if (!chosen || !moved) return;
    const { offsetTop, offsetHeight } = chosen.parentElement;
    const above = offsetTop < this.list.scrollTop;
    const below = offsetTop + offsetHeight > this.list.scrollTop + this.list.clientHeight;
    if (above) this.list.scrollTop = offsetTop;
    else if (below) this.list.scrollTop = offsetTop + offsetHeight - this.list.clientHeight;
  }
}

const queues = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".queue");
  if (!queues.has(root)) queues.set(root, new Queue(root));
  queues.get(root).update(data, (sent) => setTriggerValue("picked", { ...sent, at: Date.now() }));
}
