/** Where a box of buttons covers nothing of a board: one of the four corners, lying or standing, or else beside the board. */

const GAP = 8;
const CORNERS = ["top left", "top right", "bottom left", "bottom right"];
/** How much more it matters that a name or a piece is covered than a part of an area, which may lie under the sea. */
const CONTENTS = 1e6;

/**
 * Tells the box its corner, and that it is `standing` where it covers less that way; the first of those that are as good. Where each
 * covers something, the board makes room for it.
 * @param {HTMLElement} frame holds the svg of a board @param {HTMLElement} box
 */
export function toFreeCorner(frame, box) {
  box.dataset.corner = "top left";
  const all = frame.getBoundingClientRect(), size = box.getBoundingClientRect();
  if (!all.width || !size.width) return;
  const long = Math.max(size.width, size.height), short = Math.min(size.width, size.height);
  const drawn = [
    ...[...frame.querySelectorAll(".rk-place")].map((node) => ({ rect: node.getBoundingClientRect(), weight: CONTENTS })),
    ...[...frame.querySelectorAll(".rk-region")].map((node) => ({ rect: node.getBoundingClientRect(), weight: 1 })),
  ];
  let best = { cost: Infinity, corner: "" };
  for (const standing of long + 2 * GAP > all.height ? [false] : [false, true])
    for (const corner of CORNERS) {
      const wide = standing ? short : long, high = standing ? long : short;
      const left = corner.endsWith("left") ? all.left + GAP : all.right - GAP - wide;
      const top = corner.startsWith("top") ? all.top + GAP : all.bottom - GAP - high;
      const covered = (/** @type {DOMRect} */ rect) => Math.max(0, Math.min(rect.right, left + wide) - Math.max(rect.left, left)) * Math.max(0, Math.min(rect.bottom, top + high) - Math.max(rect.top, top));
      const cost = drawn.reduce((sum, node) => sum + node.weight * covered(node.rect), 0);
      if (cost < best.cost - 1) best = { cost, corner: `${corner}${standing ? " standing" : ""}` };
    }
  box.dataset.corner = best.cost > CONTENTS ? "top left standing beside" : best.corner;
}
