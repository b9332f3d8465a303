// Two texts side by side, and a quote within its paragraph. Ready stretches from Python, as text nodes only.
function el(tag, name, words) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (words !== undefined) node.textContent = words;
  return node;
}

function stretch([words, kind]) {
  if (kind === "gap") {
    const gap = el("span", "gap");
    gap.title = "The other text has more here";
    return gap;
  }
  return kind === "plain" ? document.createTextNode(words) : el("mark", kind, words);
}

function side(title, parts, nothing, name) {
  const box = el("section", `side ${name}`);
  const text = el("div", "text");
  text.dir = "auto";
  text.tabIndex = 0;
  text.setAttribute("role", "group");
  text.setAttribute("aria-label", title);
  if (parts.length) text.append(...parts.map(stretch));
  else text.append(el("span", "none", nothing));
  box.append(el("h3", "", title), text);
  return box;
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".compared");
  const written = JSON.stringify(data);
  if (root.dataset.written === written) return;
  root.dataset.written = written;
  root.classList.toggle("grounded", data.grounded);
  root.classList.toggle("kept", Boolean(data.kept));
  const parts = [];
  if (data.left) {
    const sides = el("div", "sides");
    sides.append(
      side(data.left.title, data.left.parts, "", "expected"),
      side(data.right.title, data.right.parts, data.right.nothing, "observed"),
    );
    parts.push(sides);
  }
  if (data.words.length) {
    const list = el("ul", "");
    for (const words of data.words) {
      const item = el("li", "", words);
      item.dir = "auto";
      list.append(item);
    }
    parts.push(list);
  }
  if (data.around.parts.length) parts.push(side(data.around.title, data.around.parts, "", "around"));
  if (data.below) parts.push(el("p", "below", data.below));
  root.replaceChildren(...parts);
  for (const text of root.querySelectorAll(".around .text")) {
    const mark = text.querySelector("mark");
    if (mark) text.scrollTop = Math.max(0, mark.offsetTop - text.offsetTop - text.clientHeight / 3);
  }
}
