// What was run in this browser: it stays there.
import { $, h } from "./dom.js";
import { put, value } from "./editor.js";

const key = "gsdms.history", most = 300, longest = 20000;
let at = -1, draft = "";

function read() {
  try { return JSON.parse(localStorage.getItem(key)) || []; } catch { return []; }
}

function write(all) {
  try { localStorage.setItem(key, JSON.stringify(all.slice(0, most))); } catch { /* there is no room, or none is given */ }
}

// remember puts a text first.
export function remember(text) {
  at = -1;
  if (!text.trim() || text.length > longest) return;
  write([text, ...read().filter(t => t !== text)]);
}

// walk goes back in the history, or forward.
export function walk(by) {
  const all = read();
  if (at < 0) draft = value();
  const next = Math.max(-1, Math.min(all.length - 1, at + by));
  if (next === at) return;
  at = next;
  put(at < 0 ? draft : all[at]);
}

function list() {
  const wanted = $("history-find").value.toLowerCase();
  const found = read().filter(t => t.toLowerCase().includes(wanted));
  $("history-list").replaceChildren(...(found.length ? found.map(t => h("li", {}, h("button", { onclick: () => { put(t); $("history").close(); $("text").focus(); } }, t)))
    : [h("li", { class: "empty" }, wanted ? "Nothing is like that." : "Nothing has run in this browser.")]));
}

// open shows the history.
export function open() {
  $("history-find").value = "";
  list();
  $("history").showModal();
}

$("history-find").addEventListener("input", list);
$("history-close").addEventListener("click", () => $("history").close());
$("history-clear").addEventListener("click", () => { write([]); list(); });
