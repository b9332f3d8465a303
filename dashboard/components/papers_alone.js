// The papers as a component of their own: what papers.js defines stands above this.
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".docs");
  const written = JSON.stringify(data);
  if (root.dataset.written === written) return;
  root.dataset.written = written;
  papers(root, data.left, data.right, data.alone);
}
