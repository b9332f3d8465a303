// After a break of the line the server may be another one, which does not know the parts this page was drawn in:
// a click in one of them would then do nothing, for good. Running the page once as a whole makes them known again.
const SOON = 150;
let broken = false;
let watch = null;

export default function ({ setTriggerValue }) {
  const app = document.querySelector("[data-testid=stApp]");
  if (!app) return;
  watch?.disconnect();
  watch = new MutationObserver(() => {
    if (app.dataset.testConnectionState !== "CONNECTED") {
      broken = true;
    } else if (broken) {
      broken = false;
      setTimeout(() => setTriggerValue("back", Date.now()), SOON);
    }
  });
  watch.observe(app, { attributes: true, attributeFilter: ["data-test-connection-state"] });
}
