// Two documents side by side, their shared passages marked; a click on one shows the other. Text nodes only.
// What nodes.js defines stands above this.
// Fill a holder with one or two papers, each scrolled to its first shared passage.
function papers(holder, left, right, alone) {
  holder.replaceChildren(paper(holder, left, "left"), right ? paper(holder, right, "right") : el("p", "alone", alone));
  for (const body of holder.querySelectorAll(".body")) {
    const first = body.querySelector("mark");
    if (first) body.scrollTop = Math.max(0, first.offsetTop - body.offsetTop - 28);
  }
}

function paper(holder, view, side) {
  const node = el("article", `paper ${side}`);
  const head = el("div", "about");
  const title = el("h3", "", view.title);
  title.title = view.title;
  const facts = el("p", "small");
  facts.append(el("b", "", view.date), el("span", "", view.byline ? ` · ${view.byline}` : ""));
  facts.title = facts.textContent;
  const place = el("span", "address");
  if (/^https?:\/\//i.test(view.link)) {
    const link = el("a", "", view.url);
    Object.assign(link, { href: view.link, target: "_blank", rel: "noopener noreferrer nofollow" });
    place.append(link);
  } else {
    place.textContent = view.url;
  }
  place.title = view.url;
  const label = el("p", "small label");
  label.append(el("b", "", view.label), place);
  head.append(el("span", "tag", view.role), title, facts, label);
  const body = el("div", "body");
  body.tabIndex = 0;
  body.setAttribute("role", "document");
  body.setAttribute("aria-label", `Text ${view.role}`);
  body.dir = "auto";
  if (!view.pieces.length) body.append(el("p", "small", view.empty));
  for (const [words, mark, out] of view.pieces) body.append(piece(holder, words, mark, out));
  node.append(head, body);
  return node;
}

function piece(holder, words, mark, out) {
  if (out) return el("span", "out", ` … ${out.toLocaleString("en")} characters not shown … `);
  if (!mark) return document.createTextNode(words);
  const node = el("mark", "");
  node.textContent = words;
  node.dataset.mark = mark;
  node.title = `Shared passage ${mark}: click to see it in the other document`;
  node.onclick = () => follow(holder, node);
  return node;
}

function follow(holder, mark) {
  for (const twin of holder.querySelectorAll(`mark[data-mark="${mark.dataset.mark}"]`)) {
    const body = twin.closest(".body");
    if (twin !== mark) body.scrollTop = Math.max(0, twin.offsetTop - body.offsetTop - 28);
    twin.classList.add("met");
    setTimeout(() => twin.classList.remove("met"), 900);
  }
}
