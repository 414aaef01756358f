// A result as a picture: lines, bars or points, drawn in SVG.
import { h, s, color } from "./dom.js";
import { ticks, moments, moment, number } from "./scale.js";

const mostBars = 80, mostPoints = 4000, mostSeries = 6;
const left = 62, right = 14, top = 24, bottom = 34;

const temporal = c => /^(date|datetime|timestamp|year)/.test(c.type);
const asTime = text => Date.parse(/^\d{4}$/.test(text) ? text + "-01-01" : text.replace(" ", "T") + (text.length > 10 ? "Z" : ""));

// Chart shows a result once its rows are there.
export class Chart {
  constructor(result) {
    this.result = result;
    this.picture = h("div", { class: "picture" });
    this.element = h("div", { class: "chart" });
    new ResizeObserver(() => this.draw()).observe(this.picture);
  }

  // grown is told when rows have come.
  grown() {
    if (!this.choice && this.result.columns) this.choose();
    if (this.waits) return;
    this.waits = true;
    setTimeout(() => { this.waits = false; this.draw(); }, this.result.done ? 0 : 150);
  }

  // choose sets what is shown at first: numbers over the first column that is none.
  choose() {
    const { columns } = this.result;
    const numbers = columns.map((c, i) => i).filter(i => columns[i].number);
    let x = columns.findIndex(temporal);
    if (x < 0) x = this.result.rows.length > mostBars ? -1 : columns.findIndex(c => !c.number);
    if (x < 0) x = numbers.length > 1 ? numbers[0] : -1;
    const y = numbers.filter(i => i !== x);
    const kind = x < 0 || columns[x].number || temporal(columns[x]) ? "line" : "bar";
    this.choice = { kind, x, y: y.slice(0, 1) };
    const option = (value, text, is) => h("option", { value, selected: is }, text);
    const changed = () => this.draw();
    this.kind = h("select", { "aria-label": "Kind of chart", onchange: e => { this.choice.kind = e.target.value; changed(); } },
      ["line", "bar", "scatter"].map(k => option(k, k, k === kind)));
    this.over = h("select", { "aria-label": "Horizontal", onchange: e => { this.choice.x = +e.target.value; changed(); } },
      option(-1, "row", x < 0), columns.map((c, i) => option(i, c.name, i === x)));
    const checks = numbers.slice(0, 12).map(i => h("label", {}, h("input", {
      type: "checkbox", checked: this.choice.y.includes(i),
      onchange: e => { this.choice.y = this.choice.y.filter(k => k !== i).concat(e.target.checked ? [i] : []).slice(0, mostSeries); changed(); },
    }), columns[i].name));
    this.element.replaceChildren(h("div", { class: "bar" }, this.kind, h("label", {}, "of"), checks, h("label", {}, "over ", this.over)), this.picture);
  }

  // points are [x, y] of a column of numbers; without x they are places of rows.
  points(column, xOf) {
    const out = [];
    this.result.rows.forEach((r, i) => {
      const x = xOf(r, i), y = r[column] === null ? NaN : +r[column];
      if (Number.isFinite(x) && Number.isFinite(y)) out.push([x, y, i]);
    });
    return out;
  }

  draw() {
    const { columns, rows } = this.result, width = this.picture.clientWidth, tall = this.picture.clientHeight;
    if (!this.choice || width < 60 || tall < 60) return;
    const { kind, x, y } = this.choice, named = x >= 0 && !columns[x].number && !temporal(columns[x]);
    const time = x >= 0 && temporal(columns[x]);
    const bars = kind === "bar", places = bars || named || x < 0;
    const xOf = places ? (r, i) => i : time ? r => r[x] === null ? NaN : asTime(r[x]) : r => r[x] === null ? NaN : +r[x];
    let series = y.map(i => ({ name: columns[i].name, points: this.points(i, xOf) }));
    let note = "";
    if (bars && rows.length > mostBars) {
      series = series.map(q => ({ ...q, points: q.points.filter(p => p[2] < mostBars) }));
      note = `the first ${mostBars} of ${rows.length} rows`;
    }
    if (!series.some(q => q.points.length)) {
      this.picture.replaceChildren(h("p", { class: "empty" }, y.length ? "There are no numbers to draw." : "Choose a column of numbers."));
      return;
    }
    const all = series.flatMap(q => q.points);
    let [x0, x1] = extent(all, 0), [y0, y1] = extent(all, 1);
    if (bars) { x0 = -0.5; x1 = Math.min(rows.length, mostBars) - 0.5; }
    if (bars || y0 > 0 && y0 < y1 / 2) y0 = Math.min(0, y0);
    if (bars) y1 = Math.max(0, y1);
    if (x0 === x1) { x0 -= 1; x1 += 1; }
    if (y0 === y1) { y0 -= 1; y1 += 1; }
    const gap = (y1 - y0) * 0.04;
    if (y0 !== 0) y0 -= gap;
    if (y1 !== 0) y1 += gap;
    const view = { width, tall, x0, x1, y0, y1,
      X: v => left + (v - x0) / (x1 - x0) * (width - left - right), Y: v => tall - bottom - (v - y0) / (y1 - y0) * (tall - top - bottom) };
    const label = places ? i => x < 0 ? String(i + 1) : rows[i][x] === null ? "NULL" : rows[i][x] : null;
    const picture = s("svg", { role: "img", "aria-label": `${kind} chart of ${series.map(q => q.name).join(", ")}` }, axes(view, time && !places, label, rows.length));
    series.forEach((q, i) => picture.append(...(bars ? drawBars(view, q, i, series.length, label) : kind === "line" ? drawLine(view, q, i) : drawPoints(view, q, i))));
    picture.append(...legend(series, width, note));
    this.picture.replaceChildren(picture);
  }
}

function extent(points, at) {
  let low = Infinity, high = -Infinity;
  for (const p of points) { low = Math.min(low, p[at]); high = Math.max(high, p[at]); }
  return [low, high];
}

function axes(v, time, label, rows) {
  const out = [];
  for (const t of ticks(v.y0, v.y1, Math.max(2, v.tall / 60))) {
    out.push(s("line", { class: "axis", x1: left, x2: v.width - right, y1: v.Y(t), y2: v.Y(t) }), s("text", { x: left - 7, y: v.Y(t) + 4, "text-anchor": "end" }, number(t)));
  }
  const room = Math.max(2, (v.width - left - right) / 95);
  if (label) {
    const step = Math.max(1, Math.ceil(Math.min(rows, v.x1 + 1) / room)), letters = Math.max(4, Math.floor((v.width - left - right) / Math.min(room, rows || 1) / 7));
    for (let i = 0; i < Math.min(rows, v.x1 + 1); i += step) {
      const text = label(i);
      out.push(s("text", { x: v.X(i), y: v.tall - bottom + 17, "text-anchor": "middle" }, text.length > letters ? text.slice(0, letters - 1) + "…" : text));
    }
    return out;
  }
  for (const t of time ? moments(v.x0, v.x1, room) : ticks(v.x0, v.x1, room)) {
    out.push(s("line", { class: "axis", x1: v.X(t), x2: v.X(t), y1: v.tall - bottom, y2: v.tall - bottom + 4 }),
      s("text", { x: v.X(t), y: v.tall - bottom + 17, "text-anchor": "middle" }, time ? moment(t, v.x1 - v.x0) : number(t)));
  }
  return out;
}

function drawBars(v, q, i, of, label) {
  const slot = (v.width - left - right) / (v.x1 - v.x0), wide = Math.max(1, slot * 0.8 / of), base = v.Y(0);
  return q.points.map(([x, y]) => s("rect", { x: v.X(x) - slot * 0.4 + i * wide, width: Math.max(1, wide - 1), y: Math.min(base, v.Y(y)), height: Math.max(1, Math.abs(base - v.Y(y))), fill: color(i) },
    s("title", {}, `${label(x)}: ${q.name} ${y}`)));
}

// drawLine draws of many points the least and the greatest of each pixel.
function drawLine(v, q, i) {
  const sorted = q.points.slice().sort((a, b) => a[0] - b[0]), shown = sorted.length > mostPoints ? thinned(sorted, v) : sorted;
  const path = shown.map(([x, y], k) => (k ? "L" : "M") + v.X(x).toFixed(1) + " " + v.Y(y).toFixed(1)).join("");
  const out = [s("path", { d: path, fill: "none", stroke: color(i), "stroke-width": 1.8, "stroke-linejoin": "round" })];
  if (shown.length <= 120) out.push(...shown.map(p => dot(v, q, i, p, 2.6)));
  return out;
}

function thinned(points, v) {
  const out = [];
  let at = null, low, high;
  for (const p of [...points, null]) {
    const pixel = p && Math.round(v.X(p[0]));
    if (p && pixel === at) {
      if (p[1] < low[1]) low = p;
      if (p[1] > high[1]) high = p;
      continue;
    }
    if (at !== null) out.push(...(low[0] <= high[0] ? [low, high] : [high, low]));
    [at, low, high] = [pixel, p, p];
  }
  return out;
}

function dot(v, q, i, [x, y, row], r) {
  return s("circle", { cx: v.X(x).toFixed(1), cy: v.Y(y).toFixed(1), r, fill: color(i) }, s("title", {}, `row ${row + 1}: ${q.name} ${y}`));
}

// drawPoints draws of many points one for each place on the screen.
function drawPoints(v, q, i) {
  const seen = new Set(), out = [];
  for (const p of q.points) {
    const at = Math.round(v.X(p[0]) / 2) * 100000 + Math.round(v.Y(p[1]) / 2);
    if (seen.has(at)) continue;
    seen.add(at);
    if (out.push(dot(v, q, i, p, 3)) >= mostPoints) break;
  }
  return out;
}

function legend(series, width, note) {
  const out = [];
  let x = left;
  series.forEach((q, i) => {
    const name = q.name.length > 24 ? q.name.slice(0, 23) + "…" : q.name;
    out.push(s("rect", { x, y: 8, width: 10, height: 10, rx: 2, fill: color(i) }), s("text", { x: x + 14, y: 17 }, name));
    x += 28 + name.length * 6.8;
  });
  if (note) out.push(s("text", { x: width - right, y: 17, "text-anchor": "end" }, note));
  return out;
}
