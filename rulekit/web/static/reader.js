/** A small card that tells what something is: on hover, on focus, and on a long press of a finger. It stays while the mouse is on it; Escape closes it. */

import { useAnswer } from "./answer.js";
import { ask, html, lang, t, useEffect, useLayoutEffect, useRef, useState } from "./page.js";
import { ruleName } from "./parts.js";

/** @typedef {import("./types").View} View @typedef {import("./types").Passage} Passage */

const LONG = 450, REST = 350;
/** Milliseconds in which the mouse comes from what is told about to the card. */
const WAY = 250;
/** Pixels: what the card leaves free above and below it, together, and how high it is at least. */
const GAP = 14, LEAST = 60;
/** Pixels by which something moves before its text is put away. */
const MOVED = 8;
const KEYED = "[data-key], [data-place]";
/** What a question has for a key: where the rules ask it. */
const RULE = /^(.+):(\d+)$/;
/** @type {Promise<Passage[]> | null} */
let passages = null;

/** What the rulebook says of something, or of what the rules ask in a line `FILE:LINE`. @param {string} seat @param {string} key @param {string} name */
export async function rulebook(seat, key, name) {
  passages ??= ask(`${seat}/cards?lang=${lang}`).then((answer) => answer.cards, () => []); // refused for good
  const bare = (/** @type {string} */ title) => title.split("  [")[0].toLowerCase();
  const [, file, line] = RULE.exec(key) ?? [], all = await passages;
  const about = all.filter((p) => p.file === file && p.first <= Number(line) && Number(line) <= p.last).sort((a, b) => a.last - a.first - (b.last - b.first));
  return about[0] ?? all.find((p) => p.keys.includes(key) || p.keys.includes(ruleName(key)) || (name !== "" && bare(p.title) === name.toLowerCase()));
}

/** Whether a value says something: not what is not so, and not what nobody has. @param {{sort: string, raw: number, id: string}} value */
const holds = ({ sort, raw, id }) => (sort === "truth" ? raw !== 0 : sort !== "kind" || id !== "none");

/** What is seen of something on the table. @param {View} view @param {string} key */
export function seen(view, key) {
  const rows = view.tables.flatMap((table) => table.rows.filter((row) => row.key === key));
  const facts = rows.flatMap((row) => [...row.facts, ...row.marks.filter((m) => m.told !== false && m.raw)]).filter(holds).map((m) => [m.name, m.value]);
  // What lies at a thing that holds pieces itself lies there, and not in a place of its own that is called by its kind.
  const lying = view.tables.flatMap((table) => table.rows.filter((row) => row.key === key).flatMap((row) => row.places.map((place) => [place.key === table.of ? t("here") : place.name, content(place)])));
  const found = [...facts, ...lying].filter(([, value]) => value);
  return { name: rows[0]?.name ?? "", rows: found.filter(([name], k) => found.findIndex(([other]) => other === name) === k) };
}

/** Whether something has a row of its own on the table. @param {View} view @param {string} key */
export const has = (view, key) => view.tables.some((table) => table.rows.some((row) => row.key === key));

/** What the game shows with something now; nothing unless it is `asked`. @param {string} seat @param {View} view @param {string} key @param {boolean} [asked] @returns {string[]} */
export const useShown = (seat, view, key, asked = true) => useAnswer(asked && has(view, key) ? `${seat}/things/${encodeURIComponent(key)}?lang=${lang}` : "", undefined, view)?.lines ?? [];

/** Names, with how often each comes. @param {string[]} names @returns {string[]} */
export const counted = (names) => [...new Set(names)].map((name) => {
  const times = names.filter((other) => other === name).length;
  return times > 1 ? `${name} ×${times}` : name;
});

/** What lies at a place, in words. @param {import("./types").Holder} place @returns {string} */
export function content(place) {
  if (place.spots) return place.spots.map((s) => [s.for, content(s)]).filter(([, c]) => c).map(([f, c]) => `${f}${t(": ")}${c}`).join(" · ");
  if (place.pieces) return place.hidden ? "?" : place.pieces.map((piece) => piece.text).join(t(", "));
  const open = (place.cards ?? []).flatMap((card) => (card && card.name ? [card.name] : []));
  const down = (place.cards ?? []).filter((card) => card === null).length;
  return [...counted(open), ...(down ? [`${down} ▮`] : [])].join(t(", "));
}

/** @param {{seat: string, view: View, now?: boolean}} props `now`: the view is that of the present, and not of a moment before or of a trial */
export function Reader({ seat, view, now = false }) {
  const [at, setAt] = useState(/** @type {Element | null} */ (null));
  const [text, setText] = useState(/** @type {Passage | undefined} */ (undefined));
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const key = at?.getAttribute("data-key") ?? at?.getAttribute("data-place") ?? "";
  const name = at?.getAttribute("data-name") ?? "";
  const lines = useShown(seat, view, key, at !== null && now);

  useEffect(() => {
    let press = 0, rest = 0;
    const find = (/** @type {Event} */ event) => (event.target instanceof Element ? event.target.closest(KEYED) : null);
    const inside = (/** @type {Event} */ event) => event.target instanceof Element && event.target.closest(".reader") !== null;
    // A button that is clicked is used, and not asked about.
    const show = (/** @type {Event} */ event) => event.target instanceof Element && !inside(event) && !event.target.matches("button:not(:focus-visible), [role=button]:not(:focus-visible)") && setAt(find(event));
    const hide = (/** @type {FocusEvent} */ event) => find(event) && !(event.relatedTarget instanceof Element && event.relatedTarget.closest(".reader")) && setAt(null);
    const down = (/** @type {PointerEvent} */ event) => {
      clearTimeout(press);
      clearTimeout(rest);
      if (inside(event)) return;
      setAt(null); // what is clicked is used: its text would lie over what comes next
      if (event.pointerType !== "touch") return;
      press = window.setTimeout(() => setAt(find(event)), LONG);
    };
    const up = () => clearTimeout(press);
    const over = (/** @type {PointerEvent} */ event) => {
      if (event.pointerType !== "mouse") return;
      clearTimeout(rest);
      if (inside(event)) return;
      const found = find(event);
      rest = window.setTimeout(() => setAt((before) => found ?? (before === document.activeElement ? before : null)), found ? REST : WAY);
    };
    const away = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && setAt(null);
    const calls = /** @type {[string, any][]} */ ([["pointerover", over], ["focusin", show], ["focusout", hide], ["pointerdown", down], ["pointerup", up], ["pointermove", (/** @type {PointerEvent} */ e) => e.pointerType === "touch" && Math.hypot(e.movementX, e.movementY) > 4 && up()], ["keydown", away]]);
    const gone = new AbortController();
    calls.forEach(([event, call]) => document.addEventListener(event, call, gone));
    // This comes after the first view: the focus or the mouse may rest on something already.
    show(/** @type {any} */ ({ target: document.activeElement }));
    if (matchMedia("(hover: hover)").matches) over(/** @type {any} */ ({ target: [...document.querySelectorAll(":hover")].pop(), pointerType: "mouse" }));
    return () => gone.abort();
  }, []);

  useEffect(() => {
    if (!at) return;
    const before = at.getBoundingClientRect();
    // When it has moved, by a scroll, a zoom or a new question, the text would hang over something else.
    const timer = setInterval(() => {
      const there = at.getBoundingClientRect();
      if (Math.hypot(there.x - before.x, there.y - before.y) > MOVED) setAt(null);
    }, REST);
    return () => clearInterval(timer);
  }, [at]);

  useEffect(() => {
    let current = true;
    setText(undefined);
    if (at) rulebook(seat, key, name).then((found) => current && setText(found));
    return () => (current = false);
  }, [at, key]);

  useLayoutEffect(() => {
    if (!at || !box.current) return;
    box.current.style.maxHeight = "";
    const there = at.getBoundingClientRect(), own = box.current.getBoundingClientRect(), inside = at.closest(".decision");
    // What is being decided stays free: about an option one reads above all of them, about anything else above or below it.
    const bar = document.querySelector(".decision")?.getBoundingClientRect();
    const end = bar && !inside && bar.top > there.bottom ? bar.top : innerHeight;
    const over = (inside && bar ? bar : there).top - GAP, under = inside ? 0 : end - there.bottom - GAP;
    const below = own.height <= under || under > over, high = Math.max(LEAST, below ? under : over);
    if (own.height > high) box.current.style.maxHeight = `${high}px`;
    box.current.style.left = `${Math.max(8, Math.min(innerWidth - own.width - 8, there.left))}px`;
    box.current.style.top = `${Math.max(8, below ? there.bottom + 6 : over + GAP - 6 - Math.min(own.height, high))}px`;
  });

  if (!at?.isConnected || (at.matches("[data-place]") && document.querySelector(".opened"))) return "";
  const found = seen(view, key);
  if (!text && !found.rows.length && !RULE.test(key)) return "";
  return html`<div class="reader" role="tooltip" ref=${box}>
    <b>${text?.title.split("  [")[0] || found.name || name}</b>
    ${found.rows.length > 0 && html`<dl>${found.rows.map(([what, value]) => html`<div><dt>${what}</dt><dd>${value}</dd></div>`)}</dl>`}
    ${lines.map((line) => html`<p class="shown">${line}</p>`)}
    ${text && html`<p>${text.summary}</p>`}
    ${text?.text && text.text !== text.summary && html`<details key=${text.title}><summary>${t("The exact rule")}</summary><p>${text.text}</p></details>`}
    ${RULE.test(key) && html`<small>${key}</small>`}
  </div>`;
}
