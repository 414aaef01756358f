// The console: statements are run, and what they give is shown.
import { $, h, time, count } from "./dom.js";
import * as api from "./api.js";
import * as editor from "./editor.js";
import * as history from "./history.js";
import { statementAt, placeOf } from "./lexer.js";
import { Grid } from "./table.js";
import { Chart } from "./chart.js";
import { Plan } from "./plan.js";

let results = [], shown = null, view = "table", running = null, limits = { rows: 0 };
let reads = false; // the text is from a link: nothing else than reading is run

export function setLimits(l) { limits = l; }

// changing reports whether a statement may have changed what there is.
const changing = /^\s*(create|drop|alter|rename|truncate|load|insert|replace)\b/i;

function busy(controller) {
  running = controller;
  $("run").disabled = $("explain").disabled = !!controller;
  $("cancel").disabled = !controller;
}

function fail(error, from) {
  const place = error.line ? from.at + placeOf(from.text, error.line, error.column || 1) : null;
  const where = place === null ? "" : ` at line ${editor.value().slice(0, place).split("\n").length}, column ${place - editor.value().lastIndexOf("\n", place - 1)}`;
  const text = (error.code ? `error ${error.code}` : "") + where + (error.code ? ": " : "") + error.message;
  $("error").replaceChildren(place === null ? text : h("button", { title: "Go to the place", onclick: () => editor.go(place) }, text), error.hint ? " — " + error.hint : "");
  $("error").classList.toggle("below", !!(shown && shown.columns));
  $("error").hidden = false;
  editor.mark(place);
}

function say(text) { $("status").textContent = text; }

// tabs shows a button for each result.
function tabs() {
  $("statements").replaceChildren(...results.map((r, i) => h("button", {
    role: "tab", "aria-selected": String(r === shown), tabindex: r === shown ? 0 : -1, class: r.error ? "bad" : "", title: r.text, onclick: () => show(r),
    onkeydown: e => {
      const next = results[i + { ArrowRight: 1, ArrowLeft: -1 }[e.key]];
      if (next) { show(next); $("statements").querySelector("[aria-selected=true]").focus(); }
    },
  }, `${i + 1} ${r.text.replace(/\s+/g, " ").slice(0, 24)}`)));
}

// element is what shows a result.
function element(r) {
  if (r.plan) return r.plan.element;
  if (r.plain && r.columns) return h("div", { class: "scroll", tabindex: 0 }, h("pre", {}, r.rows.map(row => row.join("  ")).join("\n")));
  if (!r.columns) return h("p", { class: "empty" }, r.error ? "" : r.done ? r.done.message || `${r.done.affected || 0} rows are added.` : "It runs …");
  r[view] ||= view === "chart" ? new Chart(r) : new Grid(r);
  r[view].grown();
  return r[view].element;
}

function show(r) {
  shown = r;
  $("error").classList.toggle("below", !!r.columns);
  tabs();
  const rows = !!r.columns && !r.plain;
  $("as-table").textContent = r.plan ? "Picture" : "Table";
  $("as-chart").textContent = r.plan ? "JSON" : "Chart";
  $("as-table").disabled = $("as-chart").disabled = !r.plan && !rows;
  $("csv").disabled = $("json").disabled = !rows || !r.done;
  $("csv").hidden = $("json").hidden = !!r.plan;
  pressed(r.plan ? r.format === "SVG" ? "table" : "chart" : view);
  $("result").replaceChildren(element(r));
  say(r.summary || "");
}

function pressed(which) {
  $("as-table").setAttribute("aria-pressed", String(which === "table"));
  $("as-chart").setAttribute("aria-pressed", String(which === "chart"));
}

function look(which) {
  if (shown && shown.plan) {
    shown.format = which === "table" ? "SVG" : "JSON";
    pressed(which);
    shown.plan.show(shown.format);
    return;
  }
  view = which;
  if (shown) show(shown); else pressed(view);
}

function summary(r) {
  const d = r.done, said = [];
  if (r.columns) said.push(d.more ? `the first ${d.rows} rows: the page takes no more than ${limits.rows} rows or ${limits.bytes >> 20} MiB, a file has all` : `${d.rows} row${d.rows === 1 ? "" : "s"}`);
  else said.push(d.message || `${d.affected || 0} rows are added`);
  said.push(time(d.ms));
  if (d.shared > 1) said.push(`the scan of ${d.table} was shared by ${d.shared} queries`);
  if (d.cached) said.push("the plan was known");
  return said.join(" · ");
}

// take takes one line of the answer.
function take(said, from) {
  const r = results[results.length - 1];
  if (said.statement) {
    const next = { text: said.statement.text, rows: [] };
    results.push(next);
    next.summary = "It runs …";
    show(next);
  } else if (said.columns) {
    Object.assign(r, { columns: said.columns });
    show(r);
  } else if (said.rows) {
    for (const row of said.rows) r.rows.push(row);
    r.summary = `${count(r.rows.length)} rows so far …`;
    if (r === shown) { say(r.summary); if (r[view]) r[view].grown(); }
  } else if (said.done) {
    Object.assign(r, { done: said.done, plain: said.done.plain });
    r.summary = summary(r);
    if (changing.test(r.text)) dispatchEvent(new Event("changed"));
    if (r === shown) show(r);
  } else if (said.error) {
    r.error = said.error;
    r.summary = "It failed.";
    show(r);
    fail(said.error, from);
  }
}

async function run() {
  const from = editor.selected();
  if (running || !from.text.trim()) return;
  const controller = new AbortController();
  busy(controller);
  begin();
  history.remember(from.text);
  try {
    for await (const said of api.run(from.text, reads, controller.signal)) take(said, from);
  } catch (e) {
    const stopped = controller.signal.aborted;
    if (shown) { shown.error ||= {}; shown.summary = stopped ? "It was cancelled." : "It failed."; shown.done ||= null; show(shown); }
    if (stopped) say("It was cancelled."); else fail(e.error || { message: e.message }, from);
  } finally {
    busy(null);
  }
}

function begin() {
  $("error").hidden = true;
  editor.mark(null);
  results = [];
}

async function explain() {
  const from = statementAt(editor.value(), editor.cursor());
  if (running || !from.text) return;
  const bare = /^\s*explain\s+(analyze\s+)?(format\s*=\s*\w+\s+)?/i.exec(from.text);
  const lead = bare ? bare[0].length : 0;
  const controller = new AbortController(), ran = $("analyze").checked;
  busy(controller);
  begin();
  const before = `EXPLAIN ${ran ? "ANALYZE " : ""}FORMAT=SVG `.length;
  const failed = e => {
    if (controller.signal.aborted) return say("It was cancelled.");
    const error = { ...(e.error || { message: e.message }) };
    if (error.line === 1) error.column = Math.max(1, error.column - before + lead);
    fail(error, from);
  };
  const text = from.text.slice(lead);
  const r = { text: "Plan: " + text, rows: [], plan: new Plan(text, ran, controller.signal, failed), format: "SVG", summary: ran ? "How it ran." : "How it would run." };
  results.push(r);
  show(r);
  await r.plan.show("SVG");
  r.plan.explain = format => api.cell(`EXPLAIN ${ran ? "ANALYZE " : ""}FORMAT=${format} ${text}`);
  busy(null);
}

async function save(format) {
  const r = shown, text = fullText(r);
  say(`All rows are fetched as ${format} …`);
  try {
    await api.file(text, format);
    say(r.summary);
  } catch (e) {
    say("The file failed: " + e.message);
  }
}

// fullText is a result's statement, which the server has shortened where it is long.
function fullText(r) {
  const from = lastRun.text;
  let begin = 0;
  for (let i = 0; i < results.indexOf(r); i++) begin = statementEnd(from, begin);
  return statementAt(from.slice(begin), firstCode(from.slice(begin))).text;
}

let lastRun = { text: "" };
const firstCode = text => text.length - text.trimStart().length + 1;
function statementEnd(text, begin) {
  const one = statementAt(text.slice(begin), firstCode(text.slice(begin)));
  return begin + one.at + one.text.length + 1;
}

// fromLink puts a text in that only reads.
export function fromLink(text) {
  editor.put(text);
  linked(true);
}

function linked(is) {
  reads = is;
  $("from-link").hidden = !is;
  $("text").readOnly = is;
}

async function link() {
  const address = location.origin + location.pathname + "#q=" + encodeURIComponent(editor.selected().text.trim());
  try {
    await navigator.clipboard.writeText(address);
    say("The link is copied: who opens it can read with it, as the user that they are.");
  } catch {
    prompt("The link:", address);
  }
}

$("run").addEventListener("click", () => { lastRun = editor.selected(); run(); });
$("cancel").addEventListener("click", () => running && running.abort());
$("explain").addEventListener("click", explain);
$("past").addEventListener("click", history.open);
$("link").addEventListener("click", link);
$("edit-link").addEventListener("click", () => { linked(false); $("text").focus(); });
$("as-table").addEventListener("click", () => look("table"));
$("as-chart").addEventListener("click", () => look("chart"));
$("csv").addEventListener("click", () => save("csv"));
$("json").addEventListener("click", () => save("json"));
$("text").addEventListener("edited", () => { $("error").hidden = true; });
addEventListener("keydown", e => {
  if ($("console").hidden || $("history").open) return;
  const control = e.ctrlKey || e.metaKey;
  const does = control && e.key === "Enter" ? () => $(e.shiftKey ? "explain" : "run").click()
    : control && e.key.toLowerCase() === "h" ? history.open
      : e.altKey && e.key === "ArrowUp" ? () => history.walk(1)
        : e.altKey && e.key === "ArrowDown" ? () => history.walk(-1)
          : e.key === "Escape" && running ? () => running.abort() : null;
  if (does) { e.preventDefault(); does(); }
});
