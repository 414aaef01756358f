// Small charts of the last minute.
import { h, s } from "./dom.js";

const points = 240; // four a second

// Spark is a card with a value and its last minute.
export class Spark {
  constructor(what, stroke, most) {
    this.values = [];
    this.most = most; // of the scale; undefined: what there was
    this.value = h("span", { class: "value" }, "–");
    this.line = s("path", { fill: "none", stroke, "stroke-width": 1.5, "vector-effect": "non-scaling-stroke" });
    this.area = s("path", { fill: stroke, opacity: .13 });
    this.element = h("div", { class: "card" }, h("span", { class: "what" }, what), this.value,
      s("svg", { viewBox: `0 0 ${points} 100`, preserveAspectRatio: "none", "aria-hidden": "true" }, this.area, this.line));
  }

  // add adds a value, and what is written for it.
  add(v, text, small) {
    this.values.push(v);
    if (this.values.length > points) this.values.shift();
    this.value.replaceChildren(text, h("small", {}, small ? " " + small : ""));
    const top = this.most || Math.max(1e-9, ...this.values), from = points - this.values.length;
    const path = this.values.map((v, i) => `${i ? "L" : "M"}${from + i} ${(97 - 92 * Math.min(1, v / top)).toFixed(1)}`).join("");
    this.line.setAttribute("d", path);
    this.area.setAttribute("d", `${path}L${points - 1} 100L${from} 100Z`);
  }
}
