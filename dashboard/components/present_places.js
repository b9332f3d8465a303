// Where the cards of a presentation stand: arithmetic only, so that the wall and the paper have the same picture.

// Cells of one size for so many things in a room: as large as they can be, a row filled from the left.
function cells(number, room, { ratio = 1.5, gap = 0.2, most = Infinity, tens = false, full = 0.5 } = {}) {
  let best = null;
  for (let across = 1; across <= number; across++) {
    if (tens && across % 10 && across !== number) continue;
    const down = Math.ceil(number / across);
    let width = Math.min(most, room.w / (across + (across - 1) * gap));
    const space = gap * width;
    width = Math.min(width, ((room.h - (down - 1) * space) / down) * ratio);
    // Rows that are filled to their end look better than a little more size.
    const worth = width * (number / (across * down)) ** full;
    if (!best || worth > best.worth) best = { across, down, width, worth, height: width / ratio, gap: gap * width };
  }
  if (!best) return [];
  const wide = best.across * (best.width + best.gap) - best.gap;
  const high = best.down * (best.height + best.gap) - best.gap;
  const left = room.x + (room.w - wide) / 2, top = room.y + (room.h - high) / 2;
  return Array.from({ length: number }, (_, n) => ({
    x: left + (n % best.across) * (best.width + best.gap),
    y: top + Math.floor(n / best.across) * (best.height + best.gap),
    w: best.width, h: best.height,
  }));
}

// Every source as a card like all others; who speaks against the claim, or does not count, stands apart.
function cardPlaces(cards, room, u, measure) {
  const places = new Map();
  const counted = [], others = [];
  cards.forEach((card, n) => (card.role === "counted" ? counted : others).push(n));
  const both = counted.length && others.length;
  const share = both ? Math.max(0.16, Math.min(0.5, others.length / cards.length)) : 0;
  const gap = both ? 1.2 * u : 0;
  const main = { ...room, w: (room.w - gap) * (1 - share) };
  const side = both ? { ...room, x: room.x + main.w + gap, w: (room.w - gap) * share } : room;
  const set = (numbers, where) => {
    const tags = where === side && others.length ? 1.4 * u : 0;
    const fit = { ...where, h: where.h - tags };
    const made = cells(numbers.length, fit, { ratio: 1.6, gap: 0.09, most: 9.5 * u, tens: numbers.length > 60 });
    numbers.forEach((n, at) => {
      const { w, h } = made[at];
      const rows = Math.floor((h - 0.3 * u) / (1.16 * u));
      places.set(n, { ...made[at], face: w > 4.6 * u && rows >= 1 ? "named" : "", rows: Math.min(4, rows) });
    });
    return made;
  };
  set(counted, main);
  const apart = set(others, side);
  const tags = [];
  if (apart.length) {
    const bottom = Math.max(...apart.map((one) => one.y + one.h));
    const against = others.filter((n) => cards[n].role === "against").length;
    const words = against === others.length ? "against it" : against ? "against, or not counted" : "not counted";
    const half = measure(words) / 2;
    const x = Math.max(room.x + half, Math.min(room.x + room.w - half, side.x + side.w / 2));
    tags.push({ x, y: bottom + 0.2 * u, lines: [words] });
  }
  return { places, tags, nodes: [], lines: [] };
}

// The provenance graph, at the places it has on the page of the claim, drawn wide.
function graphPlaces(data, room, u, measure) {
  const { nodes, lines } = data;
  const xs = nodes.map((node) => node.x), ys = nodes.map((node) => node.y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const side = Math.min((nodes.length < 5 ? 3.4 : 2.4) * u, room.h / 3);
  const named = nodes.some((node) => node.name);
  const free = { x: room.x + side, y: room.y + side / 2 + (named ? 1.4 * u : 0), w: room.w - 2 * side };
  free.h = room.y + room.h - side / 2 - free.y;
  const sx = right > left ? Math.min(free.w / (right - left), (3.4 * u) / 50) : 1;
  const sy = bottom > top ? Math.min(free.h / (bottom - top), (3.4 * u) / 50) : 1;
  const at = nodes.map((node) => ({
    x: free.x + free.w / 2 + (node.x - (left + right) / 2) * sx,
    y: free.y + free.h / 2 + (node.y - (top + bottom) / 2) * sy,
  }));
  let near = Infinity;
  for (let a = 0; a < at.length; a++)
    for (let b = 0; b < a; b++) near = Math.min(near, Math.hypot(at[a].x - at[b].x, at[a].y - at[b].y));
  // Lines between two rows need room to be followed.
  const rows = [...new Set(ys)].sort((a, b) => a - b);
  const step = Math.min(...rows.slice(1).map((y, n) => (y - rows[n]) * sy), Infinity);
  const size = Math.max(1.2 * u, Math.min((nodes.length < 5 ? 3.4 : 2.3) * u, near * 0.84, step * 0.66, side));
  const places = new Map(), own = [];
  nodes.forEach((node, n) => {
    const face = { face: "lettered", round: true, letter: node.letter, hue: node.hue, hollow: node.hollow, struck: node.struck };
    const spot = { x: at[n].x - size / 2, y: at[n].y - size / 2, w: size, h: size, ...face };
    for (const card of node.cards) places.set(card, spot);
    if (!node.cards.length) own.push({ ...spot, title: node.title, against: node.against });
  });
  const drawn = lines.map(([from, to, kind]) => {
    const a = at[from], b = at[to], r = size / 2;
    if (Math.abs(a.y - b.y) < size / 2) {
      const way = Math.sign(b.x - a.x) || 1, bend = Math.min(2 * u, Math.abs(b.x - a.x) * 0.3);
      const [x1, x2] = [a.x + way * r * 0.7, b.x - way * r * 0.7], up = r * 0.75;
      return { kind, d: `M${x1} ${a.y - up}Q${(x1 + x2) / 2} ${a.y - up - bend} ${x2} ${b.y - up}`, tip: [x2, b.y - up] };
    }
    const way = a.y > b.y ? 1 : -1, y1 = a.y - way * r, y2 = b.y + way * r, middle = (y1 + y2) / 2;
    return { kind, d: `M${a.x} ${y1}C${a.x} ${middle} ${b.x} ${middle} ${b.x} ${y2}`, tip: way < 0 ? [b.x, y2] : null };
  });
  return { places, nodes: own, lines: drawn, tags: names(nodes, at, size, room, u, measure) };
}

// Names of what others come from, as far as there is room for them.
function names(nodes, at, size, room, u, measure) {
  const taken = at.map(({ x, y }) => ({ x: x - size / 2, y: y - size / 2, w: size, h: size }));
  const tags = [];
  const hits = (a) => taken.some((b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h);
  nodes.forEach((node, n) => {
    if (!node.name) return;
    let text = node.name;
    while (text.length > 8 && measure(text) > 11.5 * u) text = text.slice(0, -2).trimEnd() + "…";
    const w = measure(text) + 0.3 * u, h = 1.25 * u;
    for (const y of [at[n].y - size / 2 - h - 0.12 * u, at[n].y + size / 2 + 0.1 * u]) {
      const x = Math.max(room.x, Math.min(room.x + room.w - w, at[n].x - w / 2));
      const box = { x, y, w, h };
      if (y < room.y - 0.4 * u || y + h > room.y + room.h + 0.2 * u || hits(box)) continue;
      taken.push(box);
      tags.push({ x: x + w / 2, y, lines: [text], halo: true, title: node.title });
      return;
    }
  });
  return tags;
}

// One stack for each family; what does not count has left.
function stackPlaces(data, room, u) {
  const places = new Map(), tags = [], nodes = [];
  const made = cells(data.stacks.length, room, { ratio: 1.05, gap: 0.12, most: 12.5 * u, full: 1.5 });
  data.stacks.forEach((stack, n) => {
    const cell = made[n], words = 2.6 * u;
    const depth = Math.min(stack.cards.length, 7) - 1;
    const step = Math.min(0.22 * u, (0.2 * cell.w) / 7);
    const h = Math.min(cell.h - words - depth * step, 0.7 * cell.w), w = Math.min(cell.w - depth * step, h * 1.35);
    const x = cell.x + (cell.w - w - depth * step) / 2, y = cell.y + (cell.h - words - h - depth * step) / 2;
    const face = { letter: stack.letter, hue: stack.hue, stacked: true, size: Math.min(h * 0.5, 3 * u) };
    stack.cards.forEach((card, k) => {
      const back = Math.max(0, depth - k);
      places.set(card, {
        x: x + back * step, y: y + (depth - back) * step, w, h, z: stack.cards.length - k, ...face,
        face: k === 0 ? "lettered" : "",
      });
    });
    if (!stack.cards.length) nodes.push({ x, y, w, h, ...face, face: "lettered" });
    tags.push({ x: cell.x + cell.w / 2, y: y + h + depth * step + 0.25 * u, lines: [stack.size, stack.counts], strong: 1 });
  });
  return { places, tags, nodes, lines: [] };
}
