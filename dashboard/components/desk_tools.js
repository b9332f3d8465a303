// What a form needs that is worked by keys: a button with its key, a memory in the browser, and whose the keys are.
// What nodes.js defines stands above this.
function button(name, key, words, act) {
  const node = el("button", name);
  node.type = "button";
  if (key) node.append(el("kbd", "", key));
  node.append(el("span", "words", words));
  node.onclick = act;
  return node;
}

function read(store, name, otherwise) {
  try {
    return JSON.parse(store.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(store, name, value) {
  try {
    if (value === null) store.removeItem(name);
    else store.setItem(name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing: the draft lives as long as the page.
  }
}

// Whether keys belong to what has the focus; looked up through shadow roots.
function typing(event) {
  const [node] = event.composedPath();
  if (!(node instanceof Element)) return false;
  if (node.closest("[role=dialog], dialog, [role=listbox], [role=combobox]")) return true;
  if (node.isContentEditable || node.tagName === "TEXTAREA" || node.tagName === "SELECT") return true;
  const plain = ["button", "checkbox", "radio", "range", "submit", "reset", "file", "color"];
  return node.tagName === "INPUT" && !plain.includes(node.type);
}
