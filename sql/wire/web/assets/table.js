// A result as a table, of which only the rows that can be seen are elements.
import { h } from "./dom.js";

const height = 24; // of a row, in pixels, as in style.css
const around = 12; // rows above and below those that can be seen
const letter = 7.6, narrow = 5, wide = 46; // the width of a letter in pixels, and of columns in letters
const sample = 200; // rows by which columns get their widths, once

// Grid shows rows that may still be coming.
export class Grid {
  constructor(result) {
    this.result = result;
    this.body = h("tbody");
    this.columns = h("colgroup");
    this.head = h("tr");
    this.table = h("table", { "aria-rowcount": -1 }, this.columns, h("thead", {}, this.head), this.body);
    this.space = h("div", { class: "grid" }, this.table);
    this.element = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Rows of the result", onscroll: () => this.later() }, this.space);
    this.sized = false;
    new ResizeObserver(() => this.draw(true)).observe(this.element);
  }

  // later draws with the next picture of the screen.
  later() {
    if (this.waits) return;
    this.waits = true;
    requestAnimationFrame(() => { this.waits = false; this.draw(false); });
  }

  // grown is told when rows have come.
  grown() {
    this.seen = null;
    this.later();
  }

  // size gives columns the widths of their names and of the first rows, once: what comes
  // later moves nothing.
  size() {
    const { columns, rows } = this.result;
    if (this.sized || !columns) return;
    this.sized = rows.length > 0 || !!this.result.done;
    const first = rows.slice(0, sample), digits = 6;
    const widths = columns.map((c, i) => {
      let most = [...c.name].length;
      for (const r of first) most = Math.max(most, r[i] === null ? 4 : Math.min(wide, r[i].length));
      return Math.round(Math.max(narrow, Math.min(wide, most)) * letter + 18);
    });
    const number = Math.round(digits * letter + 18);
    this.columns.replaceChildren(...[number, ...widths].map(w => h("col", { width: w })));
    this.table.style.width = number + widths.reduce((a, b) => a + b, 0) + "px";
    this.space.style.width = this.table.style.width;
    this.head.replaceChildren(h("th", { class: "row", scope: "col" }, "#"),
      ...columns.map(c => h("th", { class: c.number ? "n" : "", title: `${c.name}: ${c.type}`, scope: "col" }, c.name)));
  }

  draw(again) {
    this.size();
    const { columns, rows } = this.result;
    if (!columns) return;
    const from = Math.max(0, Math.floor(this.element.scrollTop / height) - around);
    const to = Math.min(rows.length, from + Math.ceil(this.element.clientHeight / height) + 2 * around);
    this.space.style.height = (rows.length + 1) * height + "px";
    this.table.setAttribute("aria-rowcount", rows.length + 1);
    if (!again && this.seen && this.seen[0] === from && this.seen[1] === to) return;
    this.seen = [from, to];
    this.table.style.top = from * height + "px";
    this.body.replaceChildren(...rows.slice(from, to).map((row, i) => this.row(row, from + i)));
  }

  row(cells, number) {
    const { columns } = this.result;
    return h("tr", { "aria-rowindex": number + 2 }, h("th", { class: "row", scope: "row" }, String(number + 1)), cells.map((text, i) =>
      text === null ? h("td", { class: columns[i].number ? "n null" : "null" }, "NULL")
        : h("td", { class: columns[i].number ? "n" : "", title: text.length > 40 ? text.slice(0, 4000) : null }, text.length > 400 ? text.slice(0, 400) + "…" : text)));
  }
}
