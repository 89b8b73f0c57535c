/**
 * The one way to the server. What the network, or a server that is starting again, refuses is asked for again until it
 * comes; only what the server itself says is final. Nothing here draws.
 */

/** Milliseconds: the first pause before a request is repeated, the longest one, and how long an answer may take. */
const FIRST = 250, LONGEST = 10_000, PATIENCE = 90_000;
/** What a proxy says for a server that is away, and a server that cannot store anything now. */
const AWAY = [502, 503, 504];

/** A request that got no answer and cannot be repeated without harm. */
export class Unreached extends Error {}

/** What is waiting for the server; the line stands while there is nothing. @type {Set<object>} */
const waiting = new Set();
/** @type {Set<(stands: boolean) => void>} */
const watchers = new Set();
/** @type {Set<() => void>} */
const sleepers = new Set();
/** Requests under way that may be repeated. @type {Set<AbortController>} */
const flying = new Set();

/** Calls `told` with whether the line stands, now and whenever that changes. @param {(stands: boolean) => void} told */
export function watchLine(told) {
  watchers.add(told);
  told(!waiting.size);
  return () => void watchers.delete(told);
}

/** Notes that something waits for the server, or no longer. @param {object} what @param {boolean} stands */
export function line(what, stands) {
  const before = waiting.size;
  if (stands) waiting.delete(what);
  else waiting.add(what);
  if (!before !== !waiting.size) for (const told of watchers) told(!waiting.size);
}

/** How often there was a reason to try at once. */
let woken = 0;
/** When something is tried that may have to be tried again: for `pause`. */
export const moment = () => woken;

/**
 * Waits: longer each time, and no longer once the browser is online or its page in sight again; not at all where that has
 * happened while the last attempt was under way. @param {number} tries so far @param {number} since its `moment` @param {AbortSignal} [signal]
 */
export const pause = (tries, since, signal) => sleep(Math.min(LONGEST, FIRST * 2 ** tries), since, signal);

/** Waits so many milliseconds, or until there is a reason to go on at once, as with `pause`. @param {number} milliseconds @param {number} since @param {AbortSignal} [signal] */
export function sleep(milliseconds, since, signal) {
  if (since !== woken) return Promise.resolve();
  return /** @type {Promise<void>} */ (new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      sleepers.delete(end);
      done();
    };
    const timer = setTimeout(end, milliseconds);
    sleepers.add(end);
    signal?.addEventListener("abort", end, { once: true });
  }));
}

function wake() {
  woken++;
  for (const end of [...sleepers]) end();
}
addEventListener("online", () => {
  wake();
  for (const request of flying) request.abort(); // they went out over a network that is gone
});
addEventListener("pageshow", wake);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());

/**
 * The answer to a request, and its text. Throws Unreached where there is none and the request cannot be repeated, and
 * what `signal` says where the one who asked no longer wants to know.
 * @param {string} url @param {RequestInit} [init]
 * @param {{once?: boolean, signal?: AbortSignal, first?: Promise<Response>}} [how] `once`: a repetition would do something twice;
 *  `first`: the first attempt, which is under way
 */
export async function reach(url, init, { once = false, signal, first } = {}) {
  const what = {};
  try {
    for (let tries = 0; ; tries++) {
      signal?.throwIfAborted();
      const since = moment();
      const found = await attempt(url, init, once, signal, tries ? undefined : first);
      signal?.throwIfAborted();
      if (found) return found;
      if (once) throw new Unreached();
      line(what, false);
      await pause(tries, since, signal);
    }
  } finally {
    line(what, true);
  }
}

/** Null where the server was not reached. @param {string} url @param {RequestInit | undefined} init @param {boolean} once @param {AbortSignal} [signal] @param {Promise<Response>} [first] */
async function attempt(url, init, once, signal, first) {
  const control = new AbortController(), stop = () => control.abort();
  const timer = once ? 0 : setTimeout(stop, PATIENCE);
  signal?.addEventListener("abort", stop);
  if (!once) flying.add(control);
  try {
    const answer = await (first ?? fetch(url, { ...init, signal: control.signal }));
    const text = await answer.text();
    return AWAY.includes(answer.status) ? null : { answer, text };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    flying.delete(control);
  }
}

/** A script that is needed late. A browser remembers by its address one that failed. @param {string} address @returns {Promise<any>} */
export async function script(address) {
  const what = {};
  try {
    for (let tries = 0; ; tries++) {
      const since = moment();
      try {
        return await import(tries ? `${address}?again=${tries}` : address);
      } catch (problem) {
        if (!(problem instanceof TypeError)) throw problem; // it came, and is wrong
      }
      line(what, false);
      await pause(tries, since);
    }
  } finally {
    line(what, true);
  }
}
