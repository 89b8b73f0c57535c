/** Texts in parts: what they name can be read about, and players have their colours and crests. */

import { html } from "./vendor/preact-htm.js";

/** @typedef {import("./types").Part} Part @typedef {import("./types").Side} Side */

/** The drawings, in the version of this script. */
const ICONS = new URL("./icons.svg", import.meta.url).pathname;
/** A drawing of the page, by its name. @param {{name: string}} props */
export const Drawn = ({ name }) => html`<svg class="drawn" aria-hidden="true"><use href=${`${ICONS}#${name}`}></use></svg>`;

/** Thing -> its drawing in this game. @type {Record<string, string>} */
let drawings = {};
/** @param {Record<string, string>} icons */
export const drawBy = (icons) => void (drawings = icons);
/** What the rules call something: of things of which each player has the same ones, views number the name. @param {string} key */
export const ruleName = (key) => key.replace(/ \(\d+\)$/, "");
/** What stands for a card, an action or a kind of these, if the game says so. @param {string} id */
export const drawing = (id) => drawings[id] ?? drawings[ruleName(id)] ?? "";

/** The drawing of a thing, or one that is named. @param {{id?: string, name?: string}} props */
export const Icon = ({ id = "", name = drawing(id) }) => (name ? html`<${Drawn} name=${`icon-${name}`} />` : "");

/** The mark of a player: his crest on his colour, or a letter where players are too many for crests. @param {{sides: Side[], id: string}} props */
export function Crest({ sides, id }) {
  const k = sides.findIndex((side) => side.key === id);
  return k < 0 ? "" : html`<span class=${`crest side-${k}`} aria-hidden="true">${sides[k].crest ? html`<${Drawn} name=${`crest-${sides[k].crest}`} />` : sides[k].letter}</span>`;
}

/** @param {{parts: Part[], sides: Side[]}} props */
export function Parts({ parts, sides }) {
  return parts.map((part) =>
    typeof part === "string"
      ? part
      : html`<span class="thing" tabindex="0" data-key=${part.id} data-name=${part.name}><${Crest} sides=${sides} id=${part.id} />${part.name}</span>`,
  );
}

/** The same as plain text. @param {Part[]} parts */
export const plain = (parts) => parts.map((part) => (typeof part === "string" ? part : part.name)).join("");

/** The places that a sentence and all below it name. @param {import("./types").Told} told @returns {string[]} */
export const named = (told) => [
  ...told.parts.flatMap((part) => (typeof part === "string" ? [] : [part.id])),
  ...(told.inside ?? []).flatMap(named),
];

/** Options as they are shown, with their numbers: amounts are their own; what declines stands behind all others, as 0. @param {import("./types").Option[]} options */
export function numbered(options) {
  const offered = options.filter((option) => !option.declines), amounts = offered.every((option) => /^\d{1,9}$/.test(option.label));
  const free = amounts && offered.some((option) => Number(option.label) === 0) ? offered.length + 1 : 0;
  return [
    ...offered.map((option, k) => ({ ...option, number: amounts ? Number(option.label) : k + 1 })),
    ...options.filter((option) => option.declines).map((option) => ({ ...option, number: free })),
  ];
}

/** Whether a single digit chooses each of them; else one types a number, or a part of a name. @param {{number: number}[]} options */
export const byDigit = (options) => options.length < 10 && options.every((option) => option.number < 10);
