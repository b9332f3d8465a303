// The pictures of a presentation that stand by themselves. Every text is a text node; nothing here reads markup.

function make(tag, name, ...inside) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  node.append(...inside.filter((one) => one !== null && one !== undefined && one !== ""));
  return node;
}

const SIGNED = 80; // tiles that have room for a sign
const percent = (value) => `${Math.max(0, Math.min(1, value)) * 100}%`;

function track(value, from) {
  const fill = make("div", "fill");
  fill.style.width = percent(from ?? value);
  // The bar starts where the last one ended, so that what is lost is seen to go.
  if (from !== undefined) requestAnimationFrame(() => requestAnimationFrame(() => (fill.style.width = percent(value))));
  return make("div", "track", fill);
}

function bar(one, data, still) {
  const aware = one.key === "aware", before = data.bars[0].value;
  const rail = track(one.value, aware && !still ? before : undefined);
  if (aware && data.gone && before > one.value) {
    const lost = make("div", "gone");
    lost.style.left = percent(one.value);
    lost.style.width = percent(before - one.value);
    // Only where the words have room; the sentence has both figures anyway.
    if (before - one.value > 0.2) lost.append(data.gone);
    rail.append(lost);
  }
  if (aware && one.high - one.low > 1e-9) {
    const span = make("div", "span");
    span.style.left = percent(one.low);
    span.style.width = percent(one.high - one.low);
    rail.append(span);
  }
  const start = make("div", "start");
  start.style.left = percent(data.prior);
  rail.append(start);
  return make("div", `bar ${one.key}`, make("div", "label", one.label), rail, make("div", "value", one.text));
}

const PICTURES = {
  bars(data, still) {
    const words = [data.gone && data.gone !== "no change" ? `${data.gone}, ${data.why.join(", and ")}` : "", `dotted line: ${data.before}`];
    return make(
      "div", "panel bars", ...data.bars.map((one) => bar(one, data, still)),
      make("div", "why", ...words.filter(Boolean).map((word, n) => make("p", n ? "before" : "", word))),
    );
  },

  checks(data) {
    if (!data.groups.length) return lone(data.value);
    const total = data.groups.reduce((sum, group) => sum + group.marks, 0);
    const marks = make("div", "marks");
    const small = total > 60;
    marks.style.setProperty("--side", small ? (total > 120 ? ".72em" : "1.1em") : "1.6em");
    for (const group of data.groups)
      for (let n = 0; n < group.marks; n++)
        marks.append(make("div", `mark ${group.tone}${small ? " small" : ""}`, small ? "" : group.sign));
    const kinds = make("ul", "kinds", ...data.groups.map((group) =>
      make("li", "", make("div", `mark ${group.tone}`, group.sign), make("span", "", `${group.number.toLocaleString("en")} ${group.words}`))));
    const words = /\d/.test(data.value) ? "big" : "big words";
    const value = make("div", "", make("div", words, data.value), make("p", "of", data.label.toLowerCase()));
    return make("div", "panel checks", value, make("div", "", marks, kinds));
  },

  decision(data) {
    const head = make("div", "verdict", make("div", `badge ${data.tone}`, data.word), make("p", "states", data.states));
    const panel = make("div", `panel decision${data.parts.length ? " parted" : ""}`, head, list(data.reasons));
    if (data.parts.length)
      panel.append(make("div", "parts", ...data.parts.map((part) => make("section", "part", make("h2", "", part.title), list(part.items)))));
    return panel;
  },

  fork(data, still) {
    if (!data.arms.length) return lone(data.sign, data.good);
    const what = make("p", "what", data.question);
    what.title = data.question;
    const arms = data.arms.map((arm) =>
      make("div", "bar arm", make("div", "label", arm.label), track(arm.value, still ? undefined : data.now.value), make("div", "value", arm.text),
        make("p", "allows", `${data.allows} `, make("b", arm.tone, arm.word))));
    for (const arm of arms) {
      const start = make("div", "start");
      start.style.left = percent(data.now.value);
      arm.querySelector(".track").append(start);
    }
    return make("div", "panel fork", make("div", "question", what, make("p", "asks", data.asks)),
      make("div", "arms", ...arms, make("p", "before", `dotted line: ${data.now.text}`)));
  },

  regime(data, still, last) {
    const number = data.tiles.length, across = filled(number);
    const tiles = make("div", "tiles");
    tiles.style.setProperty("--across", across);
    tiles.style.setProperty("--side", number > SIGNED ? ".85em" : number > 60 ? "1.3em" : number > 30 ? "1.6em" : number > 12 ? "1.9em" : "2.2em");
    data.tiles.forEach((tile, n) => {
      const level = make("i");
      const from = !still && last?.tiles?.[n] ? last.tiles[n].fill : tile.fill;
      level.style.height = percent(from);
      if (from !== tile.fill) requestAnimationFrame(() => requestAnimationFrame(() => (level.style.height = percent(tile.fill))));
      tiles.append(make("div", `tile ${tile.kind}`, level, make("span", "", number > SIGNED ? "" : tile.sign)));
    });
    const kinds = make("ul", "kinds", ...data.kinds.map((kind) => {
      const level = make("i");
      level.style.height = percent(data.tiles.find((tile) => tile.kind === kind.kind).fill);
      return make("li", "", make("div", `tile ${kind.kind}`, level, make("span", "", kind.sign)), make("span", "", kind.words));
    }));
    const bars = make("div", "bars", ...data.bars.map((one) => bar(one, { ...data, gone: "" }, still)), make("p", "before", data.gone));
    return make("div", "panel regime", make("div", "", tiles, kinds), bars);
  },

  compare(data) {
    const head = make("div", "line head", make("span"), ...data.heads.map((words) => make("span", "", words)));
    const cell = (kind, value, text) => make("div", `cell ${kind}`, make("span", "", text), track(value));
    const rows = data.rows.map((row) =>
      make("div", "line", make("div", "title", row.title), cell("eie", row.items ? row.eie / row.items : 0, row.eie_text),
        cell("naive", row.naive, row.naive_text), cell("aware", row.aware, row.aware_text)));
    return make("div", "panel compare", head, ...rows);
  },
};

// Tiles in a row, a little wider than high: the number that leaves the fewest places empty.
function filled(number) {
  const most = Math.ceil(Math.sqrt(number * 2.4));
  let best = Math.max(1, Math.ceil(Math.sqrt(number * 1.2)));
  const empty = (across) => Math.ceil(number / across) * across - number;
  for (let across = best; across <= most; across++) if (empty(across) < empty(best)) best = across;
  return best;
}

// Where there is nothing to draw, that is drawn.
function lone(words, good) {
  return make("div", "panel lone", make("p", `sign-card${good ? " good" : ""}`, words));
}

function list(items) {
  return make("ul", "items", ...items.map((text) => {
    const item = make("li", "", text);
    item.title = text;
    return item;
  }));
}

// Whether a list does not show all it holds.
function cut(panel) {
  return [...panel.querySelectorAll(".items, .items li, .part")].some((node) => node.scrollHeight > node.clientHeight + 2);
}

// Cuts long lines of the lists, then takes lines off their ends until they fit, and says how many.
function shorten(panel, room) {
  for (const node of panel.querySelectorAll(".items")) {
    const part = node.closest(".part");
    const high = () => (part ? part.getBoundingClientRect().bottom - node.getBoundingClientRect().top : room);
    const fits = () => node.scrollHeight <= high() + 1;
    if (!part) room = node.closest(".parted") ? room * 0.34 : room;
    const items = [...node.children];
    for (const most of [4, 3, 2]) {
      if (fits()) break;
      node.style.setProperty("--most", most);
    }
    const more = make("li", "more");
    let kept = items.length;
    while (!fits() && kept > 1) {
      items[--kept].remove();
      more.textContent = `${items.length - kept} more`;
      node.append(more);
    }
  }
}
