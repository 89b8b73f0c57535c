/** The board: the server's drawing, with the options of the question lit, zoomed by wheel, fingers and keys. */

import { html, useEffect, useRef, useState } from "./vendor/preact-htm.js";
import { picture } from "./api.js";
import { lang, t } from "./i18n.js";

const sheets = new Map();

/** The styles of a drawing become a style sheet of the page: the page may hold no styles of its own (see its policy). */
function adopt(text) {
  if (sheets.has(text)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  sheets.set(text, sheet);
  document.adoptedStyleSheets = [...sheets.values()];
}

function read(text) {
  const bare = text.replace(/<style>([^]*?)<\/style>/g, (_, style) => adopt(style) ?? "");
  const svg = document.importNode(new DOMParser().parseFromString(bare, "image/svg+xml").documentElement, true);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  return svg;
}

/** @param {{seat: string, sight: string, step: number | null, options: string[], lit: string[], onChoose: (id: string) => void}} props */
export function Board({ seat, sight, step, options, lit, onChoose }) {
  const frame = useRef(null);
  const box = useRef(null);
  const [drawn, setDrawn] = useState("");
  const [none, setNone] = useState(false);

  useEffect(() => {
    let current = true;
    picture(`${seat}/board.svg?lang=${lang}${step === null ? "" : `&step=${step}`}`).then(
      (text) => current && setDrawn(text),
      () => current && setNone(true),
    );
    return () => (current = false);
  }, [seat, sight, step]);

  useEffect(() => {
    if (!drawn || !frame.current) return;
    const svg = read(drawn);
    if (box.current) svg.setAttribute("viewBox", box.current.join(" "));
    frame.current.replaceChildren(svg);
  }, [drawn]);

  useEffect(() => {
    const svg = frame.current?.querySelector("svg");
    if (!svg) return;
    const can = new Set(options), just = new Set(lit);
    for (const place of svg.querySelectorAll("[data-place]")) {
      const id = place.dataset.place;
      place.classList.toggle("rk-option", can.has(id));
      place.classList.toggle("rk-lit", just.has(id) && !can.has(id));
    }
  }, [drawn, options.join("\n"), lit.join("\n")]);

  /** Makes the visible part smaller or larger around a point of the drawing. */
  const zoom = (factor, x, y) => {
    const svg = frame.current?.querySelector("svg");
    if (!svg) return;
    const [left, top, wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
    const cx = x ?? left + wide / 2, cy = y ?? top + high / 2;
    show([cx - (cx - left) * factor, cy - (cy - top) * factor, wide * factor, high * factor]);
  };
  const pan = (dx, dy) => {
    const svg = frame.current?.querySelector("svg");
    if (!svg) return;
    const [left, top, wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
    show([left + dx * wide, top + dy * high, wide, high]);
  };
  const show = (values) => {
    box.current = values;
    frame.current.querySelector("svg").setAttribute("viewBox", values.map((v) => v.toFixed(1)).join(" "));
  };
  const whole = () => {
    box.current = null;
    if (drawn) frame.current.replaceChildren(read(drawn));
    setDrawn((text) => text + " ");
  };

  const point = (event) => {
    const svg = frame.current.querySelector("svg");
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [at.x, at.y];
  };
  const wheel = (event) => {
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, ...point(event));
  };
  useEffect(() => {
    const node = frame.current;
    node?.addEventListener("wheel", wheel, { passive: false });
    return () => node?.removeEventListener("wheel", wheel);
  });

  const fingers = useRef(new Map());
  const moved = useRef(false);
  const down = (event) => {
    fingers.current.set(event.pointerId, event);
    moved.current = false;
  };
  const move = (event) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const all = [...fingers.current.values()];
    const size = frame.current.getBoundingClientRect();
    if (all.length === 2) {
      const other = all.find((finger) => finger.pointerId !== event.pointerId);
      const apart = (a) => Math.hypot(a.clientX - other.clientX, a.clientY - other.clientY) || 1;
      zoom(apart(before) / apart(event), ...point(other));
      moved.current = true;
    } else if (Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) > 4 || moved.current) {
      pan((before.clientX - event.clientX) / size.width, (before.clientY - event.clientY) / size.height);
      moved.current = true;
    } else return;
    fingers.current.set(event.pointerId, event);
  };
  const up = (event) => {
    fingers.current.delete(event.pointerId);
    if (moved.current) return;
    const place = event.target.closest?.("[data-place]");
    if (place && options.includes(place.dataset.place)) onChoose(place.dataset.place);
  };
  const key = (event) => {
    const moves = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
    if (moves[event.key]) pan(...moves[event.key]);
    else if (event.key === "+" || event.key === "=") zoom(1 / 1.25);
    else if (event.key === "-") zoom(1.25);
    else if (event.key === "0") whole();
    else return;
    event.preventDefault();
  };

  if (none) return html`<p class="quiet">${t("This game has no board to draw.")}</p>`;
  return html`<div class="board">
    <div class="map" ref=${frame} tabindex="0" role="group" aria-label=${t("Board: arrows move it, + and - zoom")}
      onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${up} onPointerLeave=${up}
      onKeyDown=${key}></div>
    <div class="zoom">
      <button onClick=${() => zoom(1 / 1.25)} aria-label=${t("Closer")}>+</button>
      <button onClick=${() => zoom(1.25)} aria-label=${t("Further away")}>−</button>
      <button onClick=${whole} aria-label=${t("The whole board")}>⤢</button>
    </div>
  </div>`;
}
