// Says once when there is time for the charts: their library is larger than all the rest, and reading it keeps the
// browser from drawing anything else. That is when the rest is drawn and a chart's room comes into sight, or when
// the reader has not done anything for a while.
const LONGEST = 2500; // what the rest of the page may take
const PAUSE = 350; // so that what was drawn can be seen and used
const QUIET = 2500; // without a chart in sight
const NEAR = 150; // pixels below the window that count as in sight
let said = false;

function drawn(root) {
  for (const node of root.querySelectorAll("*"))
    if (node.shadowRoot?.querySelector(".net[data-nodes], .empty:not([hidden])")) return true;
  return false;
}

function inSight() {
  const rooms = [...document.querySelectorAll('[class*="-room"]')];
  return rooms.some((room) => room.getBoundingClientRect().top < window.innerHeight + NEAR);
}

export default function ({ data, setTriggerValue }) {
  if (said || !data.waiting) return;
  said = true;
  const start = performance.now();
  const idle = window.requestIdleCallback || ((call) => setTimeout(call, 1));
  const tell = () => idle(() => setTriggerValue("settled", true), { timeout: 300 });
  const wait = (since) => {
    const now = performance.now();
    if (now - since > QUIET || (now - since > PAUSE && inSight())) tell();
    else setTimeout(() => wait(since), 60);
  };
  const look = () => {
    const ready = data.graph ? drawn(document) : performance.now() - start > 150;
    if (ready || performance.now() - start > LONGEST) wait(performance.now());
    else setTimeout(look, 40);
  };
  look();
}
