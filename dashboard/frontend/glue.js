// Draws the provenance graph with vis-network (`vis`, put in front of this file when the bundle is made).
// What is drawn and where comes from Python; here live only pixels, pointer and keyboard.
// Titles are other people's text: they reach the canvas, innerText or textContent, never markup.

const graphs = new WeakMap(); // root element -> Graph; an element outlives reruns, so zoom and place do too

const FONT = 12, LINE = 14; // pixels at full size
const READABLE = 9.5, LABELS_FROM = 0.38; // least size of a label on the screen; below this scale there is no room for one
const AROUND = 8; // room around a node for its ring or the mark of the selection
const SPARE = 11; // of the free height between rows, what larger letters may take
const MAX_FIT = 1.1, MIN_SCALE = 0.03, MAX_SCALE = 4;
const STALE_AFTER = 5000; // ms a pick may wait for Python before Python's own selection wins

// Called on mount, on every rerun and when the theme changes.
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".graph");
  let graph = graphs.get(root);
  if (!graph) graphs.set(root, (graph = new Graph(root)));
  graph.send = (pick) => setTriggerValue("picked", { ...pick, seq: ++graph.seq });
  graph.show(data);
  return () => {
    graph.network.destroy();
    graph.sizes.disconnect();
    graphs.delete(root);
  };
}

class Graph {
  constructor(root) {
    this.root = root;
    this.host = root.querySelector(".net");
    this.live = root.querySelector(".live");
    this.seq = 0;
    this.node = new Map(); // id -> node as Python gave it
    this.edge = new Map();
    this.given = new Map(); // id -> JSON last handed to vis, to hand over changes only
    this.waiting = []; // selections picked here that Python has not confirmed yet
    this.selected = this.cursor = this.cursorLine = this.heard = null;
    this.cuts = new Map();
    this.nodes = new vis.DataSet();
    this.edges = new vis.DataSet();
    this.draw = this.draw.bind(this);
  }

  start(options, lines) {
    this.network = new vis.Network(this.host, { nodes: this.nodes, edges: this.edges }, {
      ...options,
      physics: false,
      autoResize: true,
      layout: { improvedLayout: false, randomSeed: 7 },
      interaction: {
        hover: true, selectable: false, dragNodes: false, keyboard: false, tooltipDelay: 180,
        hideEdgesOnDrag: lines > 1500, hideEdgesOnZoom: lines > 1500,
      },
    });
    const net = this.network;
    this.host.querySelector(".vis-network").removeAttribute("tabindex"); // else a second, nameless stop of the Tab key
    Object.assign(this.host, { network: net, graph: this }); // for tests and the console
    net.on("click", (at) => this.clicked(at.pointer.DOM));
    net.on("zoom", () => {
      const scale = net.getScale();
      if (scale < MIN_SCALE || scale > MAX_SCALE) net.moveTo({ scale: Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale)) });
      this.moved();
    });
    net.on("afterDrawing", (ctx) => this.marks(ctx));
    net.on("dragEnd", () => this.moved());
    for (const kind of ["Node", "Edge"]) {
      net.on(`hover${kind}`, () => { this.host.style.cursor = "pointer"; });
      net.on(`blur${kind}`, () => { this.host.style.cursor = ""; });
    }
    // A picture nobody has moved follows the width of the page; one that was moved stays as it is, though vis
    // would scale it with the width: a scroll bar that comes and goes must not change the zoom.
    this.sizes = new ResizeObserver(() => requestAnimationFrame(() => {
      if (this.fitted) this.fit();
      else if (this.kept) net.moveTo({ ...this.kept, animation: false });
    }));
    this.sizes.observe(this.host);
    // Words cut to the width of a stand-in font are cut anew in the right one.
    document.fonts.ready.then(() => { this.cuts.clear(); net.redraw(); });
    // vis hides its tooltip only when the pointer moves on inside the canvas.
    this.host.onpointerleave = () => this.hideTooltip();
    this.host.onkeydown = (event) => this.pressed(event);
    this.host.onfocus = this.host.onblur = () => net.redraw();
    for (const button of this.root.querySelectorAll("[data-do]"))
      button.onclick = () => ({ in: () => this.zoom(1.25), out: () => this.zoom(0.8), fit: () => this.fit() })[button.dataset.do]();
  }

  show(data) {
    // In pixels: inside Streamlit's frame a share of the height is a share of nothing.
    this.root.style.height = `${data.height}px`;
    const first = !this.network;
    if (first) this.start(data.options, data.edges.length);
    const otherClaim = data.name !== this.name;
    this.readTheme(data.palette);
    this.name = data.name;
    this.bounds = data.bounds;
    this.room = data.cell - 6;
    this.host.setAttribute("aria-label", data.name);
    const said = this.root.querySelector(".empty");
    said.textContent = data.empty;
    said.hidden = !data.empty;
    this.root.classList.toggle("is-empty", Boolean(data.empty));

    const before = first || otherClaim || this.fitted ? null : this.anchors();
    const changed = this.replace(data);
    if (changed) this.hideTooltip(); // it may speak of what is gone
    this.hear(data.selected, otherClaim);
    this.restyle();
    if (first || otherClaim || (changed && this.fitted)) this.fit();
    else if (changed && before) this.hold(before);
    this.network.redraw();
    this.host.dataset.nodes = this.node.size; // says that it is drawn
  }

  // Hands vis what changed. True when nodes came or went; then and only then the view may move.
  replace(data) {
    const node = new Map(data.nodes.map((n) => [n.id, n])), edge = new Map(data.edges.map((e) => [e.id, e]));
    const gone = [...this.node.keys()].filter((id) => !node.has(id));
    const lost = [...this.edge.keys()].filter((id) => !edge.has(id));
    const came = data.nodes.filter((n) => !this.node.has(n.id)).length;
    this.node = node;
    this.edge = edge;
    if (lost.length) this.edges.remove(lost);
    if (gone.length) this.nodes.remove(gone);
    for (const id of [...gone, ...lost]) this.given.delete(id);
    this.give(this.nodes, data.nodes.map((n) => this.nodeOptions(n)));
    this.rows = this.inRows();
    if (this.cursor && !node.has(this.cursor)) this.cursor = null;
    if (this.cursorLine && !edge.has(this.cursorLine)) this.cursorLine = null;
    return gone.length > 0 || came > 0;
  }

  give(set, items) {
    const changed = items.filter((item) => {
      const json = JSON.stringify(item);
      if (this.given.get(item.id) === json) return false;
      this.given.set(item.id, json);
      return true;
    });
    if (changed.length) set.update(changed);
  }

  // --- selection -------------------------------------------------------------------------------------------

  // Python's selection counts, except while it answers an older click than the last one: the last click wins.
  hear(selected, otherClaim) {
    if (otherClaim) this.waiting = [];
    const answered = this.waiting.findIndex((wait) => wait.id === selected);
    if (answered >= 0) this.waiting.splice(0, answered + 1);
    else if (selected !== this.heard || (this.waiting.length && performance.now() - this.waiting.at(-1).at > STALE_AFTER))
      this.waiting = [];
    this.heard = selected;
    this.select(this.waiting.length ? this.waiting.at(-1).id : selected);
  }

  select(id) {
    this.selected = id && (this.node.has(id) || this.edge.has(id)) ? id : null;
    if (this.node.has(this.selected)) this.cursor = this.selected;
  }

  clicked(point) {
    this.host.focus({ preventScroll: true }); // so that the arrow keys go on from here
    const node = this.network.getNodeAt(point), edge = node === undefined ? this.network.getEdgeAt(point) : undefined;
    if (node !== undefined) this.pick(node);
    else if (edge !== undefined) this.pick(edge);
  }

  pick(id) {
    const edge = this.edge.get(id);
    // A line to the claim stands for its source.
    const target = edge && !edge.pick ? edge.from : id;
    const { pick } = this.node.get(target) ?? this.edge.get(target);
    if (this.node.has(target)) this.cursor = target;
    this.cursorLine = null;
    if (["source", "edge", "claim"].includes(pick.kind)) {
      this.waiting.push({ id: target, at: performance.now() });
      this.select(target);
      this.restyle();
      this.network.redraw();
    }
    this.send(pick);
  }

  // --- keyboard --------------------------------------------------------------------------------------------

  inRows() {
    const rows = new Map();
    for (const n of this.node.values()) (rows.get(n.row) ?? rows.set(n.row, []).get(n.row)).push(n);
    return [...rows.entries()].sort((a, b) => a[0] - b[0]).map(([, row]) => row.sort((a, b) => a.x - b.x));
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.node.size) return;
    const act = {
      ArrowLeft: () => this.step(0, -1), ArrowRight: () => this.step(0, 1),
      ArrowUp: () => this.step(-1, 0), ArrowDown: () => this.step(1, 0),
      Home: () => this.moveTo(this.rows[0][0]), End: () => this.moveTo(this.rows.at(-1).at(-1)),
      Enter: () => this.pickCursor(), " ": () => this.pickCursor(),
      l: () => this.nextLine(), L: () => this.nextLine(),
      Escape: () => this.fit(), "+": () => this.zoom(1.25), "=": () => this.zoom(1.25), "-": () => this.zoom(0.8),
    }[event.key];
    if (!act) return; // Tab and all else go their way
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  step(rows, columns) {
    const here = this.node.get(this.cursor);
    if (!here) return this.moveTo(this.rows[0][0]);
    const row = this.rows.findIndex((r) => r.includes(here));
    if (columns) return this.moveTo(this.rows[row][this.rows[row].indexOf(here) + columns] ?? here);
    const next = this.rows[row + rows];
    if (!next) return this.moveTo(here);
    this.moveTo(next.reduce((best, n) => (Math.abs(n.x - here.x) < Math.abs(best.x - here.x) ? n : best)));
  }

  moveTo(node) {
    this.cursor = node.id;
    this.cursorLine = null;
    this.hideTooltip();
    this.reveal(node);
    this.restyle();
    this.network.redraw();
    this.say(node.title);
  }

  nextLine() {
    if (!this.cursor) return this.step(0, 0);
    const lines = [...this.edge.values()].filter((e) => e.pick && (e.from === this.cursor || e.to === this.cursor));
    if (!lines.length) return this.say("No lines to other sources.");
    const next = lines[(lines.findIndex((e) => e.id === this.cursorLine) + 1) % lines.length];
    this.cursorLine = next.id;
    this.restyle();
    this.say(next.title);
  }

  pickCursor() {
    if (this.cursorLine) this.pick(this.cursorLine);
    else if (this.cursor) this.pick(this.cursor);
    else this.step(0, 0);
  }

  hideTooltip() {
    const tooltip = this.host.querySelector(".vis-tooltip");
    if (tooltip) tooltip.style.visibility = "hidden";
  }

  say(text) {
    this.live.textContent = text.split("\n").filter(Boolean).join(". ");
  }

  // --- view ------------------------------------------------------------------------------------------------

  fit() {
    const [left, top, right, bottom] = this.bounds, pad = 16;
    const width = this.host.clientWidth, height = this.host.clientHeight;
    this.fitted = true;
    if (!width || !height) return; // in a closed tab; the observer calls again
    const scale = Math.min((width - 2 * pad) / (right - left), (height - 2 * pad) / (bottom - top), MAX_FIT);
    this.network.moveTo({ position: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale: Math.max(scale, MIN_SCALE), animation: false });
    this.restyleClaim();
  }

  zoom(factor) {
    const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, this.network.getScale() * factor));
    this.network.moveTo({ scale, animation: false });
    this.moved();
  }

  // The user's own view from here on.
  moved() {
    this.fitted = false;
    this.kept = { position: this.network.getViewPosition(), scale: this.network.getScale() };
    this.restyleClaim();
  }

  reveal(node) {
    const at = this.network.canvasToDOM(node), edge = 30;
    if (at.x < edge || at.y < edge || at.x > this.host.clientWidth - edge || at.y > this.host.clientHeight - edge) {
      this.network.moveTo({ position: { x: node.x, y: node.y }, animation: false });
      this.moved();
    }
  }

  // Where things stand on the screen, under the name they keep when a group opens or closes.
  anchors() {
    const last = this.node.get(this.cursor);
    const all = [...(last ? [last] : []), ...this.node.values()];
    return all.map((n) => [standing(n), this.network.canvasToDOM(n)]);
  }

  hold(before) {
    const now = new Map([...this.node.values()].map((n) => [standing(n), n]));
    const kept = before.find(([name]) => now.has(name));
    if (!kept) return;
    const node = now.get(kept[0]), was = this.network.DOMtoCanvas(kept[1]), at = this.network.getViewPosition();
    this.network.moveTo({ position: { x: at.x + node.x - was.x, y: at.y + node.y - was.y }, animation: false });
    this.moved();
  }

  // --- paint -----------------------------------------------------------------------------------------------

  readTheme(palette) {
    const css = getComputedStyle(this.host), pen = document.createElement("canvas").getContext("2d");
    const colour = (name, otherwise) => {
      pen.fillStyle = otherwise;
      pen.fillStyle = css.getPropertyValue(name).trim() || otherwise;
      return pen.fillStyle;
    };
    const text = colour("--st-text-color", "#262730"), ground = colour("--st-background-color", "#ffffff");
    const dark = light(ground) < 0.4;
    const font = css.getPropertyValue("--st-font").trim() || "sans-serif";
    this.theme = {
      text, ground, dark, font,
      panel: colour("--st-secondary-background-color", dark ? "#262730" : "#f0f2f6"),
      accent: colour("--st-primary-color", "#0072b2"),
      quiet: mix(text, ground, 0.35),
      line: mix(text, ground, 0.45),
      pale: mix(text, ground, 0.8),
      against: dark ? "#ff8a65" : "#b3261e",
      hues: palette[dark ? "dark" : "light"],
    };
  }

  nodeOptions(n) {
    if (n.shape === "box") return { id: n.id, x: n.x, y: n.y, ...this.claimStyle(n) };
    return { id: n.id, x: n.x, y: n.y, size: n.size, shape: "custom", ctxRenderer: this.draw, title: n.title };
  }

  claimStyle(n) {
    const t = this.theme, chosen = this.selected === n.id, under = this.cursor === n.id && this.focused();
    const colour = { background: t.panel, border: chosen ? t.text : under ? t.accent : mix(t.text, t.ground, 0.7) };
    return {
      shape: "box", label: n.label, title: n.title, margin: n.margin, borderWidth: chosen || under ? 3 : 1,
      color: { ...colour, hover: colour, highlight: colour }, shapeProperties: { borderRadius: 6, borderDashes: under && !chosen ? [4, 3] : false },
      font: { face: t.font, size: this.claimSize(), color: t.text, multi: false, align: "center" }, labelHighlightBold: false,
    };
  }

  claimSize() {
    const scale = this.network.getScale();
    return scale < LABELS_FROM ? 30 : Math.max(13, Math.round((2 * READABLE) / scale) / 2);
  }

  // The claim's words stay readable too; its box grows with them.
  restyleClaim() {
    this.give(this.nodes, [...this.node.values()].filter((n) => n.shape === "box").map((n) => this.nodeOptions(n)));
  }

  // Cheap to call: only what looks different is handed on.
  restyle() {
    this.give(this.edges, [...this.edge.values()].map((e) => this.edgeStyle(e)));
    this.restyleClaim();
  }

  edgeStyle(e) {
    const t = this.theme, chosen = e.id === this.selected, under = e.id === this.cursorLine;
    const near = this.selected && (e.from === this.selected || e.to === this.selected) && this.node.get(this.selected)?.shape !== "box";
    const depends = Boolean(e.pick);
    let colour = { supports: t.pale, neutral: t.pale, refutes: t.against, suspected: t.quiet }[e.line] ?? t.line;
    let width = { supports: 1, neutral: 1, refutes: 1.6, confirmed: 1.6 }[e.line] ?? 1.3;
    if (e.faint && e.line === "supports") colour = mix(t.text, t.ground, 0.88);
    if (near) { colour = e.line === "refutes" ? t.against : depends ? t.text : t.quiet; width += 0.7; }
    if (chosen || under) { colour = t.accent; width = 3; }
    const many = this.edge.size > 900;
    return {
      id: e.id, from: e.from, to: e.to, title: e.title, width, dashes: e.dashes ?? false,
      color: { color: colour, hover: colour, highlight: colour, inherit: false },
      hoverWidth: 0.8, selectionWidth: 0, arrowStrikethrough: false,
      arrows: { to: { enabled: e.arrows === "to", type: e.line === "refutes" ? "bar" : "arrow", scaleFactor: e.line === "refutes" ? 0.7 : 0.45 } },
      smooth: many ? false : e.level ? { enabled: true, type: "curvedCW", roundness: 0.35 }
        : { enabled: true, type: "cubicBezier", forceDirection: "vertical", roundness: depends ? 0.5 : 0.55 },
    };
  }

  focused() {
    return this.host.getRootNode().activeElement === this.host;
  }

  draw({ ctx, id, x, y, state }) {
    const n = this.node.get(id) ?? { size: 1, shape: "dot", label: "" }, t = this.theme, r = n.size;
    const colour = n.hue === undefined ? t.hues.none : t.hues.lineage[n.hue];
    const chosen = id === this.selected, under = id === this.cursor && !this.cursorLine && this.focused();
    return {
      nodeDimensions: { width: 2 * r, height: 2 * r },
      drawNode: () => {
        ctx.lineJoin = "round";
        if (chosen) {
          disc(ctx, x, y, r + AROUND + 3, alpha(t.accent, 0.22));
          trace(ctx, "dot", x, y, r + AROUND);
          stroke(ctx, t.text, 2.5);
        } else if (under) {
          trace(ctx, "dot", x, y, r + AROUND);
          stroke(ctx, t.accent, 2, [4, 3]);
        }
        if (n.pick?.kind === "group") {
          trace(ctx, n.shape, x + 5, y - 4, r);
          fill(ctx, mix(colour, t.ground, 0.55));
          stroke(ctx, t.ground, 2);
        }
        this.ring(ctx, n, x, y, colour);
        trace(ctx, n.shape, x, y, r);
        const hollow = n.hollow || n.pick?.kind === "fold";
        fill(ctx, hollow ? t.ground : state.hover ? mix(colour, t.text, 0.18) : colour);
        stroke(ctx, hollow ? colour : t.ground, hollow ? 2 : 1);
        const width = n.letter?.length ?? 1, full = r * [0.95, 0.95, 0.8, 0.62][Math.min(3, width)];
        ctx.font = `bold ${Math.min(full * 1.35, Math.max(full, 9 / this.network.getScale()))}px ${t.font}`;
        ctx.textAlign = "center";
        ctx.textBaseline = "middle";
        ctx.fillStyle = hollow ? colour : light(colour) > 0.3 ? "#0e1117" : "#ffffff";
        const low = { triangle: 0.22, triangleDown: -0.2, database: 0.14 }[n.shape] ?? 0;
        ctx.fillText(n.letter ?? "", x, y + 0.5 + low * r);
        if (n.struck) cross(ctx, x, y, r + 3, t);
        if (n.mark) badge(ctx, x + r, y + r - 1, n.mark, t);
        if (n.human) lock(ctx, x + r, y - r + 1, t);
      },
      drawExternalLabel: () => this.label(ctx, n, x, y, chosen || under || state.hover, chosen),
    };
  }

  // ✓ and ✕ sit on the line near the one that depends, where lines have parted.
  marks(ctx) {
    for (const e of this.edge.values()) {
      const line = e.label && this.network.body.edges[e.id];
      if (!line?.connected) continue;
      const at = line.edgeType.getPoint(0.3);
      disc(ctx, at.x, at.y, 7, this.theme.ground);
      ctx.font = `bold 12px ${this.theme.font}`;
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.fillStyle = this.theme.text;
      ctx.fillText(e.label, at.x, at.y + 0.5);
    }
  }

  // The outline tells the dependence without colour: all round, half, dashed, none.
  ring(ctx, n, x, y, colour) {
    if (!n.ring) return;
    ctx.save();
    if (n.ring === "half") {
      ctx.beginPath();
      ctx.rect(x - n.size - 12, y - n.size - 12, n.size + 12, 2 * n.size + 24);
      ctx.clip();
    }
    trace(ctx, n.shape, x, y, n.size + 4);
    stroke(ctx, colour, n.ring === "dashed" ? 1.8 : 2.6, n.ring === "dashed" ? [3, 3.2] : []);
    ctx.restore();
  }

  // Python wraps a label into its room at full size. Further out the letters stay readable and the words get fewer;
  // far out only the letter of the node is left, and the one pointed at speaks.
  label(ctx, n, x, y, wanted, chosen) {
    const scale = this.network.getScale(), t = this.theme;
    if (!n.label || (scale < LABELS_FROM && !wanted)) return;
    const size = Math.max(FONT, Math.round((2 * READABLE) / scale) / 2), step = size * (LINE / FONT);
    const given = n.label.split("\n"), room = (given.length + (n.note ? 1 : 0)) * LINE;
    const font = `${chosen ? "bold " : ""}${size}px ${t.font}`;
    ctx.font = font;
    const fits = Math.max(1, Math.floor((room + SPARE) / step) - (n.note ? 1 : 0));
    const texts = wanted ? given : given.length <= fits ? given.map((text) => this.cut(ctx, text)) : this.wrap(ctx, given.join(" "), fits);
    const lines = texts.map((text) => ({ text, font, colour: t.text }));
    if (n.note) lines.push({ text: n.note, font: `italic ${size}px ${t.font}`, colour: n.note.includes("refutes") ? t.against : t.quiet });
    const off = n.size + AROUND;
    let at = n.labelAbove ? y - off - step * (lines.length - 0.5) : y + off + step / 2;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.lineJoin = "round";
    for (const line of lines) {
      ctx.font = line.font;
      ctx.direction = RIGHT_TO_LEFT.test(line.text) ? "rtl" : "ltr";
      ctx.strokeStyle = t.ground; // a halo, so that lines pass behind the words
      ctx.lineWidth = size / 3;
      ctx.strokeText(line.text, x, at);
      ctx.fillStyle = line.colour;
      ctx.fillText(line.text, x, at);
      at += step;
    }
  }

  // A line of wide letters may be too long in this font, though not by the count of its signs.
  cut(ctx, text) {
    return this.once(`${ctx.font}|${text}`, () => {
      const signs = [...text];
      let shown = text;
      while (signs.length > 1 && ctx.measureText(shown).width > this.room) {
        signs.pop();
        shown = `${signs.join("").trimEnd()}…`;
      }
      return shown;
    });
  }

  wrap(ctx, text, count) {
    return this.once(`${ctx.font}|${count}|${text}`, () => {
      const lines = [];
      for (const word of text.split(" ")) {
        const longer = lines.length && `${lines.at(-1)} ${word}`;
        if (longer && ctx.measureText(longer).width <= this.room) lines[lines.length - 1] = longer;
        else lines.push(word);
      }
      const shown = lines.slice(0, count);
      if (lines.length > count) shown[count - 1] += "…";
      return shown.map((line) => this.cut(ctx, line));
    });
  }

  once(key, make) {
    if (this.cuts.size > 20000) this.cuts.clear();
    if (!this.cuts.has(key)) this.cuts.set(key, make());
    return this.cuts.get(key);
  }
}

const standing = (n) => (["group", "fold"].includes(n.pick.kind) ? n.pick.id : n.id);

const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

function trace(ctx, shape, x, y, r) {
  ctx.beginPath();
  if (shape === "square") ctx.roundRect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8, 3);
  else if (shape === "diamond") polygon(ctx, x, y, [[0, -r * 1.2], [r * 1.2, 0], [0, r * 1.2], [-r * 1.2, 0]]);
  else if (shape === "triangle") polygon(ctx, x, y, [[0, -r * 1.25], [r * 1.2, r * 0.9], [-r * 1.2, r * 0.9]]);
  else if (shape === "triangleDown") polygon(ctx, x, y, [[0, r * 1.25], [r * 1.2, -r * 0.9], [-r * 1.2, -r * 0.9]]);
  else if (shape === "hexagon") polygon(ctx, x, y, around(6, () => r * 1.1, 0));
  else if (shape === "star") polygon(ctx, x, y, around(16, (i) => (i % 2 ? r * 0.88 : r * 1.2), 0));
  else if (shape === "database") {
    const w = r * 0.98, h = r * 1.05, lid = r * 0.36;
    ctx.moveTo(x - w, y - h + lid);
    ctx.ellipse(x, y - h + lid, w, lid, 0, Math.PI, 0);
    ctx.lineTo(x + w, y + h - lid);
    ctx.ellipse(x, y + h - lid, w, lid, 0, 0, Math.PI);
    ctx.closePath();
    ctx.moveTo(x + w, y - h + lid);
    ctx.ellipse(x, y - h + lid, w, lid, 0, 0, Math.PI);
  } else ctx.arc(x, y, r, 0, 2 * Math.PI);
}

function around(count, radius, turn) {
  return Array.from({ length: count }, (_, i) => {
    const angle = turn + (i * 2 * Math.PI) / count;
    return [radius(i) * Math.sin(angle), -radius(i) * Math.cos(angle)];
  });
}

function polygon(ctx, x, y, points) {
  points.forEach(([dx, dy], i) => (i ? ctx.lineTo(x + dx, y + dy) : ctx.moveTo(x + dx, y + dy)));
  ctx.closePath();
}

function disc(ctx, x, y, r, colour) {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
  fill(ctx, colour);
}

function fill(ctx, colour) {
  ctx.fillStyle = colour;
  ctx.fill();
}

function stroke(ctx, colour, width, dash = []) {
  ctx.setLineDash(dash);
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke();
  ctx.setLineDash([]);
}

function cross(ctx, x, y, r, t) {
  for (const [colour, width] of [[t.ground, 5], [t.text, 2]]) {
    ctx.beginPath();
    ctx.moveTo(x - r, y - r);
    ctx.lineTo(x + r, y + r);
    ctx.moveTo(x + r, y - r);
    ctx.lineTo(x - r, y + r);
    stroke(ctx, colour, width);
  }
}

function badge(ctx, x, y, mark, t) {
  disc(ctx, x, y, 7, t.ground);
  ctx.beginPath();
  ctx.arc(x, y, 6, 0, 2 * Math.PI);
  stroke(ctx, t.text, 1.2);
  ctx.font = `bold 9px ${t.font}`;
  ctx.fillStyle = t.text;
  ctx.fillText(mark, x, y + 0.5);
}

function lock(ctx, x, y, t) {
  disc(ctx, x, y, 7, t.ground);
  ctx.beginPath();
  ctx.arc(x, y - 1, 2.4, Math.PI, 0);
  stroke(ctx, t.text, 1.4);
  ctx.beginPath();
  ctx.roundRect(x - 3.8, y - 1, 7.6, 5.4, 1);
  fill(ctx, t.text);
}

// Canvas gives colours back as #rrggbb, or as rgba() where they are not opaque.
function rgb(colour) {
  if (colour[0] === "#") return [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
  return colour.match(/[\d.]+/g).slice(0, 3).map(Number);
}

function mix(colour, other, share) {
  const a = rgb(colour), b = rgb(other);
  return `#${a.map((v, i) => Math.round(v + (b[i] - v) * share).toString(16).padStart(2, "0")).join("")}`;
}

function alpha(colour, share) {
  return `rgba(${rgb(colour).join(",")},${share})`;
}

function light(colour) {
  const [r, g, b] = rgb(colour).map((v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
