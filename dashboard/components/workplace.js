// The work place: two documents, four answers with what each would do, and one keystroke per answer. Text nodes only.
// The page around it is the server's; here live the keys, the draft of a reason, and the memory of an unconfirmed click.
// What nodes.js, papers.js and desk_tools.js define stands above this.
const DRAFTS = "headwater:drafts";
const SENT = "headwater:sent";
const ASK_AFTER = 8000;
// What the page before this one sent has arrived by then, or never will.
const SETTLED = 500;
const LABELS = { 1: 1, 2: 2, 3: 3, 4: 4 };
const ACTS = [
  ["previous", "k", "Previous"],
  ["next", "j", "Next"],
  ["skip", "s", "Skip"],
  ["second", "f", "Second opinion"],
  ["undo", "u", "Undo"],
  ["redo", "y", "Redo"],
];
const KEYS = Object.fromEntries(ACTS.map(([what, key]) => [key, what]));
const HELP = [
  ["1 2 3 4", "choose an answer and save it at once; the next item follows"],
  ["J  K", "next and previous item; nothing is saved"],
  ["S", "skip: out of your queue until you take it back"],
  ["F", "ask for a second opinion, or withdraw the request"],
  ["U  Y", "undo your last answer; redo it"],
  ["R", "to the reason; Escape leaves it, and what you typed stays"],
  ["E", "for this claim, or everywhere the document is used"],
  ["?", "this list"],
];

class Work {
  constructor(root) {
    this.root = root;
    this.everywhere = false;
    this.sent = null;
    this.drafts = read(localStorage, DRAFTS, {});
    this.build();
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey, true);
  }

  end() {
    document.removeEventListener("keydown", this.onKey, true);
    clearInterval(this.asking);
  }

  build() {
    const part = (name, tag = "div") => (this[name] = el(tag, name));
    const head = el("header", "head");
    head.append(part("question", "h2"), part("claim", "p"), part("place", "p"));
    part("docs");
    part("grounds").tabIndex = 0;
    part("status").setAttribute("role", "status");
    this.status.setAttribute("aria-live", "polite");
    part("history").tabIndex = 0;
    this.root.append(this.status, head, this.docs, this.grounds, this.say(), this.answers(), this.acts());
    this.root.append(this.history, this.help());
    this.root.setAttribute("role", "region");
    this.root.setAttribute("aria-label", "Work place");
    // Streamlit listens for letters on the document and does not see into a shadow root.
    for (const kind of ["keydown", "keyup", "keypress"])
      this.root.addEventListener(kind, (event) => typing(event) && event.stopPropagation());
  }

  say() {
    const row = el("div", "say");
    const why = el("label", "why");
    why.append(el("span", "small", "Reason"), el("kbd", "", "R"));
    this.reason = el("input");
    this.reason.type = "text";
    this.reason.placeholder = "type, or choose";
    this.reason.oninput = () => this.keep();
    this.reason.onkeydown = (event) => {
      if (event.key === "Escape") this.reason.blur();
    };
    why.append(this.reason);
    this.quick = el("select", "quick");
    this.quick.setAttribute("aria-label", "Quick reasons");
    this.quick.onchange = () => this.addReason(this.quick.value);
    this.weighing = el("label", "weighing");
    this.weightName = el("span", "small");
    this.weight = el("input");
    Object.assign(this.weight, { type: "range", min: "0", max: "1", step: "0.05" });
    this.weightShown = el("output", "");
    this.weight.oninput = () => (this.weightShown.textContent = Number(this.weight.value).toFixed(2));
    this.weight.onchange = () => this.emit({ do: "weigh", weight: Number(this.weight.value) });
    this.weighing.append(this.weightName, this.weight, this.weightShown);
    this.scope = el("div", "scope");
    row.append(why, this.quick, this.weighing, this.scope);
    return row;
  }

  answers() {
    const box = el("div", "answers");
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", "Answers, and what each would make of this claim");
    const names = el("div", "row names");
    names.append(...["", "Answer: saves at once", "", "EIE", "gamma", "confidence", "allows"].map((n) => el("span", "", n)));
    box.append(names);
    this.choices = [1, 2, 3, 4].map((number) => {
      const node = el("button", "row");
      node.type = "button";
      node.onclick = () => this.label(number);
      box.append(node);
      return node;
    });
    return box;
  }

  acts() {
    const row = el("div", "acts");
    this.buttons = {};
    for (const [what, key, words] of ACTS)
      row.append((this.buttons[what] = button("act", key.toUpperCase(), words, () => this.act(what))));
    const ask = button("act", "?", "Keys", () => this.keys.togglePopover());
    ask.setAttribute("aria-haspopup", "dialog");
    row.append(ask);
    return row;
  }

  help() {
    this.keys = el("div", "keys");
    this.keys.setAttribute("popover", "auto");
    this.keys.setAttribute("role", "dialog");
    this.keys.setAttribute("aria-label", "Keys");
    const list = el("dl");
    for (const [key, words] of HELP) {
      const name = el("dt");
      name.append(...key.split(/\s+/).map((one) => el("kbd", "", one)));
      list.append(name, el("dd", "", words));
    }
    this.keys.append(el("h3", "", "Keys"), list, el("p", "small", "They work everywhere but in a text field."));
    return this.keys;
  }

  update(data, emit) {
    this.send = emit;
    const other = !this.data || this.data.item !== data.item;
    const turned = !this.data || this.data.turn !== data.turn;
    const written = JSON.stringify({ ...data, turn: 0 });
    this.data = data;
    if (turned) this.answered(data);
    if (written !== this.written) {
      this.written = written;
      this.draw(data, other);
    }
    this.root.classList.toggle("waiting", Boolean(this.sent));
    this.root.dataset.item = data.item;
    this.root.dataset.turn = data.turn;
    // What the page before this one had sent, and never heard of again.
    const left = read(sessionStorage, SENT, null);
    if (left && !this.sent && !this.checked) {
      this.checked = true;
      setTimeout(() => this.check(left), SETTLED);
    }
  }

  answered(data) {
    const left = read(sessionStorage, SENT, null);
    if (left && (left.token === data.done || left.token === data.checked)) {
      if (left.token === data.done) this.forget(left.item);
      write(sessionStorage, SENT, null);
      this.sent = null;
    }
    if (this.sent && !this.sent.token) this.sent = null;
    if (this.sent && data.refused === this.sent.token) {
      write(sessionStorage, SENT, null);
      this.sent = null;
    }
    if (!this.sent) clearInterval(this.asking);
    else if (this.sent.token) this.check(left);
  }

  check(left) {
    this.emit({ do: "check", item: left.item, token: left.token, number: left.number, weight: left.weight });
  }

  keep() {
    const words = this.reason.value;
    if (words) this.drafts[this.data.item] = words;
    else delete this.drafts[this.data.item];
    const keys = Object.keys(this.drafts);
    for (const old of keys.slice(0, Math.max(0, keys.length - 50))) delete this.drafts[old];
    write(localStorage, DRAFTS, this.drafts);
  }

  forget(item) {
    delete this.drafts[item];
    write(localStorage, DRAFTS, this.drafts);
    if (item === this.data.item) this.reason.value = "";
  }

  emit(deed) {
    this.send({ item: this.data.item, turn: this.data.turn, ...deed });
  }

  // One deed at a time: what is pressed before the answer would meet an item nobody has seen yet.
  act(what) {
    if (this.sent || this.buttons[what]?.disabled) return;
    const mine = (this.sent = { what });
    this.root.classList.add("waiting");
    this.emit({ do: what, reason: this.reason.value });
    setTimeout(() => this.sent === mine && this.late(), ASK_AFTER);
  }

  label(number) {
    if (this.sent || !this.data.item || !this.data.may) return;
    const deed = {
      number,
      weight: number === 3 ? Number(this.weight.value) : null,
      reason: this.reason.value,
      everywhere: this.everywhere && Boolean(this.data.scope),
      relation: this.relation ? this.relation.value : "",
      token: `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`,
    };
    this.sent = { what: "label", token: deed.token };
    write(sessionStorage, SENT, { item: this.data.item, token: deed.token, number, weight: deed.weight });
    this.root.classList.add("waiting");
    this.emit({ do: "label", ...deed });
    clearInterval(this.asking);
    this.asking = setInterval(() => this.late(), ASK_AFTER);
  }

  late() {
    const left = read(sessionStorage, SENT, null);
    if (!left) {
      this.sent = null;
      this.root.classList.remove("waiting");
      return;
    }
    this.sayStatus("No answer from the server yet. Whether your answer arrived is asked until it is known.", "bad");
    this.check(left);
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || typing(event)) return;
    if (!this.root.isConnected) {
      this.end();
      return;
    }
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const conflict = this.data.conflict && { k: "keep", t: "take" }[key];
    const mine = conflict || LABELS[key] || KEYS[key] || key === "?" || key === "r" || key === "e";
    if (!mine) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.repeat || (this.keys.matches(":popover-open") && key !== "?")) return;
    if (conflict) this.act(conflict);
    else if (LABELS[key]) this.label(LABELS[key]);
    else if (key === "?") this.keys.togglePopover();
    else if (key === "r") this.reason.focus();
    else if (key === "e") this.setScope(!this.everywhere);
    else this.act(KEYS[key]);
  }

  setScope(everywhere) {
    if (!this.data.scope) return;
    this.everywhere = everywhere;
    for (const node of this.scope.querySelectorAll("input")) node.checked = (node.value === "all") === everywhere;
  }

  draw(data, other) {
    this.root.classList.toggle("idle", !data.item);
    this.question.textContent = data.item ? data.question : data.empty.title;
    this.question.title = this.question.textContent;
    this.place.replaceChildren(el("span", "", data.item ? data.place : data.empty.words), el("span", "", data.beside || ""));
    this.place.title = this.place.textContent;
    this.drawClaim(data);
    if (other) this.drawDocuments(data);
    this.drawGrounds(data);
    this.drawSay(data, other);
    if (data.item) data.choices.forEach((choice, at) => this.drawChoice(this.choices[at], choice, data));
    this.drawActs(data);
    this.drawStatus(data);
    const lines = (data.history || []).map((words) => el("p", "small", words));
    this.history.replaceChildren(...(lines.length ? [el("p", "strong", "What was said here"), ...lines] : []));
  }

  drawClaim(data) {
    this.claim.replaceChildren();
    if (!data.item) return;
    const words = el("span", "text", data.claim);
    const { now } = data;
    const figures = data.blind ? "" : `EIE ${now.eie} · gamma ${now.gamma} · ${now.aware}`;
    this.claim.append(el("span", "tag", "Claim"), words, el("span", "figures", figures));
    if (!data.blind) this.claim.append(el("span", `badge ${now.tone}`, now.decision));
    this.claim.title = data.claim;
  }

  drawDocuments(data) {
    this.docs.replaceChildren();
    if (!data.item) return;
    papers(this.docs, data.left, data.right, data.alone);
  }

  drawGrounds(data) {
    const said = (data.words || []).map((word) => {
      const node = el("div", "word");
      const first = el("p", "");
      first.append(el("b", "", `${word.by}: ${word.what}`), el("span", "small", ` · ${word.at} · ${word.short}`));
      node.append(first, el("p", "", word.reason));
      node.title = `${word.reason}\n${word.figures}`;
      return node;
    });
    const grounds = (data.grounds || []).map((words) => el("p", "", words));
    const none = data.item && !grounds.length && !said.length;
    this.grounds.replaceChildren(...said, ...grounds);
    if (none) this.grounds.append(el("p", "small", "No rule says anything of this document."));
    this.grounds.classList.toggle("words", said.length > 0);
  }

  drawSay(data, other) {
    if (other) this.reason.value = this.drafts[data.item] || "";
    this.reason.disabled = !data.item || !data.may;
    if (!data.item) return;
    if (other || this.weightSaid !== data.weight) this.weight.value = String(data.weight);
    this.weightSaid = data.weight;
    this.weightName.textContent = data.weight_name;
    this.weightShown.textContent = Number(this.weight.value).toFixed(2);
    if (!this.quick.childElementCount) {
      const first = el("option", "", "quick reasons …");
      first.value = "";
      this.quick.append(first, ...data.reasons.map((words) => el("option", "", words)));
    }
    this.quick.disabled = !data.may;
    if (other || !this.scope.childElementCount) this.drawScope(data);
  }

  addReason(words) {
    const typed = this.reason.value.trim();
    if (words) this.reason.value = typed && !this.data.reasons.includes(typed) ? `${typed}; ${words}` : words;
    this.quick.value = "";
    this.keep();
  }

  drawScope(data) {
    this.relation = null;
    this.scope.replaceChildren();
    if (data.scope) {
      for (const [value, words] of [["here", data.scope.here], ["all", data.scope.all]]) {
        const label = el("label");
        const radio = el("input");
        Object.assign(radio, { type: "radio", name: "scope", value, checked: (value === "all") === this.everywhere });
        radio.onchange = () => this.setScope(value === "all");
        label.append(radio, el("span", "", words));
        label.title = words;
        this.scope.append(label);
      }
      this.scope.append(el("kbd", "", "E"));
    } else if (data.relations.length) {
      this.relation = el("select");
      for (const [value, words] of data.relations) {
        const option = el("option", "", words);
        option.value = value;
        option.selected = value === data.relation;
        this.relation.append(option);
      }
      const label = el("label");
      label.append(el("span", "small", "The link is: "), this.relation);
      this.scope.append(label);
    }
  }

  drawChoice(node, choice, data) {
    const name = el("span", "name");
    name.append(el("b", "", choice.name), choice.current ? el("span", "small", " · counts now") : "");
    const figure = (words, kind = "") => el("span", `number ${kind}`, words);
    const sure = figure(choice.aware);
    if (choice.change) sure.append(el("span", "change", choice.change));
    node.replaceChildren(el("kbd", "", String(choice.number)), name, el("span", "small meaning", choice.meaning),
      figure(choice.eie), figure(choice.gamma), sure, el("span", `badge ${choice.tone}${choice.turns ? " turns" : ""}`, choice.decision));
    node.disabled = !data.may;
    node.title = choice.meaning;
    node.setAttribute("aria-label",
      `${choice.number}: ${choice.name}. EIE ${choice.eie}, gamma ${choice.gamma}, confidence ${choice.aware}, ${choice.decision}`);
  }

  drawActs(data) {
    const can = data.can || {};
    const open = Boolean(data.item);
    for (const [what, node] of Object.entries(this.buttons))
      node.disabled = { previous: !can.previous, undo: !can.undo, redo: !can.redo, next: !open, skip: !open, second: !open || !data.may || data.blind }[what];
    const second = this.buttons.second.querySelector(".words");
    second.textContent = data.flagged ? "Withdraw second opinion" : "Second opinion";
  }

  drawStatus(data) {
    this.status.replaceChildren();
    if (data.conflict) {
      this.status.className = "status conflict";
      this.status.append(el("span", "", data.conflict.words));
      this.status.append(button("act", "K", data.conflict.keep, () => this.act("keep")));
      this.status.append(button("act", "T", data.conflict.take, () => this.act("take")));
      return;
    }
    this.sayStatus(data.status.words || (data.answered || data.note ? "" : data.hint || ""), data.status.tone);
    const notes = [data.answered, data.note].filter(Boolean).join(" ");
    if (notes) this.status.append(el("span", "small", notes));
  }

  sayStatus(words, tone) {
    this.status.className = `status ${tone}`;
    this.status.replaceChildren(el("span", "", words));
  }
}

const works = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".work");
  if (!works.has(root)) works.set(root, new Work(root));
  const work = works.get(root);
  work.update(data, (deed) => setTriggerValue("did", { ...deed, at: Date.now() }));
  return () => {
    work.end();
    works.delete(root);
  };
}
