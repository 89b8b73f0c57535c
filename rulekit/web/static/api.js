/** Requests to the server, and its news. Nothing here draws. */

import { early } from "./early.js";
import { t } from "./i18n.js";

/** @typedef {import("./types").State} State @typedef {import("./types").Difference} Difference */

/** A request that the server refused; `code` is its short name, `status` that of HTTP. */
export class Refused extends Error {
  /** @param {number} status @param {{error?: string, code?: string, diagnostics?: import("./types").Finding[]}} answer */
  constructor(status, answer) {
    super(answer.error ?? `the server answered ${status}`);
    this.status = status;
    this.code = answer.code ?? "";
    this.diagnostics = answer.diagnostics ?? [];
  }
}

/** Pauses before a request is repeated, in milliseconds: together longer than a server takes to start again. */
const PAUSES = [250, 500, 1000, 2000, 4000, 8000];

/**
 * The answer and its text. Where the line breaks, what can be repeated without harm is asked for again: reading, and moves,
 * which carry a name of their own.
 * @param {string} url @param {{method?: string, headers?: Record<string, string>, body?: string}} [init] @param {boolean} [repeatable]
 */
async function reach(url, init, repeatable = true) {
  for (let k = 0; ; k++) {
    try {
      const answer = await ((!init?.body && early(url)) || fetch(url, init));
      return { answer, text: await answer.text() };
    } catch {
      if (!repeatable || k === PAUSES.length) throw new Error(t("The server can not be reached: try again in a moment."));
      await new Promise((done) => setTimeout(done, PAUSES[k]));
    }
  }
}

/** What a text says as JSON; nothing where it is something else, as a page of a proxy. @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/**
 * @param {string} path below /api/v1 @param {Record<string, unknown>} [body] sent as JSON @param {string} [method]
 * @returns {Promise<any>}
 */
export async function ask(path, body, method = body ? "POST" : "GET") {
  const init = body ? { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : { method };
  const { answer, text } = await reach(`/api/v1${path}`, init, method === "GET" || Boolean(body?.move));
  if (!answer.ok) throw new Refused(answer.status, parsed(text));
  return parsed(text);
}

/** The text of a picture. Throws Refused where there is none. @param {string} path */
export async function picture(path) {
  const { answer, text } = await reach(`/api/v1${path}`);
  if (!answer.ok) throw new Refused(answer.status, parsed(text));
  return text;
}

/**
 * Calls `changed` with what is new since the state `tag`, and `online` with whether the line stands.
 * The browser itself comes back after a break, and tells then which state came last.
 * @param {string} seat @param {string} lang @param {string} tag @param {(answer: State | Difference) => void} changed @param {(online: boolean) => void} online
 */
export function listen(seat, lang, tag, changed, online) {
  const source = new EventSource(`/api/v1${seat}/events?states=1&lang=${lang}&have=${tag}`);
  source.addEventListener("state", (event) => changed(JSON.parse(event.data)));
  source.onopen = () => online(true);
  source.onerror = () => online(false);
  return () => source.close();
}

/** A name for a move: the same move sent twice is made once. */
export const moveName = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");

/** What went wrong, as a sentence. @param {unknown} problem */
export const said = (problem) => (problem instanceof Error ? problem.message : String(problem));
