// The editor: a text area, with its text painted in colours below it, and a list of words
// that can stand at the cursor.
import { $, h } from "./dom.js";
import { tokens } from "./lexer.js";
import { complete } from "./complete.js";

const text = $("text"), paint = $("paint"), list = $("words");
let catalog = { keywords: [], functions: [], tables: [] };
let known = { keywords: new Set(), functions: new Set() };
let wrong = null; // the place of an error
let offered = { from: 0, words: [], at: 0, chosen: false };

export function setCatalog(c) {
  catalog = c;
  known = { keywords: new Set(c.keywords), functions: new Set(c.functions.map(f => f.name)) };
  draw();
}

export const value = () => text.value;
export const cursor = () => text.selectionStart;

// selected gives what is selected, or all of the text, and where it begins.
export function selected() {
  const { selectionStart: from, selectionEnd: to } = text;
  return from < to ? { text: text.value.slice(from, to), at: from } : { text: text.value, at: 0 };
}

// put replaces the text.
export function put(next) {
  text.value = next;
  changed();
}

// insert puts a word at the cursor.
export function insert(word) {
  text.focus();
  text.setRangeText(word, text.selectionStart, text.selectionEnd, "end");
  changed();
}

// mark shows the place of an error, null for none.
export function mark(place) {
  wrong = place;
  draw();
}

// go puts the cursor somewhere.
export function go(place) {
  text.focus();
  text.setSelectionRange(place, place);
}

function kindOf(t) {
  if (t.kind !== "word") return t.kind;
  const upper = t.text.toUpperCase();
  return known.keywords.has(upper) ? "keyword" : known.functions.has(upper) ? "function" : "";
}

// draw paints the text. What is wrong is underlined: the word at the place of the error.
function draw() {
  const out = [];
  const shown = text.value.length > 100000 ? [{ kind: "sign", text: text.value, at: 0 }] : tokens(text.value);
  for (const t of shown) {
    const is = wrong !== null && wrong >= t.at && wrong < t.at + t.text.length && t.kind !== "space";
    const kind = kindOf(t);
    out.push(kind && kind !== "space" && kind !== "sign" || is ? h("span", { class: kind + (is ? " wrong" : "") }, t.text) : t.text);
  }
  if (wrong !== null && wrong >= text.value.trimEnd().length) out.push(h("span", { class: "wrong" }, " "));
  paint.replaceChildren(...out, "\n");
  paint.scrollTop = text.scrollTop;
}

function changed() {
  wrong = null;
  draw();
  text.dispatchEvent(new Event("edited"));
}

function close() {
  list.hidden = true;
  offered.words = [];
  text.removeAttribute("aria-activedescendant");
}

function offer(forced) {
  if (text.selectionStart !== text.selectionEnd) return close();
  offered = { ...complete(text.value, text.selectionStart, catalog, forced), at: 0, chosen: false };
  if (!offered.words.length) return close();
  show();
}

function show() {
  list.replaceChildren(...offered.words.map((w, i) => h("li", {
    role: "option", id: "word-" + i, "aria-selected": String(i === offered.at),
    onmousedown: e => { e.preventDefault(); offered.at = i; take(); },
  }, w.text, h("small", {}, w.about))));
  list.hidden = false;
  place();
  text.setAttribute("aria-activedescendant", "word-" + offered.at);
  list.children[offered.at].scrollIntoView({ block: "nearest" });
}

// place puts the list below the word, or above where there is no room.
function place() {
  const range = document.createRange();
  const walker = document.createTreeWalker(paint, NodeFilter.SHOW_TEXT);
  let left = offered.from, node = walker.nextNode();
  while (node && left > node.length) { left -= node.length; node = walker.nextNode(); }
  if (!node) return;
  range.setStart(node, left);
  range.setEnd(node, left);
  const at = range.getClientRects()[0] || paint.getBoundingClientRect(), box = $("editor").getBoundingClientRect();
  const x = Math.max(0, Math.min(at.left - box.left, box.width - list.offsetWidth - 4));
  list.style.left = x + "px";
  list.style.top = at.bottom - box.top + 3 + "px";
}

function take() {
  const word = offered.words[offered.at];
  text.setRangeText(word.text, offered.from, text.selectionStart, "end");
  close();
  changed();
}

function move(by) {
  offered.chosen = true;
  offered.at = (offered.at + by + offered.words.length) % offered.words.length;
  show();
}

text.addEventListener("input", () => { changed(); offer(false); });
text.addEventListener("scroll", () => { paint.scrollTop = text.scrollTop; close(); });
text.addEventListener("blur", close);
text.addEventListener("click", close);
text.addEventListener("keydown", e => {
  if (e.key === " " && e.ctrlKey) { e.preventDefault(); offer(true); return; }
  if (list.hidden || e.ctrlKey || e.metaKey || e.altKey) return;
  const does = {
    ArrowDown: () => move(1), ArrowUp: () => move(-1), Tab: take,
    Enter: offered.chosen ? take : null, // else it is the end of a line
    Escape: () => { close(); e.stopPropagation(); },
  }[e.key];
  if (does) { e.preventDefault(); does(); }
});
draw();
