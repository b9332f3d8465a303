// A real HTML table: text nodes only, rows reachable by arrow keys, one selection shared with Python.
const LINK = /^(?:claim|answers|citations|lineage|sources)\?[\w.~%=&-]*$/;

function cell(column, [words, , colour, hint], href) {
  const node = document.createElement("td");
  node.className = column.kind;
  const text = document.createElement(column.kind === "word" && colour ? "b" : "span");
  text.dir = "auto";
  text.textContent = words;
  if (column.kind === "chip") {
    if (colour) text.style.background = colour;
    else text.className = "none";
  } else if (colour) {
    text.className = colour;
  }
  if (hint || words.length > 12) node.title = hint || words;
  if (href && LINK.test(href)) {
    const link = document.createElement("a");
    link.href = href;
    link.tabIndex = -1;
    link.append(text);
    node.append(link);
  } else {
    node.append(text);
  }
  return node;
}

function compare(a, b) {
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : 1;
  if (b === null || b === undefined) return -1;
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}

function ordered(rows, sort) {
  if (!sort) return rows;
  const value = (row) => row.cells[sort.column][1] ?? row.cells[sort.column][0];
  return [...rows].sort((a, b) => sort.sign * compare(value(a), value(b)));
}

class Table {
  constructor(root) {
    this.root = root;
    this.sort = null;
    this.selected = null;
    this.ticks = [];
  }

  update(data, emit) {
    const written = JSON.stringify([data.name, data.columns, data.rows, data.height, data.pick, data.ticks]);
    this.emit = emit;
    if (written !== this.written) {
      this.written = written;
      this.data = data;
      this.draw();
    }
    this.tick(data.ticked || []);
    this.select(data.selected, true);
  }

  draw() {
    const { data } = this;
    const top = this.frame ? this.frame.scrollTop : 0;
    const focused = this.root.getRootNode().activeElement?.dataset?.id;
    this.frame = document.createElement("div");
    this.frame.className = "frame";
    if (data.height) this.frame.style.maxHeight = `${data.height}px`;
    if (!data.rows.length) {
      const empty = document.createElement("div");
      empty.className = "empty";
      empty.textContent = data.empty;
      this.frame.append(empty);
    } else {
      this.frame.append(this.table());
    }
    this.root.replaceChildren(this.frame);
    this.frame.scrollTop = top;
    if (focused !== undefined) this.line(focused)?.focus({ preventScroll: true });
  }

  table() {
    const { data } = this;
    const table = document.createElement("table");
    const caption = document.createElement("caption");
    caption.textContent = data.name;
    const group = document.createElement("colgroup");
    const whole = data.columns.reduce((sum, column) => sum + column.width, 0);
    if (data.ticks) {
      const col = document.createElement("col");
      col.style.width = "1.9rem";
      group.append(col);
    }
    for (const column of data.columns) {
      const col = document.createElement("col");
      col.style.width = `${(100 * column.width) / whole}%`;
      group.append(col);
    }
    table.style.minWidth = `${Math.min(0.72 * whole, 60)}rem`;
    const head = document.createElement("thead");
    const names = document.createElement("tr");
    if (data.ticks) names.append(this.tickAll());
    names.append(...data.columns.map((column, number) => this.heading(column, number)));
    head.append(names);
    this.body = document.createElement("tbody");
    if (data.pick) this.body.className = "pick";
    table.append(caption, group, head, this.body);
    this.fill();
    return table;
  }

  tickAll() {
    const node = document.createElement("th");
    node.scope = "col";
    node.className = "tick";
    this.every = document.createElement("input");
    Object.assign(this.every, { type: "checkbox", title: "Tick every row shown" });
    this.every.setAttribute("aria-label", "Tick every row shown");
    this.every.onchange = () => this.ticked(this.data.rows.map((row) => row.id), this.every.checked);
    node.append(this.every);
    return node;
  }

  tickOf(row) {
    const node = document.createElement("td");
    node.className = "tick";
    const box = document.createElement("input");
    box.type = "checkbox";
    box.tabIndex = -1; // Space on the row does it: fifty more stops would be in the way of the keyboard
    box.setAttribute("aria-label", `Tick ${row.cells.slice(0, 3).map((value) => value[0]).join(", ")}`);
    box.onchange = () => this.ticked([row.id], box.checked);
    node.onclick = (event) => event.stopPropagation();
    node.append(box);
    return node;
  }

  ticked(ids, on) {
    const now = new Set(this.ticks);
    for (const id of ids) on ? now.add(id) : now.delete(id);
    this.tick([...now]);
    this.emit({ ticked: ids, on });
  }

  tick(ids) {
    this.ticks = ids;
    if (!this.data.ticks || !this.body) return;
    const now = new Set(ids);
    for (const node of this.body.children) node.querySelector(".tick input").checked = now.has(node.dataset.id);
    const on = this.data.rows.filter((row) => now.has(row.id)).length;
    this.every.checked = on > 0 && on === this.data.rows.length;
    this.every.indeterminate = on > 0 && on < this.data.rows.length;
  }

  heading(column, number) {
    const node = document.createElement("th");
    node.scope = "col";
    node.className = column.kind === "number" ? "number" : "";
    if (column.help) node.title = column.help;
    const sorted = this.sort?.column === number;
    const inner = document.createElement(this.data.sortable && column.label ? "button" : "span");
    inner.textContent = column.label;
    if (inner.tagName === "BUTTON") {
      inner.type = "button";
      inner.dataset.sign = sorted ? (this.sort.sign > 0 ? " ↑" : " ↓") : "";
      inner.onclick = () => {
        this.sort = !sorted ? { column: number, sign: 1 } : this.sort.sign > 0 ? { column: number, sign: -1 } : null;
        this.draw();
        this.tick(this.ticks);
        this.select(this.selected, false);
      };
    }
    node.setAttribute("aria-sort", sorted ? (this.sort.sign > 0 ? "ascending" : "descending") : "none");
    node.append(inner);
    return node;
  }

  fill() {
    const { data } = this;
    const link = data.columns.findIndex((column) => column.kind === "text" || column.kind === "prose");
    this.body.replaceChildren(...ordered(data.rows, this.sort).map((row) => {
      const node = document.createElement("tr");
      node.dataset.id = row.id;
      if (data.ticks) node.append(this.tickOf(row));
      node.append(...row.cells.map((value, i) => cell(data.columns[i], value, i === link ? row.href : "")));
      if (data.pick) {
        node.tabIndex = -1;
        node.onclick = (event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          if (!this.root.ownerDocument.getSelection().isCollapsed && !event.target.closest("a")) return;
          event.preventDefault();
          this.pick(row.id);
        };
        node.onkeydown = (event) => this.key(event, node);
      }
      return node;
    }));
  }

  key(event, node) {
    if (event.target !== node) return;
    const lines = [...this.body.children];
    const at = lines.indexOf(node);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const next = lines[Math.max(0, Math.min(lines.length - 1, to))];
      node.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    } else if (event.key === " " && this.data.ticks) {
      event.preventDefault();
      const id = node.dataset.id;
      this.ticked([id], !this.ticks.includes(id));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.pick(node.dataset.id);
    }
  }

  pick(id) {
    this.select(id, false);
    this.emit({ id });
  }

  line(id) {
    return this.body ? [...this.body.children].find((node) => node.dataset.id === id) : undefined;
  }

  select(id, follow) {
    const moved = id !== this.selected;
    this.selected = id;
    if (!this.body) return;
    let first = null;
    for (const node of this.body.children) {
      const on = id !== null && id !== undefined && node.dataset.id === id;
      node.classList.toggle("selected", on);
      if (!this.data.pick) continue;
      node.setAttribute("aria-selected", String(on));
      node.tabIndex = -1;
      if (on && !first) first = node;
    }
    const entry = first || this.body.children[0];
    if (entry && this.data.pick) entry.tabIndex = 0;
    if (first && follow && moved && this.frame.scrollHeight > this.frame.clientHeight) {
      const above = first.offsetTop - 34 < this.frame.scrollTop;
      const below = first.offsetTop + first.offsetHeight > this.frame.scrollTop + this.frame.clientHeight;
      if (above) this.frame.scrollTop = first.offsetTop - 34;
      else if (below) this.frame.scrollTop = first.offsetTop + first.offsetHeight - this.frame.clientHeight;
    }
  }
}

const tables = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".table");
  if (!tables.has(root)) tables.set(root, new Table(root));
  let seq = Date.now();
  tables.get(root).update(data, (sent) => setTriggerValue("picked", { ...sent, seq: seq++ }));
}
