/** Follows one seat: its state as it is now, kept up to date by news of the server and by answers to what is sent. */

import { ask } from "./api.js";
import { line, moment, pause, sleep } from "./connection.js";
import { draw, drawn } from "./early.js";

/** @typedef {import("./types").State} State @typedef {import("./types").Difference} Difference @typedef {import("./types").Row} Row @typedef {import("./types").NewOnRow} NewOnRow */

/** Milliseconds without a sign of life after which a line of news is taken for dead; the server gives one every 15 s. */
const SILENCE = 40_000;
/**
 * Milliseconds after which a page out of sight listens no longer, and between two looks that it takes then: a browser has six lines
 * to a server that speaks HTTP/1.1, for all of its tabs together. And those that the first view has to be drawn.
 */
const OUT_OF_SIGHT = 5_000, GLANCE = 20_000, DRAWN = 5_000;

/**
 * @param {string} seat the path of the seat @param {string} lang
 * @param {(state: State) => void} shown called with each new state
 * @param {(problem: unknown) => void} refused called with what the server refuses for good
 */
export function follow(seat, lang, shown, refused) {
  /** @type {State | null} */
  let state = null;
  const closed = new AbortController(), { signal } = closed;
  /** What changes the state is done one after the other: so what comes last is never older than what came before. */
  let queue = Promise.resolve();

  const problem = (/** @type {unknown} */ what) => void (signal.aborted || refused(what));

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  function inTurn(work) {
    const done = queue.then(work);
    queue = done.then(() => {}, () => {});
    return done;
  }
  /** Whether somebody comes to the page, who is told from now on what is new since he was here before. */
  let comes = true;
  function fetched() {
    const visit = comes && !(state && document.hidden) ? "&visit=1" : "";
    if (visit) comes = false;
    return ask(`${seat}?lang=${lang}&${state ? `have=${state.tag}` : "brief=1"}${visit}`, undefined, { signal });
  }
  /** @param {State | Difference} answer to who had the state `since` */
  async function take(answer, since = state?.tag) {
    let next = since === state?.tag || answer.tag === state?.tag ? merged(state, answer) : null;
    next ??= merged(state, await fetched()) ?? (await ask(`${seat}?lang=${lang}`, undefined, { signal }));
    state = next;
    if (next && !signal.aborted) shown(next);
  }

  const look = () => inTurn(async () => take(await fetched()));
  /** Sends something whose answer is a state, and shows that. @param {string} path @param {Record<string, unknown>} body @param {{once?: boolean}} [how] */
  async function send(path, body, how) {
    const since = state?.tag;
    const answer = await ask(`${seat}/${path}?lang=${lang}&have=${since ?? ""}`, body, how);
    await inTurn(() => take(answer, since));
  }

  /** News, until the line breaks or the page is out of sight. */
  function news() {
    return /** @type {Promise<void>} */ (new Promise((done) => {
      const source = new EventSource(`/api/v1${seat}/events?states=1&lang=${lang}&have=${state?.tag ?? ""}`);
      let silence = 0, leaving = 0;
      const sight = () => {
        clearTimeout(leaving);
        if (document.hidden) leaving = window.setTimeout(end, OUT_OF_SIGHT);
      };
      const end = () => {
        clearTimeout(silence);
        clearTimeout(leaving);
        document.removeEventListener("visibilitychange", sight);
        for (const change of ["online", "offline"]) removeEventListener(change, end);
        source.close();
        done();
      };
      const alive = () => {
        line(source, true);
        clearTimeout(silence);
        silence = window.setTimeout(end, SILENCE);
      };
      source.onopen = alive;
      source.addEventListener("beat", alive);
      source.addEventListener("state", (event) => {
        alive();
        inTurn(() => take(JSON.parse(event.data))).catch(problem);
      });
      source.onerror = end;
      for (const change of ["online", "offline"]) addEventListener(change, end); // the network that it came over is gone
      signal.addEventListener("abort", end, { once: true });
      document.addEventListener("visibilitychange", sight);
      sight();
      alive();
    }));
  }
  /** Looks, then listens; after a break the same again. */
  async function keepOn() {
    const stream = {};
    await look();
    sleep(DRAWN, moment(), signal).then(draw);
    await drawn;
    for (let tries = 0; !signal.aborted; tries++) {
      // Waits until the server is there, and ends with what it refuses for good.
      await look().finally(() => line(stream, true));
      const began = Date.now(), since = moment();
      if (!document.hidden) await news();
      if (signal.aborted) return;
      if (document.hidden) {
        comes = true;
        await sleep(GLANCE, since, signal);
        tries = -1;
        continue;
      }
      line(stream, false);
      if (Date.now() - began > SILENCE) tries = 0;
      await pause(tries, since, signal);
    }
  }
  keepOn().catch(problem);
  return { look, send, close: () => closed.abort() };
}

/**
 * The state after an answer of the server, which is a whole state, a difference, or the tag alone where nothing is new.
 * Null for a difference from a state that is not this one: then the page has to ask.
 * @param {State | null} state @param {State | Difference} answer @returns {State | null}
 */
function merged(state, answer) {
  if (state && answer.tag === state.tag) return state;
  if (!("set" in answer)) return "view" in answer ? answer : null;
  if (!state || answer.since !== state.tag) return null;
  const tables = answer.tables ?? state.view.tables.map((table) => ({ ...table, rows: renewed(table.rows, answer.rows[table.of], onRow) }));
  /** @type {any} */
  const view = { ...state.view, ...answer.view, tables };
  for (const [name, found] of Object.entries(answer.lists)) view[name] = renewed(view[name], found);
  return { ...state, ...answer.set, tag: answer.tag, view };
}

/**
 * A list in which by their numbers some are new; what has not changed is the same object.
 * @template T @template N @param {T[]} list @param {Record<number, N> | undefined} found @param {(old: T, next: N) => T} make @returns {T[]}
 */
function renewed(list, found, make = (_, next) => /** @type {any} */ (next)) {
  return found ? list.map((x, k) => (k in found ? make(x, found[k]) : x)) : list;
}

/** A row with what is new of its marks and places. @param {Row} row @param {NewOnRow} found @returns {Row} */
const onRow = (row, found) => ({ ...row, marks: renewed(row.marks, found.marks), places: renewed(row.places, found.places) });
