// What the engine does, twice a second.
import { $, h, s, color, count, bytes, time } from "./dom.js";
import * as api from "./api.js";
import { Spark } from "./spark.js";
import { Card } from "./ring.js";

const stays = 4000, logSpan = 30000, mostMarks = 600; // ms that a card stays, and that the log of waves shows
const listed = 16, many = 30; // statements that are listed; from many on, what shows each is drawn every other time
let watching = null, turn = 0,  before = null, bounds = [], waves = [], cards = [], recent = [];

export function setBounds(b) { bounds = b; }

const sparks = {
  running: new Spark("Statements that run", color(0)),
  waiting: new Spark("Rides that wait", color(3)),
  latency: new Spark("Latency, last 5 s", color(2)),
  rate: new Spark("Statements a second", color(1)),
  shared: new Spark("Shared, last 5 s", color(4)),
  memory: new Spark("Memory of queries", color(5)),
};
$("cards").append(...Object.values(sparks).map(x => x.element));

// since is what has grown between two sights.
const since = (now, then) => f => f(now) - f(then);
const traffic = name => sight => Object.values(sight.tables || {}).reduce((sum, t) => sum + t[name], 0);

// quantile is the upper bound below which so many of the latest statements took, in ms.
function quantile(now, then, part) {
  const grown = now.totals.buckets.map((n, i) => n - then.totals.buckets[i]), all = grown.reduce((a, b) => a + b, 0);
  if (!all) return null;
  let sum = 0;
  for (let i = 0; i < grown.length; i++) if ((sum += grown[i]) >= part * all) return i < bounds.length ? bounds[i] * 1000 : Infinity;
  return Infinity;
}

function tell(sight) {
  recent.push(sight);
  while (recent.length > 21) recent.shift();
  const then = recent[0], grown = since(sight, then), seconds = Math.max(.25, (sight.at - then.at) / 1000);
  const ended = grown(x => x.totals.fine + x.totals.failed), busy = grown(x => x.totals.seconds);
  sparks.running.add(sight.running, String(sight.running), `of ${sight.sessions} sessions`);
  sparks.waiting.add(sight.waiting, String(sight.waiting));
  const p95 = quantile(sight, then, .95);
  sparks.latency.add(ended ? 1000 * busy / ended : 0, ended ? time(1000 * busy / ended) : "–", p95 === null ? "" : p95 === Infinity ? "95 % over 60 s" : "95 % ≤ " + time(p95));
  sparks.rate.add(ended / seconds, (ended / seconds).toFixed(1), grown(x => x.totals.failed) ? `${grown(x => x.totals.failed)} failed` : "");
  const pushed = grown(traffic("Pushed")), alone = grown(traffic("Alone"));
  sparks.shared.add(pushed ? alone / pushed : 0, pushed ? "×" + (alone / pushed).toFixed(1) : "–", pushed ? `${bytes(pushed / seconds)}/s pushed` : "nothing is pushed");
  sparks.memory.add(sight.memory, bytes(sight.memory), "of " + bytes(sight.limit));
}

// place gives each stream a card: its own, or one of the same table on which nobody is.
function place(streams) {
  const now = performance.now(), taken = new Set(), key = x => `${x.device}/${x.passing ? "" : x.table}`;
  const left = streams.filter(x => {
    const card = cards.find(c => !taken.has(c) && c.stream.number === x.number && key(c.stream) === key(x));
    if (card) { taken.add(card); card.draw(x); }
    return !card;
  });
  for (const x of left) {
    let card = cards.find(c => !taken.has(c) && key(c.stream) === key(x));
    if (!card) {
      card = new Card();
      cards.push(card);
      $("streams").append(card.element);
    }
    taken.add(card);
    card.draw(x);
  }
  cards = cards.filter(c => {
    if (taken.has(c)) return true;
    if (now - c.seen > stays) { c.element.remove(); return false; }
    c.rest();
    return true;
  });
  empty.hidden = cards.length > 0;
}
const empty = h("p", { class: "card empty" }, "Nobody rides: a stream begins with the next query of a table.");
$("streams").append(empty);

// keep remembers the waves of the last half minute, and log draws them.
function keep(sight) {
  waves.push(...sight.waves);
  waves = waves.filter(w => w.decided > sight.at - logSpan).slice(-mostMarks);
}

function log(sight) {
  const box = $("wave-log"), width = Math.max(200, box.clientWidth - 18), tall = 80, tables = [...new Set(waves.map(w => w.table))].sort();
  const x = t => width * (1 - (sight.at - t) / logSpan);
  const most = Math.max(4, ...waves.map(w => w.riders));
  const marks = tables.map((table, i) => s("path", { fill: "none", stroke: color(i), "stroke-width": 2.5,
    d: waves.filter(w => w.table === table).map(w => `M${x(w.decided).toFixed(1)} ${tall - 18}v${(-5 - (tall - 36) * Math.min(1, w.riders / most)).toFixed(1)}`).join("") }));
  let at = 0;
  const names = tables.slice(0, 8).flatMap((t, i) => {
    const name = t || "rows of stages", here = at;
    at += 26 + 6.8 * name.length;
    return [s("rect", { x: here, y: 2, width: 9, height: 9, rx: 2, fill: color(i) }), s("text", { x: here + 13, y: 11 }, name)];
  });
  const axis = [0, 10, 20].map(n => s("text", { x: x(sight.at - n * 1000), y: tall - 3, "text-anchor": n ? "middle" : "end" }, n ? `${n} s ago` : "now"));
  box.replaceChildren(s("svg", { viewBox: `0 0 ${width} ${tall}`, preserveAspectRatio: "none", role: "img", "aria-label": `${waves.length} waves in the last 30 seconds` },
    s("line", { class: "axis", x1: 0, x2: width, y1: tall - 17, y2: tall - 17 }), names, axis, marks));
  box.onpointermove = event => { box.title = told(waves, sight.at - logSpan * (1 - (event.clientX - box.getBoundingClientRect().left - 9) / width)); };
}

// told says what the wave was that was decided at about a time, "" for none.
function told(waves, when) {
  const away = w => Math.abs(w.decided - when), w = waves.reduce((a, b) => a && away(a) <= away(b) ? a : b, null);
  if (!w || away(w) > logSpan / 60) return "";
  return `${w.table || "rows of a stage"}: wave ${w.number}, ${w.riders} ride, ${w.batches.reduce((n, b) => n + b.length, w.more_kernels)} kernel(s) in ${w.batches.length} batch(es), decided in ${time(w.took_ms)}`;
}

function list(sight) {
  const row = (...cells) => h("div", {}, h("span", { class: "n" }, cells[0]), h("span", {}, cells[1]), h("span", { class: "n" }, cells[2]), h("span", {}, cells[3]));
  const rows = sight.now.slice(0, listed).map(a => row(String(a.session), a.user, time(a.ms), a.text));
  rows.forEach((r, i) => r.title = sight.now[i].text);
  if (sight.running > rows.length && rows.length) rows.push(row("", "", "", `and ${sight.running - rows.length} more`));
  $("running").replaceChildren(...(rows.length ? rows : [row("", "", "", "None.")]));
}

function state(sight) {
  const waved = before && sight.at > before.at ? (sight.wave_count - before.wave_count) / (sight.at - before.at) * 1000 : 0;
  const passes = traffic("Passes")(sight), rides = traffic("Rides")(sight);
  $("live-state").textContent = `${count(rides)} rides in ${count(passes)} passes since it was opened · ${Math.round(waved)} waves a second`
    + (sight.everything ? "" : " · the statements of others are for who has the privilege PROCESS") + (sight.more_streams ? ` · ${sight.more_streams} streams more` : "");
  before = sight;
}

// start watches until stop is called; a lost connection is tried again.
export async function start() {
  if (watching) return;
  const mine = watching = new AbortController();
  while (watching === mine) {
    try {
      for await (const sight of api.live(mine.signal)) {
        tell(sight);
        state(sight);
        keep(sight);
        if (sight.running >= many && ++turn % 2) continue;
        place(sight.streams);
        log(sight);
        list(sight);
      }
    } catch (e) {
      if (watching !== mine) return;
      $("live-state").textContent = `${e.message}; it is tried again.`;
    }
    await new Promise(done => setTimeout(done, 1500));
  }
}

export function stop() {
  if (watching) watching.abort();
  watching = null;
  recent = [];
  before = null;
}
