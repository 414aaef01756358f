// The page: who is logged in, and which part of it is shown.
import { $, h } from "./dom.js";
import * as api from "./api.js";
import * as editor from "./editor.js";
import * as console from "./console.js";
import * as live from "./live.js";

let known = false;

// route shows what the address asks for.
function route() {
  const hash = location.hash;
  const page = !known ? "login" : hash === "#live" ? "live" : "console";
  for (const id of ["login", "console", "live"]) $(id).hidden = id !== page;
  for (const id of ["console", "live"]) {
    if (id === page) $("to-" + id).setAttribute("aria-current", "page");
    else $("to-" + id).removeAttribute("aria-current");
  }
  if (page === "live") live.start(); else live.stop();
  if (page === "console" && hash.startsWith("#q=")) {
    try { console.fromLink(decodeURIComponent(hash.slice(3))); } catch { /* it is no link of ours */ }
  }
  $(page === "login" ? "login-user" : page === "console" ? "text" : "to-live").focus();
}

function schema(catalog) {
  const open = new Set([...$("tables").querySelectorAll("details[open]")].map(d => d.dataset.table));
  $("tables").replaceChildren(...catalog.tables.map(t => {
    const called = t.schema ? `${t.schema}.${t.name}` : t.name;
    const d = h("details", { open: open.has(called) }, h("summary", {}, called, t.view ? " (view)" : ""), h("ul", {}, t.columns.map(c =>
      h("li", {}, h("button", { title: "Put it at the cursor", onclick: () => editor.insert(c.name) }, c.name, " ", h("small", {}, c.type))))));
    d.dataset.table = called;
    return d;
  }));
  if (!catalog.tables.length) $("tables").replaceChildren(h("p", { class: "empty" }, "There are no tables."));
}

async function refresh() {
  try {
    const catalog = await api.catalog();
    editor.setCatalog(catalog);
    schema(catalog);
  } catch { /* the editor completes what it knows */ }
}

async function enter() {
  try {
    const me = await api.me();
    known = true;
    $("where").textContent = `${me.user} · ${me.database} · ${me.device}`;
    $("logout").hidden = !me.login;
    console.setLimits(me);
    live.setBounds(me.bounds);
    refresh();
  } catch (e) {
    known = false;
    if (e.status !== 401) $("login-error").textContent = e.message;
  }
  route();
}

$("login-form").addEventListener("submit", async e => {
  e.preventDefault();
  $("login-error").textContent = "";
  try {
    await api.login($("login-user").value, $("login-password").value);
    $("login-password").value = "";
    enter();
  } catch (e) {
    $("login-error").textContent = e.message;
  }
});
$("logout").addEventListener("click", async () => {
  await api.logout().catch(() => {});
  location.reload();
});
addEventListener("stranger", () => { if (known) { known = false; route(); } });
addEventListener("changed", refresh);
addEventListener("hashchange", route);
enter();
