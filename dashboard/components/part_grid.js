// The parts of a claim and how passages touch them: edited in place, by keyboard, and told whole after every change.
const TOUCH = { d: ["direct", "●", "direct"], i: ["indirect", "◐", "indirect"], n: ["none", "·", "not addressed"], c: ["contradicts", "✕", "contradicts"] };
const LETTER = { direct: "d", indirect: "i", none: "n", contradicts: "c" };
const KEYS = { 1: "d", 2: "i", 3: "n", 4: "c", d: "d", i: "i", n: "n", c: "c", 0: "", Delete: "", Backspace: "" };
const STEP = 50;
const PAUSE = 450;

const make = (name, attributes = {}, ...children) => {
  const node = Object.assign(document.createElement(name), attributes);
  node.append(...children);
  return node;
};
const place = (facet, passage) => JSON.stringify([facet, passage]);

class Parts {
  constructor(root) {
    this.root = root;
    this.seq = 0;
    this.shown = STEP;
    this.at = null;
  }

  update(data, emit) {
    this.emit = emit;
    const fresh = data.uid !== this.uid || data.turn !== this.turn;
    if (fresh) this.shown = STEP;
    if (fresh || data.seq >= this.seq) {
      this.facets = this.merged(data.facets, fresh ? [] : this.facets);
      const mine = fresh ? [] : [...this.marks];
      this.marks = new Map(data.marks.map(([facet, passage, touch]) => [place(facet, passage), LETTER[touch]]));
      const empty = new Set(this.facets.filter((facet) => !facet.text.trim()).map((facet) => facet.id));
      for (const [key, letter] of mine) if (empty.has(JSON.parse(key)[0])) this.marks.set(key, letter);
      this.seq = Math.max(data.seq, fresh ? 0 : this.seq);
    }
    if (fresh) clearTimeout(this.waiting);
    this.uid = data.uid;
    this.turn = data.turn;
    this.data = data;
    this.saved = new Map(data.saved.map(([facet, passage, touch]) => [place(facet, passage), LETTER[touch]]));
    const written = JSON.stringify([data, this.facets, [...this.marks]]);
    if (written !== this.written) this.draw();
    this.written = written;
  }

  merged(said, mine) {
    // What is being typed stays as it was typed: Python sends it back without the blanks at its ends, and leaves out
    // a facet that has no words yet.
    const typed = new Map(mine.map((facet) => [facet.id, facet.text]));
    const same = ({ id, text }) => typed.has(id) && typed.get(id).split(/\s+/).filter(Boolean).join(" ") === text;
    const found = said.map((facet) => (same(facet) ? { ...facet, text: typed.get(facet.id) } : { ...facet }));
    mine.forEach((facet, at) => {
      if (!facet.text.trim() && !found.some((one) => one.id === facet.id)) found.splice(at, 0, facet);
    });
    return found;
  }

  told(now) {
    clearTimeout(this.waiting);
    this.seq += 1;
    const facets = this.facets.map(({ id, text, weight }) => ({ id, text, weight }));
    const marks = [...this.marks].map(([key, letter]) => [...JSON.parse(key), TOUCH[letter][0]]);
    const send = () => this.emit({ seq: this.seq, facets, marks });
    if (now) send();
    else this.waiting = setTimeout(send, PAUSE);
  }

  draw() {
    const focused = this.root.getRootNode().activeElement;
    const key = focused?.dataset?.key;
    const range = focused?.tagName === "INPUT" && focused.type === "text" ? [focused.selectionStart, focused.selectionEnd] : null;
    const frame = this.root.querySelector(".grid");
    const scroll = frame ? [frame.scrollTop, frame.scrollLeft] : [0, 0];
    const down = this.root.querySelector(".scroll")?.scrollTop || 0;
    this.root.replaceChildren(this.list(), this.legend(), this.grid(), this.reading());
    const again = this.root.querySelector(".grid");
    if (again) [again.scrollTop, again.scrollLeft] = scroll;
    this.root.querySelector(".scroll").scrollTop = down;
    if (key) {
      const node = [...this.root.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
      node?.focus({ preventScroll: true });
      if (node && range) node.setSelectionRange(...range);
    }
  }

  list() {
    const table = make("table", { className: "facets" }, make("caption", { textContent: "Facets of the claim" }));
    const head = make("tr", {}, ...[["", ""], ["What evidence has to address", ""], ["Weight", "How much the need for it weighs in the choice of evidence."], ["Stated by", ""], ["Addressed by", ""], ["", ""]]
      .map(([textContent, title]) => make("th", { textContent, title, scope: "col" })));
    const body = make("tbody");
    this.facets.forEach((facet, number) => body.append(this.facet(facet, number)));
    table.append(make("thead", {}, head), body);
    const add = make("button", { type: "button", className: "add", textContent: "+ Add a facet", onclick: () => this.add() });
    add.dataset.key = "add";
    add.disabled = this.facets.length >= this.data.most;
    return make("div", { className: "list" }, make("div", { className: "scroll" }, table), add);
  }

  facet(facet, number) {
    const text = make("input", { type: "text", value: facet.text, maxLength: 300, dir: "auto", placeholder: "a thing the claim says" });
    text.setAttribute("aria-label", `Facet ${number + 1}`);
    text.dataset.key = `text|${facet.id}`;
    text.oninput = () => {
      facet.text = text.value;
      this.seq += 1;
      clearTimeout(this.waiting);
      // An emptied field is about to be filled again: told now, its marks would go with it.
      if (text.value.trim()) this.told(false);
    };
    text.onchange = () => this.told(true);
    text.onkeydown = (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (number + 1 < this.facets.length) this.root.querySelectorAll("input[type=text]")[number + 1].focus();
      else this.add();
    };
    const weight = make("input", { type: "number", value: facet.weight, min: 0.1, max: 100, step: 0.5 });
    weight.setAttribute("aria-label", `Weight of facet ${number + 1}`);
    weight.dataset.key = `weight|${facet.id}`;
    weight.onchange = () => {
      const value = Number(weight.value);
      facet.weight = Number.isFinite(value) && value > 0 ? Math.min(value, 100) : 1;
      weight.value = facet.weight;
      this.told(true);
    };
    const remove = make("button", { type: "button", className: "remove", textContent: "×", title: "Leave this facet out" });
    remove.setAttribute("aria-label", `Leave facet ${number + 1} out: ${facet.text}`);
    remove.disabled = this.facets.length < 2;
    remove.onclick = () => {
      this.facets.splice(number, 1);
      for (const key of [...this.marks.keys()]) if (JSON.parse(key)[0] === facet.id) this.marks.delete(key);
      this.draw();
      (this.root.querySelectorAll("input[type=text]")[Math.min(number, this.facets.length - 1)])?.focus();
      this.told(true);
    };
    return make("tr", {},
      make("td", { className: "id", textContent: String(number + 1) }),
      make("td", { className: "text" }, text),
      make("td", { className: "weight" }, weight),
      make("td", { className: "by", textContent: facet.by || "you, not saved yet", dir: "auto" }),
      make("td", { className: "counts", textContent: this.counts(facet.id) }),
      make("td", {}, remove));
  }

  counts(facet) {
    const found = { d: 0, i: 0, c: 0, n: 0 };
    this.data.passages.forEach((passage, at) => { found[this.letter(facet, passage.id, at)] += 1; });
    const said = [["d", "directly"], ["i", "indirectly"], ["c", "against"]].filter(([letter]) => found[letter]).map(([letter, word]) => `${found[letter]} ${word}`);
    return said.join(", ") || "no passage";
  }

  add() {
    if (this.facets.length >= this.data.most) return;
    const taken = new Set([...this.facets.map((facet) => facet.id), ...this.data.taken]);
    let number = this.facets.length + 1;
    while (taken.has(`f${number}`)) number += 1;
    this.facets.push({ id: `f${number}`, text: "", weight: 1, by: "" });
    this.seq += 1;
    this.draw();
    [...this.root.querySelectorAll("input[type=text]")].at(-1).focus();
  }

  legend() {
    const words = Object.values(TOUCH).map(([, sign, word], at) => `${at + 1} ${sign} ${word}`).join("   ");
    return make("p", { className: "legend" },
      make("span", { textContent: `Keys: arrows move,  ${words}   0 as drafted. ` }),
      make("b", { textContent: "Framed" }), make("span", { textContent: " is what a person said; the rest is drafted from words." }));
  }

  letter(facet, passage, at) {
    return this.marks.get(place(facet, passage)) || (this.data.drafted[facet] || "")[at] || "n";
  }

  grid() {
    const { passages } = this.data;
    if (!passages.length) return make("p", { className: "empty", textContent: "No passage was retrieved for this claim." });
    const table = make("table", { className: "marks" }, make("caption", { textContent: "Passages against facets" }));
    const head = make("tr", {}, make("th", { scope: "col", className: "passage", textContent: "Passage" }));
    this.facets.forEach((facet, number) => head.append(make("th", { scope: "col", title: facet.text, dir: "auto" }, make("i", { textContent: `${number + 1} ` }), facet.text)));
    const body = make("tbody");
    passages.slice(0, this.shown).forEach((passage, row) => {
      const name = make("th", { scope: "row", className: "passage", title: passage.text, dir: "auto" },
        make("i", { textContent: `${passage.letter} ` }), make("b", { textContent: passage.title }), make("span", { textContent: passage.text }));
      body.append(make("tr", {}, name, ...this.facets.map((facet, column) => this.cell(facet, passage, row, column))));
    });
    table.append(make("thead", {}, head), body);
    table.style.minWidth = `${18 + 8.6 * this.facets.length}rem`;
    const frame = make("div", { className: "grid" }, table);
    if (passages.length > this.shown) {
      const more = make("button", { type: "button", className: "add", textContent: `Show ${Math.min(STEP, passages.length - this.shown)} more of ${passages.length} passages` });
      more.onclick = () => { this.shown += STEP; this.draw(); };
      frame.append(more);
    }
    return frame;
  }

  cell(facet, passage, row, column) {
    const key = place(facet.id, passage.id);
    const stated = this.marks.get(key);
    const [, sign, word] = TOUCH[this.letter(facet.id, passage.id, row)];
    const changed = stated !== this.saved.get(key);
    const button = make("button", { type: "button", className: `mark ${TOUCH[this.letter(facet.id, passage.id, row)][0]}${stated ? " stated" : ""}${changed ? " changed" : ""}` },
      make("span", { className: "sign", textContent: sign }), make("span", { textContent: word }));
    const who = !stated ? "drafted" : changed ? "not saved yet" : `said by ${this.data.by}`;
    button.setAttribute("aria-label", `${facet.text}, ${passage.title}: ${word}, ${who}`);
    button.title = who;
    button.dataset.key = `mark|${row}|${column}`;
    button.tabIndex = this.at === null ? (row || column ? -1 : 0) : this.at[0] === row && this.at[1] === column ? 0 : -1;
    button.onfocus = () => this.read(row, column);
    button.onclick = () => {
      const turn = ["", "d", "i", "n", "c"];
      this.say(facet.id, passage.id, turn[(turn.indexOf(stated || "") + 1) % turn.length]);
    };
    button.onkeydown = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const step = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key];
      if (step) {
        event.preventDefault();
        this.root.querySelector(`[data-key="mark|${row + step[0]}|${column + step[1]}"]`)?.focus();
      } else if (event.key in KEYS) {
        event.preventDefault();
        this.say(facet.id, passage.id, KEYS[event.key]);
      }
    };
    return make("td", {}, button);
  }

  say(facet, passage, letter) {
    const key = place(facet, passage);
    if ((this.marks.get(key) || "") === letter) return;
    if (letter) this.marks.set(key, letter);
    else this.marks.delete(key);
    this.draw();
    this.told(false);
  }

  read(row, column) {
    const before = this.at && this.root.querySelector(`[data-key="mark|${this.at[0]}|${this.at[1]}"]`);
    if (before) before.tabIndex = -1;
    this.at = [row, column];
    const now = this.root.querySelector(`[data-key="mark|${row}|${column}"]`);
    if (now) now.tabIndex = 0;
    this.root.querySelector(".reading")?.replaceWith(this.reading());
  }

  reading() {
    const passage = this.at && this.data.passages[this.at[0]];
    const facet = this.at && this.facets[this.at[1]];
    if (!passage || !facet) return make("div", { className: "reading", hidden: true });
    return make("div", { className: "reading" },
      make("p", { className: "about", dir: "auto" }, make("b", { textContent: facet.text }), ` in ${passage.title}`),
      make("p", { dir: "auto", textContent: passage.full || "It has no text here." }));
  }
}

const grids = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".parts");
  if (!grids.has(root)) grids.set(root, new Parts(root));
  grids.get(root).update(data, (sent) => setTriggerValue("edited", sent));
}
