// What a text of SQL is made of, as the server cuts it.

const rules = [
  ["space", /[ \t\r\n\f\v]+/y],
  ["comment", /#[^\n]*|--(?=[\x00- ]|$)[^\n]*|\/\*[^]*?(?:\*\/|$)/y],
  ["string", /'(?:[^'\\]|\\[^]|'')*(?:'|$)|"(?:[^"\\]|\\[^]|"")*(?:"|$)/y],
  ["quoted", /`(?:[^`]|``)*(?:`|$)/y],
  ["number", /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w$])/y],
  ["word", /[\w$\u0080-\uffff]+/y],
  ["sign", /[^]/y],
];

// tokens cuts a text into {kind, text, at}.
export function tokens(text) {
  const out = [];
  for (let at = 0; at < text.length;) {
    for (const [kind, rule] of rules) {
      rule.lastIndex = at;
      const m = rule.exec(text);
      if (!m) continue;
      out.push({ kind, text: m[0], at });
      at += m[0].length;
      break;
    }
  }
  return out;
}

// statementAt gives the statement around a place, as {text, at}.
export function statementAt(text, place) {
  let begin = 0, last = { text: "", at: 0 };
  const cut = end => {
    const piece = text.slice(begin, end), lead = piece.length - piece.trimStart().length;
    if (piece.trim()) last = { text: piece.trim(), at: begin + lead };
  };
  for (const t of tokens(text)) {
    if (t.kind !== "sign" || t.text !== ";") continue;
    cut(t.at);
    if (place <= t.at) return last;
    begin = t.at + 1;
  }
  cut(text.length);
  return last;
}

// placeOf gives the place in a text of a line and a column in characters, both from 1.
export function placeOf(text, line, column) {
  const lines = text.split("\n");
  let at = 0;
  for (let i = 0; i < line - 1 && i < lines.length; i++) at += lines[i].length + 1;
  return at + [...(lines[line - 1] || "")].slice(0, Math.max(0, column - 1)).join("").length;
}
