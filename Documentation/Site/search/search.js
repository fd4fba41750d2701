// Searches the guides, the articles and the declarations of all modules for all words of a query.

const [input, count, results] = [document.querySelector("[name=q]"), document.getElementById("count"), document.getElementById("results")];
const shownCount = 50;
const entries = (await (await fetch("index.json")).json()).map(([title, place, address, text], order) => ({
  title, place, address, text, order, name: title.toLowerCase(), all: `${title} ${place} ${text}`.toLowerCase(),
}));

/** How well an entry fits, the less the better: its title is the query, begins with it, has all words, or the text has them. */
function distance({ name, all }, words) {
  if (!words.every((word) => all.includes(word))) return Infinity;
  const query = words.join(" ");
  // A declaration's title may name its type first: Person.Identity.
  if (name === query || name.endsWith(`.${query}`)) return 0;
  if (name.startsWith(query)) return 1;
  return words.every((word) => name.includes(word)) ? 2 : 3;
}

/** The words of a text around the first one that is sought. */
function excerpt({ text }, words) {
  const lower = text.toLowerCase();
  const found = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...found, text.length) - 60);
  const begin = found.length === 0 || start === 0 ? 0 : text.indexOf(" ", start) + 1;
  return (begin > 0 ? "… " : "") + text.slice(begin, begin + 200) + (text.length > begin + 200 ? " …" : "");
}

function show() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? [] : entries.map((entry) => [distance(entry, words), entry])
    .filter(([distance]) => distance < Infinity)
    .sort(([a, first], [b, second]) => a - b || first.order - second.order);
  count.textContent = words.length === 0 ? "Guides, articles and the declarations of all modules."
    : found.length === 0 ? "Nothing has all of these words."
    : found.length > shownCount ? `${found.length} results, of which these fit best.` : `${found.length} results.`;
  results.replaceChildren(...found.slice(0, shownCount).map(([, entry]) => {
    const item = document.createElement("li");
    const link = Object.assign(document.createElement("a"), { href: `../${entry.address}`, textContent: entry.title });
    const place = Object.assign(document.createElement("span"), { className: "place", textContent: entry.place });
    item.append(link, " ", place, Object.assign(document.createElement("p"), { textContent: excerpt(entry, words) }));
    return item;
  }));
  history.replaceState(null, "", words.length === 0 ? location.pathname : `?${new URLSearchParams({ q: input.value })}`);
}

input.value = new URLSearchParams(location.search).get("q") ?? "";
input.addEventListener("input", show);
document.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  show();
});
show();
