// The signing form. What is chosen and typed lives here until it is signed; text nodes only.
// What nodes.js and desk_tools.js define stands above this.
const DRAFTS = "headwater:release-reasons";
const ASK_AFTER = 8000;
const FIRST_REASON = 5;
const HELP = [
  ["1 2 3 4", "choose the decision; the text that goes with it follows"],
  ["D", "the next text that this decision may let out"],
  ["5 6 7 8 9", "a quick reason"],
  ["R", "to the reason; Escape leaves it, and what you typed stays"],
  ["S", "sign and take the next; Ctrl and Enter while typing"],
  ["J  K", "next and previous; nothing is signed"],
  ["U", "take your last signature back, by an entry of its own"],
  ["C", "copy the text"],
  ["?", "this list"],
];

function keep(all) {
  const names = Object.keys(all);
  for (const old of names.slice(0, Math.max(0, names.length - 50))) delete all[old];
  write(sessionStorage, DRAFTS, all);
}

class Form {
  constructor(root) {
    this.root = root;
    this.drafts = read(sessionStorage, DRAFTS, {});
    this.build();
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey, true);
  }

  end() {
    document.removeEventListener("keydown", this.onKey, true);
    clearTimeout(this.late);
  }

  build() {
    const part = (name, tag = "div") => (this[name] = el(tag, name));
    this.root.setAttribute("role", "region");
    this.root.setAttribute("aria-label", "Sign");
    part("status").setAttribute("role", "status");
    this.status.setAttribute("aria-live", "polite");
    part("decisions", "fieldset");
    part("texts", "fieldset");
    part("against", "p").setAttribute("role", "note");
    const why = part("why");
    const label = el("label");
    label.append(el("span", "", "Reason, kept with the signature"), el("kbd", "", "R"));
    this.reason = el("textarea");
    this.reason.rows = 2;
    this.reason.maxLength = 4000;
    this.reason.placeholder = "type, or choose below";
    this.reason.setAttribute("aria-label", "Reason, kept with the signature");
    this.reason.oninput = () => this.keepReason();
    this.reason.onkeydown = (event) => {
      if (event.key === "Escape") this.reason.blur();
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.sign();
    };
    part("quick").setAttribute("role", "group");
    this.quick.setAttribute("aria-label", "Quick reasons");
    why.append(label, this.reason, this.quick);
    part("acts");
    this.main = button("main", "S", "Sign and next", () => this.sign());
    this.buttons = {
      previous: button("act", "K", "Previous", () => this.act("previous")),
      next: button("act", "J", "Next", () => this.act("next")),
      undo: button("act", "U", "Take back my last", () => this.act("undo")),
    };
    const ask = button("act", "?", "Keys", () => this.keys.togglePopover());
    ask.setAttribute("aria-haspopup", "dialog");
    this.acts.append(this.main, ...Object.values(this.buttons), ask);
    const shown = part("shown");
    this.title = el("h3", "");
    this.preview = el("pre", "");
    this.preview.tabIndex = 0;
    const out = el("div", "acts");
    this.copyButton = button("act", "C", "Copy text", () => this.copy());
    this.saveButton = button("act", "", "Download as text", () => this.download());
    out.append(this.copyButton, this.saveButton);
    shown.append(this.title, this.preview, out);
    this.root.append(this.status, this.decisions, this.texts, this.against, why, this.acts, shown, this.help());
    // Streamlit listens for letters on the document and does not see into a shadow root.
    for (const kind of ["keydown", "keyup", "keypress"])
      this.root.addEventListener(kind, (event) => typing(event) && event.stopPropagation());
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
    this.keys.append(el("h3", "", "Keys"), list);
    return this.keys;
  }

  update(data, emit) {
    this.send = emit;
    const other = !this.data || this.data.item !== data.item || this.data.seen !== data.seen;
    const turned = !this.data || this.data.turn !== data.turn;
    const before = this.data;
    this.data = data;
    if (turned) {
      this.sent = null;
      clearTimeout(this.late);
      if (data.done && before && data.done !== before.done) this.forget(data.done);
    }
    if (other) {
      this.decision = data.item ? data.decision : null;
      this.text = data.item ? this.chosen().text : null;
      this.reason.value = this.drafts[data.item] || "";
      this.drawQuick();
    }
    this.root.classList.toggle("idle", !data.item);
    this.root.classList.toggle("waiting", Boolean(this.sent));
    this.root.dataset.item = data.item;
    this.root.dataset.turn = data.turn;
    this.draw();
  }

  chosen() {
    return this.data.decisions.find((one) => one.value === this.decision);
  }

  draw() {
    const { data } = this;
    this.say(data.status.words || data.note || "", data.status.words ? data.status.tone : "");
    for (const [what, node] of Object.entries(this.buttons)) node.disabled = !data.can[what];
    this.main.hidden = !data.item;
    if (!data.item) return;
    this.drawDecisions();
    this.drawTexts();
    this.drawShown();
  }

  drawDecisions() {
    const rows = this.data.decisions.map((one) => {
      const row = this.option("decision", one.value, one.value === this.decision, () => this.decide(one.value));
      row.append(el("kbd", "", String(one.number)), el("b", one.tone, one.words));
      if (one.rule) row.append(el("span", "tag", "the rule"));
      return row;
    });
    this.redraw(this.decisions, "Decision", rows);
  }

  drawTexts() {
    const rows = this.chosen().texts.map((text) => {
      const row = this.option("text", text, text === this.text, () => this.let(text));
      row.append(el("span", "", this.data.texts[text].name));
      return row;
    });
    this.redraw(this.texts, "What is released", rows);
  }

  redraw(box, title, rows) {
    const root = this.root.getRootNode();
    const held = box.contains(root.activeElement) ? root.activeElement.value : null;
    box.replaceChildren(el("legend", "", title), ...rows);
    if (held !== null) [...box.querySelectorAll("input")].find((node) => node.checked)?.focus({ preventScroll: true });
  }

  option(name, value, checked, act) {
    const row = el("label", "option");
    const input = el("input");
    Object.assign(input, { type: "radio", name, value, checked, disabled: !this.data.may });
    input.onchange = act;
    row.append(input);
    return row;
  }

  drawQuick() {
    this.quick.replaceChildren(
      ...(this.data.reasons || []).map((words, at) => button("act", String(FIRST_REASON + at), words, () => this.because(at))),
    );
  }

  drawShown() {
    const beyond = this.beyond();
    this.against.textContent = beyond ? `Against the rule: ${beyond}. It will be marked so; say why in your own words.` : "";
    this.main.classList.toggle("beyond", Boolean(beyond));
    const named = this.data.reasons.includes(this.reason.value.trim());
    const ready = this.reason.value.trim() && !(beyond && named);
    this.main.disabled = !this.data.may || !ready || Boolean(this.sent);
    this.main.title = ready ? "" : beyond ? "It takes a reason in your own words" : "It takes a reason";
    this.reason.disabled = !this.data.may;
    for (const node of this.quick.children) node.disabled = !this.data.may || Boolean(beyond);
    const { words } = this.data.texts[this.text];
    this.title.textContent = this.text === "none" ? "Nothing is let out" : `As it is let out: ${words.length.toLocaleString("en")} characters`;
    this.preview.textContent = words;
    this.preview.hidden = !words;
    this.copyButton.disabled = this.saveButton.disabled = !words;
  }

  beyond() {
    return this.data.against[`${this.decision} ${this.text}`] || "";
  }

  decide(value) {
    if (!this.data.may) return;
    this.decision = value;
    this.text = this.chosen().text;
    this.draw();
  }

  let(text) {
    this.text = text;
    this.draw();
  }

  because(at) {
    if (!this.data.may || this.beyond() || at >= this.data.reasons.length) return;
    this.reason.value = this.data.reasons[at];
    this.keepReason();
  }

  keepReason() {
    if (this.reason.value) this.drafts[this.data.item] = this.reason.value;
    else delete this.drafts[this.data.item];
    keep(this.drafts);
    this.drawShown();
  }

  forget(item) {
    delete this.drafts[item];
    keep(this.drafts);
    if (item === this.data.item) this.reason.value = "";
  }

  sign() {
    if (this.sent || !this.data.item) return;
    if (!this.data.may) return;
    if (this.main.disabled) {
      this.say(this.main.title, "bad");
      this.reason.focus();
      return;
    }
    this.emit({ do: "sign", decision: this.decision, text: this.text, reason: this.reason.value });
  }

  act(what) {
    if (this.sent || this.buttons[what].disabled) return;
    this.emit({ do: what });
  }

  // One deed at a time: what is pressed before the answer would meet a line nobody has read yet.
  emit(deed) {
    this.sent = deed;
    this.root.classList.add("waiting");
    this.main.disabled = true;
    this.late = setTimeout(() => {
      this.sent = null;
      this.root.classList.remove("waiting");
      this.say("No answer from the server yet. Reload the page to see whether it was signed; nothing is signed twice.", "bad");
    }, ASK_AFTER);
    this.send({ item: this.data.item, turn: this.data.turn, ...deed });
  }

  async copy() {
    const { words } = this.data.texts[this.text];
    if (!words) return;
    try {
      await navigator.clipboard.writeText(words);
      this.say("Copied as plain text.", "good");
    } catch {
      getSelection().selectAllChildren(this.preview);
      this.say("The browser lets nobody copy here; the text is marked: press Ctrl and C.", "bad");
    }
  }

  download() {
    const link = el("a");
    link.href = URL.createObjectURL(new Blob([this.data.texts[this.text].words], { type: "text/plain;charset=utf-8" }));
    link.download = `${this.data.name}.txt`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || typing(event)) return;
    if (!this.root.isConnected) {
      this.end();
      return;
    }
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const open = Boolean(this.data.item);
    const deeds = {
      j: () => this.act("next"),
      k: () => this.act("previous"),
      u: () => this.act("undo"),
      "?": () => this.keys.togglePopover(),
    };
    if (open) {
      Object.assign(deeds, { s: () => this.sign(), r: () => this.reason.focus(), c: () => this.copy(), d: () => this.turnText() });
      for (const one of this.data.decisions) deeds[one.number] = () => this.decide(one.value);
      this.data.reasons.forEach((_, at) => (deeds[FIRST_REASON + at] = () => this.because(at)));
    }
    if (!deeds[key]) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.repeat || (this.keys.matches(":popover-open") && key !== "?")) return;
    deeds[key]();
  }

  turnText() {
    if (!this.data.may) return;
    const { texts } = this.chosen();
    this.let(texts[(texts.indexOf(this.text) + 1) % texts.length]);
  }

  say(words, tone) {
    this.status.className = `status ${tone}`;
    this.status.textContent = words;
  }
}

const forms = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".sign");
  if (!forms.has(root)) forms.set(root, new Form(root));
  const form = forms.get(root);
  form.update(data, (deed) => setTriggerValue("did", { ...deed, at: Date.now() }));
  return () => {
    form.end();
    forms.delete(root);
  };
}
