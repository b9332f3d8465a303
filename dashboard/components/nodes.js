// One element with literal text: nothing that comes from outside is ever read as markup.
function el(tag, name, words) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (words !== undefined) {
    node.dir = "auto";
    node.textContent = words;
  }
  return node;
}
