/** Which part of a drawing is seen: moved and zoomed by wheel, fingers and keys; until then it follows what is asked about. */

import { useEffect, useRef, useState } from "./vendor/preact-htm.js";
import { script } from "./connection.js";

/** Pixels of the letters of names: fewer are too small to be read. */
const LEAST = 9;

/**
 * @param {{current: HTMLElement | null}} frame holds an svg @param {(event: PointerEvent) => void} onTap for a press that moves nothing
 */
export function useZoom(frame, onTap) {
  const box = useRef(/** @type {number[] | null} */ (null));
  const fingers = useRef(/** @type {Map<number, PointerEvent>} */ (new Map()));
  const moved = useRef(false);
  const [following, setFollowing] = useState(true);
  const svg = () => frame.current?.querySelector("svg") ?? null;
  const now = () => (svg()?.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);

  /** @param {number[]} values */
  const show = (values) => {
    box.current = values;
    svg()?.setAttribute("viewBox", values.map((v) => v.toFixed(1)).join(" "));
  };
  /** Brings places into view where names are too small to be read while the whole is seen. @param {SVGGraphicsElement[]} places */
  const follow = async (places) => {
    const drawn = svg(), whole = drawn?.dataset.whole?.split(" ").map(Number) ?? [];
    const letters = Number(drawn?.querySelector(".rk-name")?.getAttribute("font-size")), frameSize = frame.current?.getBoundingClientRect();
    if (!following || !letters || !frameSize?.width || !places.length) return;
    if (letters * Math.min(frameSize.width / whole[2], frameSize.height / whole[3]) >= LEAST) return;
    const { around } = await script("./into_view.js");
    if (svg() === drawn && places[0].isConnected) show(around(places, whole, frameSize.width, frameSize.height, letters) ?? whole);
  };
  /** Makes the part smaller or larger around a point. @param {number} factor @param {number} [x] @param {number} [y] */
  const zoom = (factor, x, y) => {
    const [left, top, wide, high] = now();
    const all = Number(svg()?.dataset.whole?.split(" ")[2]);
    if (wide * factor >= all) return whole();
    setFollowing(false);
    const cx = x ?? left + wide / 2, cy = y ?? top + high / 2;
    show([cx - (cx - left) * factor, cy - (cy - top) * factor, wide * factor, high * factor]);
  };
  /** @param {number} dx @param {number} dy as parts of what is seen */
  const pan = (dx, dy) => {
    const [left, top, wide, high] = now();
    setFollowing(false);
    show([left + dx * wide, top + dy * high, wide, high]);
  };
  const whole = () => {
    setFollowing(false);
    box.current = null;
    const all = svg()?.dataset.whole;
    if (all) svg()?.setAttribute("viewBox", all);
  };
  /** For a drawing that has just come: the part that was seen before. */
  const keep = () => {
    const drawn = svg();
    if (!drawn) return;
    drawn.dataset.whole = drawn.getAttribute("viewBox") ?? "";
    if (box.current) show(box.current);
  };

  /** @param {{clientX: number, clientY: number}} event @returns {[number, number]} */
  const point = (event) => {
    const matrix = svg()?.getScreenCTM()?.inverse();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [at.x, at.y];
  };
  useEffect(() => {
    const node = frame.current;
    const wheel = (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, ...point(event));
    };
    node?.addEventListener("wheel", wheel, { passive: false });
    return () => node?.removeEventListener("wheel", wheel);
  });

  /** @param {PointerEvent} event */
  const down = (event) => {
    fingers.current.set(event.pointerId, event);
    moved.current = false;
  };
  /** @param {PointerEvent} event */
  const move = (event) => {
    const before = fingers.current.get(event.pointerId);
    if (!before || !frame.current) return;
    const other = [...fingers.current.values()].find((finger) => finger.pointerId !== event.pointerId);
    const size = frame.current.getBoundingClientRect();
    if (other) {
      const apart = (/** @type {PointerEvent} */ a) => Math.hypot(a.clientX - other.clientX, a.clientY - other.clientY) || 1;
      zoom(apart(before) / apart(event), ...point(other));
      moved.current = true;
    } else if (moved.current || Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) > 6) {
      pan((before.clientX - event.clientX) / size.width, (before.clientY - event.clientY) / size.height);
      moved.current = true;
    } else return;
    fingers.current.set(event.pointerId, event);
  };
  /** @param {PointerEvent} event */
  const up = (event) => {
    if (fingers.current.delete(event.pointerId) && !moved.current && event.type === "pointerup") onTap(event);
  };
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    /** @type {Record<string, [number, number]>} */
    const moves = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
    if (moves[event.key]) pan(...moves[event.key]);
    else if (event.key === "+" || event.key === "=") zoom(1 / 1.25);
    else if (event.key === "-") zoom(1.25);
    else if (event.key === "0") whole();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { zoom, whole, keep, follow, following, setFollowing, moved, handlers: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up, onPointerLeave: up, onKeyDown: key } };
}
