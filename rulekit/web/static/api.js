/** Requests to the server, and its news. Nothing here draws. */

/** A request that the server refused; `code` is its short name, `status` that of HTTP. */
export class Refused extends Error {
  constructor(status, answer) {
    super(answer.error ?? `the server answered ${status}`);
    this.status = status;
    this.code = answer.code ?? "";
    this.diagnostics = answer.diagnostics ?? [];
  }
}

/** @param {string} path below /api/v1 @param {object} [body] sent as JSON @param {string} [method] */
export async function ask(path, body, method = body ? "POST" : "GET") {
  const answer = await fetch(`/api/v1${path}`, {
    method,
    headers: body ? { "Content-Type": "application/json" } : {},
    body: body && JSON.stringify(body),
  });
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, found);
  return found;
}

/** The text of a picture. @param {string} path */
export async function picture(path) {
  const answer = await fetch(`/api/v1${path}`);
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => ({})));
  return answer.text();
}

/**
 * Calls `changed` whenever the view of a seat is another one, and `online` with whether the line stands.
 * The browser itself comes back after a break.
 */
export function listen(seat, changed, online) {
  const source = new EventSource(`/api/v1${seat}/events`);
  source.addEventListener("view", () => changed());
  source.onopen = () => online(true);
  source.onerror = () => online(false);
  return () => source.close();
}

/** A name for a move: the same move sent twice is made once. */
export const moveName = () => crypto.randomUUID();
