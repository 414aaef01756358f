// The plan of a statement: the server's picture, or the tree as JSON.
import { h } from "./dom.js";
import { cell } from "./api.js";

// Plan shows the plan of one statement; ran: how it ran, which it does for that.
export class Plan {
  constructor(text, ran, signal, failed) {
    this.explain = format => cell(`EXPLAIN ${ran ? "ANALYZE " : ""}FORMAT=${format} ${text}`, signal);
    this.failed = failed;
    this.element = h("div", { class: "scroll plan", tabindex: 0, role: "region", "aria-label": "Plan" }, h("p", { class: "empty" }, "Planning …"));
  }

  async show(format) {
    try {
      const text = await this.explain(format);
      this.element.replaceChildren(format === "SVG" ? this.picture(text) : h("pre", {}, text));
    } catch (e) {
      this.element.replaceChildren(h("p", { class: "empty" }, e.message));
      this.failed(e);
    }
  }

  picture(svg) {
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    return h("img", { src: address, alt: "The plan: pipelines, and which reads whose rows", onload: () => URL.revokeObjectURL(address) });
  }
}
