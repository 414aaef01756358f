// What the page asks the server for. Every request has the header that only pages of this
// server can send.

// Refused is an answer that says what is wrong.
export class Refused extends Error {
  constructor(status, error) {
    super(error.message);
    Object.assign(this, { status, error });
  }
}

async function ask(path, body, signal) {
  const options = { headers: { "X-Gsdms": "1" }, signal, credentials: "same-origin" };
  if (body !== undefined) {
    options.method = "POST";
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const answer = await fetch("/api/" + path, options);
  if (answer.ok) return answer;
  let error = { message: `the server answers ${answer.status}` };
  try { error = (await answer.json()).error || error; } catch { /* it is no JSON */ }
  if (answer.status === 401 && path !== "login") dispatchEvent(new Event("stranger"));
  throw new Refused(answer.status, error);
}

export const me = async () => (await ask("me")).json();
export const catalog = async () => (await ask("catalog")).json();
export const login = async (user, password) => (await ask("login", { user, password })).json();
export const logout = async () => (await ask("logout", {})).json();

// pieces gives the parts of a stream that a separator ends.
async function* pieces(answer, separator) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (rest + value).split(separator);
      rest = parts.pop();
      yield* parts;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

// run runs statements and gives the lines of the answer as they come.
export async function* run(text, reads, signal) {
  let whole = false;
  for await (const line of pieces(await ask("run", { text, reads }, signal), "\n")) {
    const said = JSON.parse(line);
    whole = whole || said.end === true;
    yield said;
  }
  if (!whole) throw new Error("the answer was cut off");
}

// cell runs a statement that reads and gives its one text.
export async function cell(text, signal) {
  let out = "";
  for await (const said of run(text, true, signal)) {
    if (said.error) throw new Refused(200, said.error);
    if (said.rows) out = said.rows.map(r => r[0]).join("\n");
  }
  return out;
}

// live gives what the engine does, several times a second.
export async function* live(signal) {
  for await (const event of pieces(await ask("live", undefined, signal), "\n\n")) {
    if (event.startsWith("data: ")) yield JSON.parse(event.slice(6));
  }
}

// file has all rows of a statement as a file.
export async function file(text, format, signal) {
  const blob = await (await ask("export", { text, format }, signal)).blob();
  const address = URL.createObjectURL(blob);
  const a = document.createElement("a");
  a.href = address;
  a.download = "result." + format;
  a.click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}
