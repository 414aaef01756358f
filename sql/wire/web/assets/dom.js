// Elements of the page. Texts are always texts here: nothing from the server becomes markup.

// $ finds an element by its id.
export const $ = id => document.getElementById(id);

function make(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter(c => c !== null && c !== undefined && c !== false));
  return element;
}

// h makes an element of HTML, s one of SVG.
export const h = (tag, attributes, ...children) => make(document.createElement(tag), attributes, children);
export const s = (tag, attributes, ...children) => make(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

// color is one of the eight colours, by number.
export const color = n => `var(--c${((n % 8) + 8) % 8})`;

const big = ["", "k", "M", "G", "T", "P"];

function scaled(n, base, unit) {
  let i = 0;
  while (Math.abs(n) >= base && i < big.length - 1) { n /= base; i++; }
  return (i === 0 || Math.abs(n) >= 100 ? Math.round(n) : n.toPrecision(3)) + (unit ? " " : "") + big[i] + unit;
}

// count, bytes and time spell quantities shortly.
export const count = n => scaled(n, 1000, "");
export const bytes = n => scaled(n, 1000, "B");
export function time(ms) {
  if (ms < 1) return Math.round(ms * 1000) + " µs";
  if (ms < 1000) return ms.toPrecision(3).replace(/\.?0+$/, m => m.includes(".") ? "" : m) + " ms";
  return ms < 60000 ? (ms / 1000).toFixed(2) + " s" : Math.floor(ms / 60000) + " min " + Math.round(ms % 60000 / 1000) + " s";
}
