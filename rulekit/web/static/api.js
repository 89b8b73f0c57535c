/** Requests to the server. Nothing here draws. */

import { reach, Unreached } from "./connection.js";
import { early } from "./early.js";
import { lang, t } from "./i18n.js";

/** A request that the server refused; `code` is its short name, `status` that of HTTP. */
export class Refused extends Error {
  /** @param {number} status @param {{error?: string, code?: string, diagnostics?: import("./types").Finding[]}} answer */
  constructor(status, answer) {
    super(answer.error ?? t("The server answered {status}.", { status }));
    this.status = status;
    this.code = answer.code ?? "";
    this.diagnostics = answer.diagnostics ?? [];
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
 * The answer of the server, which is asked until it gives one. What would be done twice by that is marked: `once`.
 * @param {string} path below /api/v1 @param {Record<string, unknown>} [body] sent as JSON
 * @param {{method?: string, once?: boolean, signal?: AbortSignal}} [how] @returns {Promise<any>}
 */
export async function ask(path, body, { method = body ? "POST" : "GET", once, signal } = {}) {
  const url = `/api/v1${path}`;
  const headers = { "Accept-Language": lang, ...(body ? { "Content-Type": "application/json" } : {}) }; // in which it refuses
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const { answer, text } = await reach(url, init, { once, signal, first: body ? undefined : early(url) });
  if (!answer.ok) throw new Refused(answer.status, parsed(text));
  return parsed(text);
}

/** An answer that is a text, such as a picture or a file. Throws Refused. @param {string} path @param {AbortSignal} [signal] */
export async function textOf(path, signal) {
  const url = `/api/v1${path}`;
  const { answer, text } = await reach(url, undefined, { signal, first: early(url) });
  if (!answer.ok) throw new Refused(answer.status, parsed(text));
  return text;
}

/** A name for a move: the same move sent twice is made once. */
export const moveName = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");

/** What went wrong, as a sentence. @param {unknown} problem */
export function said(problem) {
  if (problem instanceof Unreached) return t("The server cannot be reached: try again in a moment.");
  return problem instanceof Error ? problem.message : String(problem);
}
