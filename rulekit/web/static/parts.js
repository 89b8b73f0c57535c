/** Texts in parts: what they name can be read about, and players have their colours and letters. */

import { html } from "./vendor/preact-htm.js";

/** @typedef {import("./types").Part} Part @typedef {import("./types").Side} Side */

/** The mark of a player: his letter on his colour. @param {{sides: Side[], id: string}} props */
export function Crest({ sides, id }) {
  const k = sides.findIndex((side) => side.key === id);
  return k < 0 ? "" : html`<span class=${`crest side-${k}`} aria-hidden="true">${sides[k].letter}</span>`;
}

/** The mark and the name; where the letter is the whole name, once. @param {{sides: Side[], id: string, name: string}} props */
export function Called({ sides, id, name }) {
  const k = sides.findIndex((side) => side.key === id);
  return k >= 0 && sides[k].letter === name ? html`<span class=${`crest side-${k}`}>${name}</span>` : html`<${Crest} sides=${sides} id=${id} />${name}`;
}

/** @param {{parts: Part[], sides: Side[]}} props */
export function Parts({ parts, sides }) {
  return parts.map((part) =>
    typeof part === "string"
      ? part
      : html`<span class="thing" tabindex="0" data-key=${part.id} data-name=${part.name}><${Called} sides=${sides} id=${part.id} name=${part.name} /></span>`,
  );
}

/** The same as plain text. @param {Part[]} parts */
export const plain = (parts) => parts.map((part) => (typeof part === "string" ? part : part.name)).join("");

/** The places that a sentence and all below it name. @param {import("./types").Told} told @returns {string[]} */
export const named = (told) => [
  ...told.parts.flatMap((part) => (typeof part === "string" ? [] : [part.id])),
  ...(told.inside ?? []).flatMap(named),
];
