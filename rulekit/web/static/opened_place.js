/** One place that is opened: whose it is, what lies there, what can be done there and why not, and where one goes from it. */

import { useAnswer } from "./answer.js";
import { html, lang, t, useEffect, useLayoutEffect, useRef } from "./page.js";
import { RuleLine } from "./story.js";

/** @typedef {import("./types").OpenedPlace} Opened */

/** Puts it where it hides least: in a corner of the map, over the story before over an option. On a phone it lies above the question. @param {HTMLElement} box @param {string} at */
function dock(box, at) {
  box.style.position = "fixed"; // so that it takes no room from the map
  const [map, side] = [".map", ".tabbed"].map((part) => document.querySelector(part)?.getBoundingClientRect());
  if (!map || !side?.width) return box.removeAttribute("style");
  box.style.maxHeight = `${map.height - 16}px`;
  const { offsetWidth: wide, offsetHeight: high } = box, right = map.right - wide - 8, bottom = map.bottom - high - 8;
  const spots = [[side.left, side.bottom - high, 99], [map.left + 170, map.top + 8, 0], [right, map.top + 8, 0], [map.left + 8, bottom, 0], [right, bottom, 0]];
  for (const node of document.querySelectorAll(".map [data-place]")) {
    const place = node.getBoundingClientRect(), cost = node.matches(".rk-option") ? 99 : node.getAttribute("data-place") === at ? 9 : 1;
    for (const spot of spots) if (place.left < spot[0] + wide && place.right > spot[0] && place.top < spot[1] + high && place.bottom > spot[1]) spot[2] += cost;
  }
  const [x, y] = spots.sort((a, b) => a[2] - b[2])[0];
  box.style.left = `${x}px`;
  box.style.top = `${y}px`;
}

/** @param {{seat: string, tag: string, at: string, options: import("./types").Option[], onOpen: (place: string) => void, onChoose: (id: string) => void}} props */
export function OpenedPlace({ seat, tag, at, options, onOpen, onChoose }) {
  /** @type {Opened | undefined} */
  const answer = useAnswer(`${seat}/places/${encodeURIComponent(at)}?lang=${lang}`, () => onOpen(""), tag);
  /** The last one stays until another place is there. */
  const last = useRef(answer), place = (last.current = answer ?? last.current);
  const box = useRef(/** @type {HTMLElement | null} */ (null)), from = useRef(document.activeElement);
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && onOpen("");
    addEventListener("keydown", key);
    return () => (removeEventListener("keydown", key), /** @type {HTMLElement} */ (from.current)?.focus());
  }, []);
  useLayoutEffect(() => void (box.current && dock(box.current, at)));
  useLayoutEffect(() => box.current?.focus({ preventScroll: true }), [place?.key]); // it is never to be seen without the focus
  if (!place) return "";
  return html`<section class="opened" role="dialog" tabindex="-1" ref=${box} aria-label=${place.name}>
    <button class="close" onClick=${() => onOpen("")} aria-label=${t("Close")}>✕</button>
    <h2>${place.name}</h2><p class="quiet">${place.owner || t("nobody's")}</p>
    <ul>${place.lying.map((x) => html`<li>${x.count > 1 && html`<b>${x.count} ×</b> `}<span class=${x.key ? "thing" : ""} tabindex=${x.key ? 0 : undefined} data-key=${x.key || undefined} data-name=${x.name}>${x.name}</span> <small>${x.values.join(t(", "))}</small></li>`)}</ul>
    <dl>${place.values.map((x) => html`<div><dt>${x.name}</dt><dd>${x.value}</dd></div>`)}</dl>
    ${place.shown.map((line) => html`<p>${line}</p>`)}
    ${options.filter((x) => x.place === at).map((x) => html`<button class="main" onClick=${() => onChoose(x.id)}>${x.label}</button>`)}
    ${place.refused.map((x) => html`<p><b>✗ ${x.label}</b> ${x.reason}<${RuleLine} rule=${x.rule} clauses=${x.clauses} /></p>`)}
    ${place.ways.map((way) => html`<h3>${way.name}</h3><p class="tools">${way.to.map(([key, name]) => html`<button onClick=${() => onOpen(key)}>${name}</button>`)}</p>`)}
  </section>`;
}
