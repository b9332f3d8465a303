// Words from Python as text nodes only: nothing here reads markup, and a link needs http or https.
const TAGS = { title: "h1", heading: "h2", quote: "blockquote", passage: "blockquote" };

function element(block, inline, emit) {
  const node = document.createElement(inline === true ? "span" : TAGS[block.style] || "div");
  node.className = block.style;
  node.dir = "auto";
  if (block.parts) {
    for (const part of block.parts) node.append(element(part, block.style === "flow", emit));
    if (block.style !== "flow") node.classList.add("row");
    return node;
  }
  if (block.tone) node.classList.add(block.tone);
  if (block.style === "passage") node.tabIndex = 0;
  if (block.style === "address") node.title = block.text;
  if (block.style === "chip") node.style.background = block.colour;
  if (block.hint) node.title = block.hint;
  if (block.pick) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = block.text;
    if (block.hint) button.setAttribute("aria-label", `${block.text}: ${block.hint}`);
    button.onclick = () => emit(block.pick);
    node.append(button);
    return node;
  }
  if (/^https?:\/\//i.test(block.href || "")) {
    const link = document.createElement("a");
    link.href = block.href;
    link.target = "_blank";
    link.rel = "noopener noreferrer nofollow";
    link.textContent = block.text;
    node.append(link);
  } else {
    node.textContent = block.text;
  }
  return node;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".prose");
  const written = JSON.stringify(data);
  if (root.dataset.written === written) return;
  root.dataset.written = written;
  const holder = document.createElement("div");
  holder.className = "prose" + (data.band ? " band" : "");
  if (data.band) holder.style.setProperty("--band", data.band);
  const emit = (id) => setTriggerValue("picked", { id, at: Date.now() });
  holder.append(...data.blocks.map((block) => element(block, false, emit)));
  root.className = "";
  root.classList.add("prose");
  root.replaceChildren(holder);
}
