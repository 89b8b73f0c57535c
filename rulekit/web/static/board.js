/** The board: the server's drawing, with the options of the question numbered, and lit what has just happened. */

import { html, lang, Refused, said, t, textOf, useEffect, useLayoutEffect, useRef, useState } from "./page.js";
import { numbered } from "./parts.js";
import { adopt } from "./styles.js";
import { toFreeCorner } from "./free_corner.js";
import { useZoom } from "./zoom.js";

/** @typedef {import("./types").Option} Option */

/** Milliseconds after which a press of a finger is a long one: not every browser tells. */
const LONG = 500, SVG = "http://www.w3.org/2000/svg";

/** A drawing for the page, without styles of its own. @param {string} text @param {string} label @returns {SVGSVGElement} */
function read(text, label) {
  const bare = text.replace(/<style>([^]*?)<\/style>/g, (_, style) => (adopt(style), ""));
  const root = /** @type {unknown} */ (new DOMParser().parseFromString(bare, "image/svg+xml").documentElement);
  const svg = document.importNode(/** @type {SVGSVGElement} */ (root), true);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", label);
  return svg;
}

/** Takes the legend off a drawing, as a drawing of its own, and cuts off the room below the board that it had. @param {SVGElement} svg */
function legendOf(svg) {
  const rows = svg.querySelector(".rk-legend"), panel = rows?.querySelector(".rk-panel");
  rows?.remove();
  if (!rows || !panel) return null;
  const [x, y, wide, high] = ["x", "y", "width", "height"].map((name) => Number(panel.getAttribute(name)));
  const [left, top, right, bottom] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
  if (Math.abs(y + high - bottom) < 1 && wide >= right) svg.setAttribute("viewBox", `${left} ${top} ${right} ${y}`);
  const own = document.createElementNS(SVG, "svg");
  own.setAttribute("viewBox", `${x} ${y} ${wide} ${high}`);
  own.setAttribute("width", String(wide)); // as large as it is drawn, and moved sideways: it is as wide as the board
  own.append(rows);
  return own;
}

/** The numbers of options, at the places for which they stand; a plus for those of a form, which have none. @param {Element} svg @param {Map<string, {number: number, label: string}>} byPlace @param {string[]} lit @param {boolean} inForm */
function mark(svg, byPlace, lit, inForm) {
  svg.querySelectorAll(".rk-badge").forEach((badge) => badge.remove());
  const drawn = byPlace.size ? things(svg) : [];
  for (const place of /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll("[data-place]"))) {
    const id = place.dataset.place ?? "", option = byPlace.get(id), own = place.id.startsWith("place-");
    place.classList.toggle("rk-option", Boolean(option));
    place.classList.toggle("rk-lit", lit.includes(id) && !option);
    for (const name of ["tabindex", "role", "aria-label"]) place.removeAttribute(name);
    if (!option || !own) continue;
    place.setAttribute("tabindex", "0");
    place.setAttribute("role", "button");
    place.setAttribute("aria-label", inForm ? option.label : `${option.number} ${option.label}`);
    place.append(badge(place, svg.querySelector(`[data-place="${CSS.escape(id)}"] .rk-area`), inForm ? "+" : String(option.number), drawn));
  }
}

/** The radius of a badge, at most which part of a field that is, and the square, as a part of it, that covers as much as the circle. */
const RADIUS = 13, PART = 0.2, SQUARE = 0.85;
/** How bad it is to cover a unit of a drawing, of a text, to stand outside of one's own field, and a unit away from what it is for. */
const DRAWN = 1, TEXT = 4, OUTSIDE = 300, AWAY = 20;

/** What a badge covers. @typedef {{x: number, y: number, width: number, height: number, weight: number}} Covered */

/** All that is drawn at places. @param {Element} svg @returns {Covered[]} */
const things = (svg) => [.../** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll(".rk-places :is(text, rect, circle, path):not([transform])"))].map((node) => {
  const { x, y, width, height } = node.getBBox();
  return { x, y, width, height, weight: node.tagName === "text" ? TEXT : DRAWN };
});

/** How much of two stretches is the same. @param {number} a @param {number} long @param {number} b @param {number} other */
const shared = (a, long, b, other) => Math.max(0, Math.min(a + long, b + other) - Math.max(a, b));

/**
 * A badge where it hides least of what is drawn, other badges among it: in the middle of an empty field, else beside what lies there.
 * @param {SVGGElement} place @param {SVGGeometryElement | null} area @param {string} sign @param {Covered[]} drawn
 */
function badge(place, area, sign, drawn) {
  const own = place.getBBox(), field = area?.getBBox(), r = field ? Math.min(RADIUS, PART * Math.min(field.width, field.height)) : RADIUS;
  const [left, right, middle] = [own.x - r - 1, own.x + own.width + r + 1, own.x + own.width / 2];
  const [upper, lower] = [own.y + r / 2, own.y + own.height - r / 2];
  const tried = [[left, upper], [right, upper], [left, lower], [right, lower], [middle, own.y - r - 1], [middle, own.y + own.height + r + 1]];
  if (field) tried.unshift([field.x + field.width / 2, field.y + field.height / 2]);
  const half = SQUARE * r;
  const away = (/** @type {number} */ at, /** @type {number} */ first, /** @type {number} */ long) => Math.max(0, first - at - 2 * r, at - first - long - 2 * r);
  const cost = (/** @type {number[]} */ [x, y]) => drawn.reduce((sum, at) => sum + at.weight * shared(x - half, 2 * half, at.x, at.width) * shared(y - half, 2 * half, at.y, at.height),
    AWAY * Math.hypot(away(x, own.x, own.width), away(y, own.y, own.height)) + (area?.isPointInFill(new DOMPoint(x, y)) === false ? OUTSIDE : 0));
  const costs = tried.map(cost), [x, y] = tried[costs.indexOf(Math.min(...costs))];
  drawn.push({ x: x - half, y: y - half, width: 2 * half, height: 2 * half, weight: TEXT });
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "rk-badge");
  group.setAttribute("aria-hidden", "true");
  group.setAttribute("transform", `translate(${x} ${y}) scale(${r / RADIUS})`);
  const circle = document.createElementNS(SVG, "circle"), text = document.createElementNS(SVG, "text");
  circle.setAttribute("r", String(RADIUS));
  text.setAttribute("dy", ".36em");
  text.setAttribute("text-anchor", "middle");
  text.textContent = sign;
  group.append(circle, text);
  return group;
}

/** The places for which just one option stands, with its number. @param {Option[]} options */
function numbers(options) {
  const found = new Map(), places = options.map((option) => option.place);
  for (const { id, label, place, number } of numbered(options)) if (place && places.indexOf(place) === places.lastIndexOf(place)) found.set(place, { number, label, id });
  return found;
}

/**
 * `drawing`: a drawing that is there already, as on the analysis board; else that of the seat is asked for. `reach`: the places that an
 * option leads to; `onLook`: which option is pointed at.
 * @param {{seat: string, sight: string, step: number | null, drawing?: string, options: Option[], lit: string[], reach?: string[], inForm?: boolean, title: string, onChoose: (id: string) => void, onLook?: (id: string) => void, onOpen?: (place: string) => void, onLegend?: (legend: SVGElement | null) => void}} props
 */
export function Board({ seat, sight, step, drawing, options, lit, reach = [], inForm = false, title, onChoose, onLook, onOpen, onLegend }) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null)), buttons = useRef(/** @type {HTMLElement | null} */ (null));
  const [drawn, setDrawn] = useState("");
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  /** Whether it is seen: on a phone other parts of the table are shown in its place, and nothing of it can be measured. */
  const [seen, setSeen] = useState(true);
  const byPlace = numbers(options), asked = options.map((option) => option.id).join("\n");
  const placeOf = (/** @type {Event} */ event) => /** @type {Element} */ (event.target).closest("[data-place]")?.getAttribute("data-place") ?? "";
  const choose = (/** @type {string} */ place) => {
    const option = byPlace.get(place);
    if (option) onChoose(option.id);
    else if (place) onOpen?.(place);
  };
  /** Whether a press has opened a place: then it chooses nothing when it ends. */
  const held = useRef(false), press = useRef(0);
  const { zoom, whole, keep, follow, following, setFollowing, moved, handlers } = useZoom(frame, (event) => event.button || held.current || choose(placeOf(event)));
  const open = (/** @type {Event} */ event) => {
    const place = placeOf(event);
    if (!place || !onOpen) return;
    event.preventDefault();
    held.current = true;
    onOpen(place);
  };

  useEffect(() => {
    if (drawing !== undefined) return setDrawn(drawing);
    const wanted = new AbortController();
    textOf(`${seat}/board.svg?lang=${lang}${step === null ? "" : `&step=${step}`}`, wanted.signal).then(
      (text) => wanted.signal.aborted || (setDrawn(text), setProblem(null)),
      (problem) => wanted.signal.aborted || (setProblem(problem), onLegend?.(null)),
    );
    return () => wanted.abort();
  }, [seat, sight, step, drawing]);

  useEffect(() => {
    const place = () => frame.current && buttons.current && toFreeCorner(frame.current, buttons.current);
    const sized = new ResizeObserver(([{ contentRect }]) => (setSeen(contentRect.width > 0), place()));
    if (frame.current) sized.observe(frame.current);
    return () => sized.disconnect();
  }, [problem]);

  // Before the next key or click can come: a place that is marked is one that can be chosen now.
  useLayoutEffect(() => {
    if (!drawn || !frame.current) return;
    const svg = read(drawn, title);
    onLegend?.(legendOf(svg));
    frame.current.replaceChildren(svg);
    frame.current.style.background = svg.querySelector("rect")?.getAttribute("fill") ?? "";
    if (buttons.current) toFreeCorner(frame.current, buttons.current);
    keep();
  }, [drawn]);

  useLayoutEffect(() => {
    const svg = frame.current?.querySelector("svg");
    if (svg) mark(svg, byPlace, lit, inForm);
  }, [drawn, asked, lit.join("\n"), inForm, seen, following]);

  // Not when others are lit, as where one points at a sentence: the board would move below one's eyes.
  useLayoutEffect(() => {
    const [chosen, about] = [".rk-option", ".rk-lit"].map((sort) => [.../** @type {NodeListOf<SVGGraphicsElement>} */ (frame.current?.querySelectorAll(sort) ?? [])]);
    follow(chosen.length ? chosen : about);
  }, [drawn, asked, inForm, seen, following]);

  useLayoutEffect(() => {
    for (const place of frame.current?.querySelectorAll("[data-place]") ?? []) place.classList.toggle("rk-reach", reach.includes(place.getAttribute("data-place") ?? ""));
  }, [drawn, reach]);

  const key = (/** @type {KeyboardEvent} */ event) => {
    const place = event.target instanceof Element && event.target.closest("[role=button]");
    if (place && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      choose(placeOf(event));
    } else if (event.key === "?") open(event);
    else handlers.onKeyDown(event);
  };

  const look = (/** @type {Event} */ event) => onLook?.(byPlace.get(placeOf(event))?.id ?? ""), away = () => onLook?.("");

  if (problem instanceof Refused && problem.status === 404) return null; // a game without a board
  if (problem) return html`<p class="error" role="alert">${said(problem)}</p>`;
  return html`<div class="board">
    <div class="map" ref=${frame} tabindex="0" role="group" aria-label=${t("Board: arrows move it, + and - zoom, 0 shows all")}
      ...${handlers} onKeyDown=${key} onContextMenu=${open} onMouseLeave=${away} onMouseOver=${look} onfocusin=${look} onfocusout=${away}
      onPointerUpCapture=${() => clearTimeout(press.current)}
      onPointerDownCapture=${(/** @type {PointerEvent} */ event) => {
        held.current = false;
        clearTimeout(press.current);
        if (event.pointerType === "touch") press.current = window.setTimeout(() => moved.current || open(event), LONG);
      }}></div>
    <div class="zoom" data-corner="top left" ref=${buttons}>
      <button onClick=${() => zoom(1 / 1.25)} aria-label=${t("Closer")}>+</button>
      <button onClick=${() => zoom(1.25)} aria-label=${t("Further away")}>−</button>
      <button onClick=${whole} aria-label=${t("The whole board")}>⤢</button>
      <button onClick=${() => setFollowing(!following)} aria-pressed=${following} aria-label=${t("Follow the question")}>◎</button>
    </div>
  </div>`;
}
