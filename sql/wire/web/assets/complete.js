// What can stand at the cursor: keywords, functions, tables, and the columns of the tables
// that the statement names.
import { tokens, statementAt } from "./lexer.js";

const tablesFollow = new Set(["FROM", "JOIN", "TABLE", "INTO", "DESCRIBE", "DESC", "TRUNCATE", "REFERENCES"]);
const most = 60;

const bare = t => t.kind === "quoted" ? t.text.slice(1, -1).replaceAll("``", "`") : t.text;
const name = n => /^[A-Za-z_][\w$]*$/.test(n) ? n : "`" + n.replaceAll("`", "``") + "`";

// shown is the name of a table in a statement, with its database where it needs one.
export const shown = t => (t.schema ? name(t.schema) + "." : "") + name(t.name);

// schemaAt is the database that stands before a word, "" for none.
function schemaAt(words, i) {
  return i >= 2 && words[i - 1].text === "." ? bare(words[i - 2]) : "";
}

// named finds the tables of a statement, by name and alias.
function named(words, catalog, isKeyword) {
  const out = new Map();
  words.forEach((w, i) => {
    const schema = schemaAt(words, i);
    const known = catalog.tables.some(t => t.schema === schema);
    const table = catalog.tables.find(t => t.name.toLowerCase() === bare(w).toLowerCase() && t.schema === (known ? schema : ""));
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
  const columnsOf = t => t.columns.map(c => ({ text: name(c.name), about: `${shown(t)}, ${c.type}` }));
  const suggested = (t, text) => ({ text, about: t.view ? "view" : "table" });
  const begins = list => list.filter(x => x.text.replace(/^`/, "").toLowerCase().startsWith(word.toLowerCase()) && x.text.toLowerCase() !== word.toLowerCase()).slice(0, most);
  if (last && last.text === "." && last.at === from - 1) {
    const owner = before[before.length - 2], table = owner && tables.get(bare(owner).toLowerCase());
    const within = owner ? catalog.tables.filter(t => t.schema && t.schema === bare(owner)) : [];
    return { from, words: begins([...table ? columnsOf(table) : [], ...within.map(t => suggested(t, name(t.name)))]) };
  }
  const isTable = last && (tablesFollow.has(last.text.toUpperCase()) || last.text === "," && inFrom(before));
  if (isTable) return { from, words: begins(catalog.tables.map(t => suggested(t, shown(t)))) };
  if (!word && !forced) return { from, words: [] };
  const out = [...new Set(tables.values())].flatMap(columnsOf);
  if (word.length >= 2 || forced) {
    const lower = word && word === word.toLowerCase();
    const spelled = w => lower ? w.toLowerCase() : w;
    const functions = new Set(catalog.functions.map(f => f.name));
    out.push(...catalog.functions.map(f => ({ text: spelled(f.name), about: `(${f.args}) ${f.about}` })));
    out.push(...catalog.keywords.filter(k => !functions.has(k)).map(k => ({ text: spelled(k), about: "" })));
    out.push(...catalog.tables.map(t => suggested(t, shown(t))));
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
