// A page of a PDF as a picture, the quote boxed and scrolled into sight; a button shows it at the size it was drawn.
function el(tag, name, words) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (words !== undefined) node.textContent = words;
  return node;
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".picture");
  const written = `${data.name}|${data.png.length}|${JSON.stringify(data.boxes)}`;
  if (root.dataset.written === written) return;
  root.dataset.written = written;
  const bar = el("div", "bar");
  const size = el("button", "", "Larger");
  size.type = "button";
  bar.append(el("span", "", data.words), size);
  const view = el("div", "view");
  view.tabIndex = 0;
  view.setAttribute("role", "group");
  view.setAttribute("aria-label", data.name);
  const sheet = el("div", "sheet");
  sheet.style.setProperty("--wide", `${data.width}px`);
  const image = el("img", "");
  image.alt = data.name;
  image.width = data.width;
  image.height = data.height;
  image.src = `data:image/png;base64,${data.png}`;
  sheet.append(image);
  for (const [x0, y0, x1, y1] of data.boxes) {
    const box = el("div", data.grounded ? "box grounded" : "box");
    const pad = 3;
    box.style.left = `${(100 * (x0 - pad)) / data.width}%`;
    box.style.top = `${(100 * (y0 - pad)) / data.height}%`;
    box.style.width = `${(100 * (x1 - x0 + 2 * pad)) / data.width}%`;
    box.style.height = `${(100 * (y1 - y0 + 2 * pad)) / data.height}%`;
    sheet.append(box);
  }
  view.append(sheet);
  root.replaceChildren(bar, view);
  const show = () => {
    const box = sheet.querySelector(".box");
    if (!box) return;
    view.scrollTop = Math.max(0, box.offsetTop - view.clientHeight / 3);
    view.scrollLeft = Math.max(0, box.offsetLeft - view.clientWidth / 4);
  };
  size.onclick = () => {
    size.textContent = sheet.classList.toggle("large") ? "Fit" : "Larger";
    show();
  };
  image.onload = show;
  root.dataset.ready = "1";
}
