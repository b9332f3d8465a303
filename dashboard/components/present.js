// The stage: holds every step, so that a key shows the next one at once; what it shows is written in the two files
// above. The address keeps the step, the server is asked for nothing until somebody leaves.
const NEXT = new Set(["ArrowRight", "ArrowDown", "PageDown", " ", "Enter", "n"]);
const BACK = new Set(["ArrowLeft", "ArrowUp", "PageUp", "Backspace", "p"]);
const DARK = new Set(["b", "."]);
const HINT = "→ next  ·  ← back  ·  F full screen  ·  Esc leave";
const GATHERED = new Set(["cards", "graph", "stacks"]);
const SVG = "http://www.w3.org/2000/svg";
const PAPER = { w: 1040, h: 380, u: 24 };
const IDLE = 2500;
const LENGTHY = 240; // signs of a text that is printed in smaller type
const SIZES = [1.3, 1.2, 1.1, 1, 0.9, 0.8, 0.7, 0.6];
const stages = new WeakMap();

const pen = document.createElement("canvas").getContext("2d");

function svg(tag, given) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(given)) node.setAttribute(name, value);
  return node;
}

class Stage {
  constructor(root) {
    this.root = root;
    this.path = window.location.pathname;
    this.held = [];
    const on = (target, kind, act, ...rest) => {
      target.addEventListener(kind, act, ...rest);
      this.held.push(() => target.removeEventListener(kind, act, ...rest));
    };
    on(document, "keydown", (event) => this.key(event), true);
    on(window, "popstate", () => this.follow());
    on(window, "resize", () => this.fit());
    on(window, "mousemove", () => this.awake());
    on(document, "fullscreenchange", () => this.fit());
    // Type that arrives late has another width than what was measured.
    on(document.fonts, "loadingdone", () => this.fit());
    this.awake();
  }

  stop() {
    for (const end of this.held) end();
    clearTimeout(this.idle);
  }

  tell(story) {
    const written = JSON.stringify(story);
    if (written === this.written) return;
    this.written = written;
    this.story = story;
    this.build();
    this.at = -1;
    this.show(this.addressed(), true);
    this.box.focus({ preventScroll: true });
    this.print();
  }

  build() {
    const { story } = this;
    this.kicker = make("p", "kicker");
    this.hero = make("h1", "hero");
    this.said = make("p", "sentence");
    this.scene = make("div", "scene");
    this.scene.setAttribute("role", "img");
    this.lines = svg("svg", { class: "lines over", "aria-hidden": "true" });
    this.layer = make("div", "layer", this.lines);
    this.layer.setAttribute("aria-hidden", "true");
    this.notes = make("div", "notes");
    this.about = make("bdi", "about", story.about);
    this.about.title = story.about;
    this.dots = make("div", "dots", ...story.slides.map((slide, n) => {
      const dot = make("button");
      dot.type = "button";
      dot.tabIndex = -1;
      dot.title = slide.kicker;
      dot.setAttribute("aria-label", `Step ${n + 1}: ${slide.kicker}`);
      dot.onclick = (event) => { event.stopPropagation(); this.show(n); this.box.focus(); };
      return dot;
    }));
    this.count = make("span", "count");
    this.live = make("p", "unseen live");
    this.live.setAttribute("role", "status");
    this.live.setAttribute("aria-live", "polite");
    const foot = make("div", "foot", this.about, this.dots, this.count);
    this.box = make("section", "stage", this.layer, make("div", "head", this.kicker, this.hero, this.said), this.scene, this.notes, foot, this.live);
    this.box.tabIndex = -1;
    this.box.setAttribute("aria-label", story.name);
    this.box.setAttribute("aria-roledescription", "presentation");
    this.box.onclick = (event) => this.show(this.at + (event.clientX < this.box.clientWidth / 4 ? -1 : 1));
    this.cards = story.cards.map((card) => this.card(card));
    this.layer.append(...this.cards);
    this.extra = make("div");
    this.layer.append(this.extra);
    this.sheets = make("div", "sheets");
    this.root.replaceChildren(this.box, this.sheets);
  }

  card(card) {
    const name = make("bdi", "", card.name);
    name.dir = "auto";
    const node = make("div", `card ${card.role}`, make("span", "name", name), make("span", "letter"));
    node.title = card.title;
    return node;
  }

  // Which step the address names, counted from 0.
  addressed() {
    const step = Number.parseInt(new URLSearchParams(window.location.search).get("step") ?? "1", 10);
    return Number.isFinite(step) ? Math.max(0, Math.min(this.story.slides.length - 1, step - 1)) : 0;
  }

  follow() {
    if (this.box.isConnected && window.location.pathname === this.path) this.show(this.addressed());
  }

  key(event) {
    if (!this.box?.isConnected || event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    const last = this.story.slides.length - 1;
    const act = NEXT.has(key) ? () => this.show(this.at + 1)
      : BACK.has(key) ? () => this.show(this.at - 1)
      : key === "Home" ? () => this.show(0)
      : key === "End" ? () => this.show(last)
      : /^[1-9]$/.test(key) ? () => this.show(Number(key) - 1)
      : key === "f" || key === "F" ? () => this.fill()
      : DARK.has(key) ? () => this.box.classList.toggle("dark")
      : key === "Escape" ? () => this.leave()
      : null;
    if (!act) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!DARK.has(key)) this.box.classList.remove("dark");
    act();
  }

  fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => {});
  }

  leave() {
    if (document.fullscreenElement) { document.exitFullscreen(); return; }
    // A page that was reached by a link of this application has a state of its own, and the page before it is ours.
    // Streamlit gives every page it turns to one; an address that was typed or opened anew has none.
    if (window.history.state === null) { this.away(); return; }
    window.history.back();
    setTimeout(() => { if (window.location.pathname === this.path && this.box.isConnected) this.away(); }, 1500);
  }

  awake() {
    clearTimeout(this.idle);
    this.box?.classList.remove("idle");
    this.idle = setTimeout(() => this.box?.classList.add("idle"), IDLE);
  }

  show(step, still = false) {
    const { slides } = this.story;
    const at = Math.max(0, Math.min(slides.length - 1, step));
    if (at === this.at) return;
    const before = slides[this.at];
    this.at = at;
    const slide = slides[at];
    this.box.dataset.step = String(at + 1);
    this.box.dataset.key = slide.key;
    this.kicker.textContent = slide.kicker;
    this.hero.hidden = !slide.hero;
    this.hero.textContent = slide.hero;
    this.hero.title = slide.hero;
    this.hero.dir = "auto";
    this.said.textContent = tied(slide.sentence);
    this.said.setAttribute("role", slide.hero ? "paragraph" : "heading");
    if (!slide.hero) this.said.setAttribute("aria-level", "1"); else this.said.removeAttribute("aria-level");
    this.notes.replaceChildren(...slide.notes.map((note) => make("p", "", tied(note))));
    this.scene.setAttribute("aria-label", slide.says || slide.kicker);
    this.about.textContent = at === 0 ? HINT : this.story.about;
    this.count.textContent = `${at + 1} / ${slides.length}`;
    [...this.dots.children].forEach((dot, n) => n === at ? dot.setAttribute("aria-current", "step") : dot.removeAttribute("aria-current"));
    this.live.textContent = `Step ${at + 1} of ${slides.length}. ${slide.kicker}. ${slide.hero} ${slide.sentence} ${slide.notes.join(" ")}`;
    this.draw(slide, before, still);
    this.write(at + 1);
  }

  // The step stands in the address, in place of the last one: going back leaves the presentation.
  write(step) {
    const query = new URLSearchParams(window.location.search);
    const before = String(query);
    for (const [name, value] of Object.entries(this.story.address)) query.set(name, value);
    if (step > 1 || query.has("step")) query.set("step", String(step));
    if (String(query) === before) return;
    window.history.replaceState(window.history.state, "", `${window.location.pathname}?${query}`);
  }

  draw(slide, before, still) {
    this.head(slide);
    const gathered = GATHERED.has(slide.scene);
    this.box.classList.toggle("still", still);
    const panel = gathered ? (slide.data.none ? lone(slide.data.none) : null) : PICTURES[slide.scene](slide.data, still || quiet(), before?.scene === slide.scene ? before.data : null);
    this.scene.replaceChildren(...(panel ? [panel] : []));
    if (panel) this.settle(panel);
    this.place(gathered ? slide : null);
    if (still) requestAnimationFrame(() => requestAnimationFrame(() => this.box.classList.remove("still")));
  }

  // Head no higher than leaves room for the picture: first smaller type, never below 28 px, then fewer lines.
  head(slide) {
    const most = this.box.clientHeight * (slide.hero ? 0.5 : slide.scene === "graph" ? 0.25 : 0.36);
    const part = this.box.querySelector(".head");
    for (const [said, hero, lines] of [[1.6, 1.9, 3], [1.45, 1.6, 3], [1.3, 1.4, 3], [1.15, 1.2, 3], [1, 1.1, 3], [1, 1, 3], [1, 1, 2]]) {
      this.box.style.setProperty("--said", said);
      this.box.style.setProperty("--hero", hero);
      this.box.style.setProperty("--lines", lines);
      if (part.offsetHeight <= most) return;
    }
  }

  settle(panel) {
    // As large as there is room for; at the size of the other texts lists are cut, and only then type gets smaller.
    const { clientWidth: w, clientHeight: h } = this.scene;
    const fits = () => panel.scrollHeight <= h + 1 && panel.scrollWidth <= w + 1;
    for (const size of SIZES) {
      panel.style.fontSize = `${size}em`;
      if (size === 1) shorten(panel, h);
      if (fits() && (size <= 1 || !cut(panel))) break;
    }
  }

  unit() {
    return Number.parseFloat(getComputedStyle(this.box).fontSize);
  }

  place(slide) {
    if (!slide) {
      for (const node of this.cards) node.classList.remove("on");
      this.lines.classList.remove("on");
      this.extra.replaceChildren();
      return;
    }
    const u = this.unit(), outer = this.box.getBoundingClientRect(), inner = this.scene.getBoundingClientRect();
    const room = { x: inner.left - outer.left, y: inner.top - outer.top, w: inner.width, h: inner.height };
    const made = this.places(slide, room, u);
    this.cards.forEach((node, n) => setCard(node, made.places.get(n), this.story, Math.min(n, 30) * 0.012));
    this.lines.replaceChildren(...made.lines.flatMap(drawnLine));
    this.lines.classList.toggle("on", made.lines.length > 0);
    this.extra.replaceChildren(...extras(made, this.story, slide));
    // Two frames: what is new must have been drawn unseen before it can come slowly.
    const come = () => { for (const node of this.extra.children) node.classList.add("on"); };
    requestAnimationFrame(() => requestAnimationFrame(come));
  }

  places(slide, room, u) {
    pen.font = `${u}px ${getComputedStyle(this.box).fontFamily}`;
    const measure = (text) => pen.measureText(text).width;
    if (slide.scene === "cards") return cardPlaces(this.story.cards, room, u, measure);
    return slide.scene === "graph" ? graphPlaces(slide.data, room, u, measure) : stackPlaces(slide.data, room, u);
  }

  // Another size of the window, or another theme: everything finds its place again, without moving there.
  fit() {
    if (this.at >= 0 && this.box.isConnected) this.draw(this.story.slides[this.at], null, true);
  }

  print() {
    const { slides } = this.story;
    this.sheets.replaceChildren(...slides.map((slide, n) => {
      const scene = make("div", "scene");
      if (GATHERED.has(slide.scene)) this.onPaper(scene, slide);
      else {
        scene.classList.add("flows");
        scene.append(PICTURES[slide.scene](slide.data, true, null));
        for (const node of scene.querySelectorAll(".what")) node.classList.toggle("lengthy", node.textContent.length > LENGTHY);
      }
      const hero = slide.hero ? make("h1", `hero${slide.hero.length > LENGTHY ? " lengthy" : ""}`, slide.hero) : null;
      const head = make("div", "head", make("p", "kicker", slide.kicker), hero, make("p", "sentence", tied(slide.sentence)));
      const notes = make("div", "notes", ...slide.notes.map((note) => make("p", "", tied(note))));
      const foot = make("div", "foot", make("bdi", "about", n ? this.story.about : ""), make("span"), make("span", "count", `${n + 1} / ${slides.length}`));
      return make("section", "sheet still", head, scene, notes, foot);
    }));
  }

  onPaper(scene, slide) {
    const { w, h, u } = PAPER;
    scene.style.setProperty("--u", `${u}px`);
    scene.style.fontSize = `${u}px`;
    scene.style.setProperty("--high", `${h}px`);
    const made = this.places(slide, { x: 0, y: 0, w, h }, u);
    const lines = svg("svg", { class: "lines" });
    lines.append(...made.lines.flatMap(drawnLine));
    const cards = this.story.cards.map((card, n) => {
      const node = this.card(card);
      setCard(node, made.places.get(n), this.story, 0);
      return node;
    });
    if (slide.data.none) scene.append(lone(slide.data.none));
    scene.append(lines, ...cards, ...extras(made, this.story, slide));
  }
}

// A figure keeps its sign on the same line.
const tied = (text) => text.replace(/(\d) %/g, "$1\u00a0%");
const quiet = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function setCard(node, place, story, wait) {
  node.classList.toggle("on", Boolean(place));
  if (!place) return;
  const { style, classList } = node;
  style.transform = `translate(${place.x}px, ${place.y}px)`;
  style.width = `${place.w}px`;
  style.height = `${place.h}px`;
  style.zIndex = String(place.z ?? 1);
  style.setProperty("--wait", `${wait}s`);
  style.setProperty("--rows", String(place.rows ?? 1));
  style.setProperty("--size", place.size ? `${place.size}px` : "1em");
  const hued = place.hue !== undefined && place.hue !== null;
  if (hued) style.setProperty("--hue", `light-dark(${story.palette.light[place.hue]}, ${story.palette.dark[place.hue]})`);
  else style.removeProperty("--hue");
  classList.toggle("hued", hued && !place.hollow);
  for (const name of ["named", "lettered"]) classList.toggle(name, place.face === name);
  for (const name of ["round", "hollow", "struck", "stacked"]) classList.toggle(name, Boolean(place[name]));
  if (place.letter) node.querySelector(".letter").textContent = place.letter;
}

function drawnLine({ kind, d, tip }) {
  const line = svg("path", { d, class: kind });
  return tip ? [line, svg("circle", { class: "tip", cx: tip[0], cy: tip[1], r: 6 })] : [line];
}

function extras(made, story, slide) {
  const nodes = made.nodes.map((place) => {
    const node = make("div", `card over${place.against ? " against" : ""}`, make("span", "letter"));
    node.title = place.title ?? "";
    setCard(node, place, story, 0);
    node.classList.remove("on");
    return node;
  });
  const tags = made.tags.map(({ x, y, lines, halo, strong, title }) => {
    const tag = make("div", `tag over${halo ? " halo" : ""}`, ...lines.map((text, n) => make(n === strong ? "b" : "bdi", "", text)));
    if (title) tag.title = title;
    tag.style.transform = `translate(${x}px, ${y}px) translateX(-50%)`;
    return tag;
  });
  return [...nodes, ...tags];
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".present");
  let stage = stages.get(root);
  if (!stage) stages.set(root, (stage = new Stage(root)));
  stage.away = () => setTriggerValue("leave", true);
  stage.tell(data);
  return () => {
    stage.stop();
    stages.delete(root);
  };
}
