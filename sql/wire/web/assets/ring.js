// A stream as a ring: the table is the circle, chunk by chunk, the hand is where the stream
// is, and each who rides has a lane, filled as far as it has seen the table.
import { h, s, color, count, time } from "./dom.js";

const size = 204, middle = size / 2, outer = 96, inner = 44, listed = 16; // who ride and are listed by name

const at = (angle, r) => [middle + r * Math.sin(angle), middle - r * Math.cos(angle)];

// arc is a path clockwise from an angle over so much of the circle, in turns.
function arc(from, turns, r) {
  const whole = Math.min(turns, 0.9999), a = 2 * Math.PI * from, b = a + 2 * Math.PI * whole;
  const [x0, y0] = at(a, r), [x1, y1] = at(b, r);
  return `M${x0.toFixed(2)} ${y0.toFixed(2)}A${r} ${r} 0 ${whole > 0.5 ? 1 : 0} 1 ${x1.toFixed(2)} ${y1.toFixed(2)}`;
}

// ring draws a stream.
export function ring(stream) {
  const n = Math.max(1, stream.riders.length), pitch = Math.min(13, (outer - inner) / n), width = Math.max(0.6, pitch * 0.76);
  const out = [s("circle", { class: "track", cx: middle, cy: middle, r: (outer + inner) / 2, "stroke-width": outer - inner })];
  const lanes = new Map(); // of a colour, what is under way and what has been seen: a crowd is drawn in few paths
  stream.riders.forEach((r, i) => {
    const radius = (outer - pitch * (i + 0.5)).toFixed(2), from = r.start / stream.chunks;
    const lane = lanes.get(color(r.number)) || { now: "", seen: "" };
    lane.now += arc(from, Math.min(1, (r.seen + 1) / stream.chunks), radius);
    if (r.seen) lane.seen += arc(from, r.seen / stream.chunks, radius);
    lanes.set(color(r.number), lane);
  });
  for (const [stroke, lane] of lanes) {
    out.push(s("path", { d: lane.now, fill: "none", stroke, "stroke-width": width, opacity: .3 }));
    if (lane.seen) out.push(s("path", { d: lane.seen, fill: "none", stroke, "stroke-width": width }));
  }
  const hand = 2 * Math.PI * stream.at / stream.chunks, [x0, y0] = at(hand, inner - 4), [x1, y1] = at(hand, outer + 5);
  out.push(s("line", { class: "head-line", x1: x0, y1: y0, x2: x1, y2: y1 }));
  const queries = stream.riders.reduce((sum, r) => sum + r.queries, 0) + (stream.count - stream.riders.length);
  out.push(s("text", { class: "big", x: middle, y: middle + 4 }, String(queries)), s("text", { class: "small", x: middle, y: middle + 20 }, queries === 1 ? "query" : "queries"));
  return s("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": `${queries} queries ride on ${stream.table}` }, out);
}

function rider(r) {
  const part = Math.min(100, Math.floor(100 * r.seen / Math.max(1, r.of)));
  const dot = s("svg", { class: "dot", viewBox: "0 0 10 10" }, s("rect", { width: 10, height: 10, rx: 3, fill: color(r.number) }));
  const more = r.queries > 1 ? `${r.queries} equal queries · ` : "";
  return h("li", { title: r.text }, dot, h("span", { class: "text" }, r.text || "a query of somebody else",
    h("small", {}, `${more}chunk ${Math.min(r.of, r.seen + 1)} of ${r.of} since ${time(r.ms)}${r.queued_ms >= 1 ? ", waited " + time(r.queued_ms) : ""}`)), h("span", { class: "n" }, part + " %"));
}

// shared says which columns are read, and by how many of those who ride.
function shared(stream) {
  const by = new Map();
  for (const r of stream.riders) for (const c of r.columns || []) by.set(c, (by.get(c) || 0) + 1);
  return [...by].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 40);
}

function kernels(wave) {
  if (!wave) return [];
  return wave.batches.map((batch, i) => h("div", { class: "batch", title: `batch ${i + 1}` }, batch.map(k =>
    h("div", { class: "kernel", title: `${k.name}: ${k.blocks} × ${k.warps} warps on each processor, serves ${k.serves}${k.ends_ms ? ", expected to end after " + time(k.ends_ms) : ""}` },
      `${k.serves > 1 ? k.serves + " queries" : k.name || "1 query"}`))));
}

// Card is a stream's place on the page, which stays for a while when the stream has ended, so
// that nothing moves.
export class Card {
  constructor() {
    this.head = h("div", { class: "head" });
    this.ring = h("div", { class: "ring" });
    this.riders = h("ul", { class: "riders", tabindex: 0, "aria-label": "Queries that ride" });
    this.columnsHead = h("h3");
    this.columns = h("div", { class: "chips" });
    this.waveHead = h("h3");
    this.wave = h("div", { class: "batches" });
    this.element = h("article", { class: "card stream" }, this.head, this.ring, this.riders,
      h("div", { class: "foot" }, h("div", {}, this.columnsHead, this.columns), h("div", {}, this.waveHead, this.wave)));
  }

  // draw shows the stream; nobody else may be on the card.
  draw(stream) {
    this.stream = stream;
    this.seen = performance.now();
    this.element.classList.remove("idle");
    const name = stream.passing ? "rows of a stage" : stream.table || "a table";
    this.head.replaceChildren(h("b", {}, name), h("span", {}, `${count(stream.rows)} rows · chunk ${stream.at + 1} of ${stream.chunks} · ${stream.device}${stream.waiting ? ` · ${stream.waiting} wait` : ""}`));
    this.ring.replaceChildren(ring(stream));
    const hidden = stream.count - Math.min(listed, stream.riders.length);
    this.riders.replaceChildren(...stream.riders.slice(0, listed).map(rider), hidden > 0 ? h("li", {}, "", h("span", {}, `and ${hidden} more`)) : "");
    const columns = shared(stream), rides = stream.riders.length;
    const twice = columns.filter(c => c[1] > 1).length;
    this.columnsHead.textContent = columns.length ? `reads ${columns.length} column${columns.length > 1 ? "s" : ""} once, ${twice} for several` : "reads no column";
    this.columns.replaceChildren(...columns.map(([c, n]) => h("span", { title: `${n} of ${rides} read ${c}` }, c, n > 1 ? h("b", {}, " ×" + n) : "")));
    const w = stream.wave;
    this.waveHead.textContent = w ? `wave ${w.number}: ${w.batches.reduce((n, b) => n + b.length, w.more_kernels)} kernel(s) in ${w.batches.length} batch(es), decided in ${time(w.took_ms)}` : "no wave yet";
    this.wave.replaceChildren(...kernels(w));
  }

  // rest says that nobody rides here any more.
  rest() {
    if (this.element.classList.contains("idle")) return;
    this.element.classList.add("idle");
    this.head.lastChild.textContent = `${count(this.stream.rows)} rows · nobody rides`;
  }
}
