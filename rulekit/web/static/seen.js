/** What a reader has had before his eyes: only what comes later is new to him. The server keeps it for seats, the browser for
 * spectators. */

import { lang, useEffect } from "./page.js";
import { keep, kept } from "./kept.js";
import { plain } from "./parts.js";

/** @typedef {import("./types").State} State */

/** Milliseconds after which who has a state before his eyes has seen it. */
const REST = 1500;

const KEY = `seen/${location.pathname.split("/")[2]}`;
/** What a spectator had seen when he came to the page: the last line, and when. @type {{text: string, at: number} | null} */
const before = JSON.parse(kept(KEY) ?? "null");

/** Notes that somebody sees a state: when he has had the time to, and when he goes. @param {string} seat @param {State | null} state */
export function useSeen(seat, state) {
  useEffect(() => {
    if (!state) return;
    const closed = new AbortController(), { signal } = closed, last = state.story.at(-1);
    const note = () => {
      // Also from a page that is being left.
      const told = { method: "POST", keepalive: true, headers: { "Content-Type": "application/json" }, body: JSON.stringify({ tag: state.tag }) };
      if (state.seat) fetch(`/api/v1${seat}/seen?lang=${lang}`, told).catch(() => {});
      else if (last) keep(KEY, JSON.stringify({ text: plain(last.parts), at: Date.now() / 1000 }));
    };
    const timer = window.setTimeout(() => document.hidden || note(), REST);
    document.addEventListener("visibilitychange", () => document.hidden && note(), { signal });
    return () => (clearTimeout(timer), closed.abort());
  }, [state?.tag]);
}

/** Up to where the reader of a state had looked before, as {@link Story} takes it. @param {State} state */
export function lookedAt(state) {
  if (state.seat) return { since: state.version, looked: state.looked, split: 0 };
  const split = before ? state.story.findLastIndex((line) => plain(line.parts) === before.text) + 1 : 0;
  return { since: plain(state.story[0]?.parts ?? []), looked: { ...state.looked, at: before?.at }, split };
}
