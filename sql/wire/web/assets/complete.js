// What can stand at the cursor: keywords, functions, tables, and the columns of the tables
// that the statement names.
import { tokens, statementAt } from "./lexer.js";

const tablesFollow = new Set(["FROM", "JOIN", "TABLE", "INTO", "DESCRIBE", "DESC", "TRUNCATE", "REFERENCES"]);
const most = 60;

const bare = t => t.kind === "quoted" ? t.text.slice(1, -1).replaceAll("``", "`") : t.text;
const name = n => /^[A-Za-z_][\w$]*$/.test(n) ? n : "`" + n.replaceAll("`", "``") + "`";

// named finds the tables of a statement, by name and alias.
function named(words, catalog, isKeyword) {
  const out = new Map();
  words.forEach((w, i) => {
    const table = catalog.tables.find(t => t.name.toLowerCase() === bare(w).toLowerCase());
    if (!table) return;
    out.set(table.name.toLowerCase(), table);
    let next = words[i + 1];
    if (next && next.text.toUpperCase() === "AS") next = words[i + 2];
    if (next && (next.kind === "word" || next.kind === "quoted") && !isKeyword(next.text)) out.set(bare(next).toLowerCase(), table);
  });
  return out;
}

// complete gives {from, words: [{text, about}]} for the cursor; forced: also where no letter
// stands before it.
export function complete(text, cursor, catalog, forced) {
  const from = cursor - /[\w$]*$/.exec(text.slice(0, cursor))[0].length;
  const word = text.slice(from, cursor);
  const before = tokens(text.slice(0, from)).filter(t => t.kind !== "space" && t.kind !== "comment");
  const last = before[before.length - 1];
  if (last && last.kind === "string" && last.at + last.text.length === from && !/['"]$/.test(last.text)) return { from, words: [] };
  const keywords = new Set(catalog.keywords);
  const isKeyword = w => keywords.has(w.toUpperCase());
  const all = tokens(statementAt(text, cursor).text).filter(t => t.kind !== "space" && t.kind !== "comment");
  const tables = named(all, catalog, isKeyword);
  const columnsOf = t => t.columns.map(c => ({ text: name(c.name), about: `${t.name}, ${c.type}` }));
  const begins = list => list.filter(x => x.text.replace(/^`/, "").toLowerCase().startsWith(word.toLowerCase()) && x.text.toLowerCase() !== word.toLowerCase()).slice(0, most);
  if (last && last.text === "." && last.at === from - 1) {
    const owner = before[before.length - 2], table = owner && tables.get(bare(owner).toLowerCase());
    return { from, words: table ? begins(columnsOf(table)) : [] };
  }
  const isTable = last && (tablesFollow.has(last.text.toUpperCase()) || last.text === "," && inFrom(before));
  if (isTable) return { from, words: begins(catalog.tables.map(t => ({ text: name(t.name), about: t.view ? "view" : "table" }))) };
  if (!word && !forced) return { from, words: [] };
  const out = [...new Set(tables.values())].flatMap(columnsOf);
  if (word.length >= 2 || forced) {
    const lower = word && word === word.toLowerCase();
    const spelled = w => lower ? w.toLowerCase() : w;
    const functions = new Set(catalog.functions.map(f => f.name));
    out.push(...catalog.functions.map(f => ({ text: spelled(f.name), about: `(${f.args}) ${f.about}` })));
    out.push(...catalog.keywords.filter(k => !functions.has(k)).map(k => ({ text: spelled(k), about: "" })));
    out.push(...catalog.tables.map(t => ({ text: name(t.name), about: t.view ? "view" : "table" })));
  }
  return { from, words: begins(out) };
}

// inFrom reports whether the last clause that has begun is FROM.
function inFrom(before) {
  for (let i = before.length - 1; i >= 0; i--) {
    const w = before[i].text.toUpperCase();
    if (w === "FROM") return true;
    if (["SELECT", "WHERE", "GROUP", "ORDER", "HAVING", "ON", "BY", "LIMIT", "VALUES", "SET"].includes(w)) return false;
  }
  return false;
}
