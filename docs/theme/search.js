// Searches what MkDocs has indexed, with its lunr; all of it is in this folder, also without a server.
"use strict";
const asked = (new URLSearchParams(location.search).get("q") || "").trim();
const { config, docs } = search_index;
lunr.tokenizer.separator = new RegExp(config.separator);
const index = lunr(function () {
  this.use(lunr.multiLanguage(...config.lang));
  this.ref("location");
  this.field("title", { boost: 10 });
  this.field("text");
  docs.forEach((doc) => this.add(doc));
});
const byPlace = new Map(docs.map((doc) => [doc.location, doc]));

// Words, their stems, or what begins with one; where there is text with all of them, no other.
function found() {
  const words = lunr.tokenizer(asked).map((one) => one.toString());
  const forms = words.map((word) => [word, index.pipeline.runString(word)[0] || word]);
  if (words.length === 0) return [];
  const some = index.query((query) =>
    forms.forEach((form) => query.term(form, { wildcard: lunr.Query.wildcard.TRAILING })));
  const all = some.filter((one) => {
    const { title, text } = byPlace.get(one.ref);
    const here = `${title} ${text}`.toLowerCase();
    return forms.every((form) => form.some((one) => here.includes(one)));
  });
  return all.length > 0 ? all : some;
}

function excerpt(text) {
  const word = lunr.tokenizer(asked).map(String)[0];
  const at = Math.max(0, text.toLowerCase().indexOf(word));
  const from = Math.max(0, at - 80);
  return (from > 0 ? "…" : "") + text.slice(from, at + 160).replace(from > 0 ? /^\S*\s/ : "", "").trim() + (at + 160 < text.length ? "…" : "");
}

const plain = (html) => new DOMParser().parseFromString(html, "text/html").body.textContent;
const hits = found();
const results = document.getElementById("results");
for (const hit of hits.slice(0, 40)) {
  const doc = byPlace.get(hit.ref);
  const page = byPlace.get(doc.location.split("#")[0]);
  const item = results.appendChild(document.createElement("li"));
  const link = item.appendChild(document.createElement("a"));
  link.href = doc.location;
  link.textContent = plain(page && page !== doc ? `${page.title} – ${doc.title}` : doc.title);
  item.appendChild(document.createElement("p")).textContent = excerpt(plain(doc.text));
}
document.querySelector("input[name=q]").value = asked;
document.getElementById("found").textContent = asked === "" ? "" : `“${asked}”: ${hits.length}`;
