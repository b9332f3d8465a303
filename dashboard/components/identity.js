// Who is here: the browser remembers a chosen name, and after a login where one had wanted to go.
const RETURN = "headwater:return";

export default function ({ data }) {
  if (data.name)
    document.cookie = `${data.cookie}=${encodeURIComponent(data.name)}; path=/; max-age=31536000; samesite=strict`;
  const here = window.location.pathname + window.location.search;
  if (data.away) {
    if (here !== "/") sessionStorage.setItem(RETURN, here);
    return;
  }
  const wanted = sessionStorage.getItem(RETURN);
  if (!wanted) return;
  sessionStorage.removeItem(RETURN);
  if (here === "/" && /^\/[^/\\]/.test(wanted)) window.location.replace(wanted);
}
