// Cards of figures; each opens its formula, numbers, source and caution. Text nodes only.
const LINES = [["formula", "Formula"], ["filled", "This claim"], ["source", "Source"], ["caution", "Careful"]];

function text(tag, name, words) {
  const node = document.createElement(tag);
  node.className = name;
  node.textContent = words;
  return node;
}

function help(card, id) {
  const box = document.createElement("div");
  box.className = "help";
  box.id = id;
  box.setAttribute("popover", "auto");
  box.setAttribute("role", "dialog");
  box.setAttribute("aria-label", card.label);
  box.append(text("h3", "", card.label));
  const list = document.createElement("dl");
  for (const [key, name] of LINES)
    if (card[key]) list.append(text("dt", "", name), text("dd", key === "filled" ? "numbers" : "", card[key]));
  box.append(list);
  return box;
}

function place(box, button) {
  const at = button.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, window.innerWidth - box.offsetWidth - 8));
  const below = at.bottom + 6 + box.offsetHeight <= window.innerHeight;
  box.style.left = `${left}px`;
  box.style.top = `${below ? at.bottom + 6 : Math.max(8, at.top - box.offsetHeight - 6)}px`;
}

function card(data, number) {
  const node = document.createElement("div");
  node.className = "card";
  const id = `help-${number}`;
  const value = text("div", /\d/.test(data.value) ? "value" : "value words", data.value);
  if (data.spoken) value.setAttribute("aria-label", data.spoken);
  const note = text("div", "note", data.note);
  if (data.tried) note.append(text("div", "tried", data.tried));
  node.append(text("div", "label", data.label), value, note);
  if (data.formula) {
    const ask = text("button", "ask", "?");
    ask.type = "button";
    ask.setAttribute("aria-label", `How ${data.label} is computed`);
    ask.setAttribute("popovertarget", id);
    const box = help(data, id);
    box.addEventListener("toggle", (event) => { if (event.newState === "open") place(box, ask); });
    node.append(ask, box);
  }
  return node;
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".figures");
  const written = JSON.stringify(data);
  if (root.dataset.written === written) return;
  root.dataset.written = written;
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", data.name);
  const widths = data.cards.map((one) => `minmax(0, ${one.width || 1}fr)`);
  root.style.setProperty("--columns", widths.join(" "));
  root.replaceChildren(...data.cards.map(card));
}
