/** What the game shows above the map: rows of cards in their order, and what else is in force and going on. */

import { html, t } from "./page.js";
import { drawing, Icon, Parts } from "./parts.js";

/** @typedef {import("./types").Shown} Shown @typedef {import("./types").Holder} Holder @typedef {import("./types").Card} Card */

/**
 * The places that the game names, or those whose spaces have numbers; without those where nothing lies.
 * @param {Shown} shown @param {string[]} named
 */
function rows(shown, named) {
  const { places } = shown.view;
  const found = named.length ? named.flatMap((key) => places.find((place) => place.key === key) ?? []) : places.filter((place) => place.row);
  return found.filter((place) => place.cards?.some((card) => card === null || card.key));
}

/** A name stands in so many lines at most, and in one more only if that makes it narrower by more letters than this. */
const MOST = 3, WORTH = 1.5;
/** Chinese, which is broken anywhere, stands in two lines from so many letters on. */
const LONG = 5;

/** A name in lines that are about as long, so that a space is no wider than it has to be. @param {string} name */
function lines(name) {
  const wide = /[\u3040-\u9fff]/.test(name), whole = wide ? /[\w\s+]{2}/ : /\S[^]|[^]\//;
  const cuts = [...name].map((_, k) => k).filter((k) => k && !whole.test(name.slice(k - 1, k + 1)));
  /** All that begin there. @param {number} from @param {number} most @returns {string[][]} */
  const splits = (from, most) => [[name.slice(from).trim()], ...cuts.filter((k) => k > from && most > 1).flatMap((k) => splits(k, most - 1).map((rest) => [name.slice(from, k).trim(), ...rest]))];
  const cost = (/** @type {string[]} */ split) => Math.max(...split.map((line) => line.length)) + WORTH * split.length;
  const found = splits(0, wide ? (name.length < LONG ? 1 : 2) : MOST).reduce((best, split) => (cost(split) < cost(best) ? split : best));
  return found.map((line, k) => html`${k ? html`<br />` : ""}${line}`);
}

/** @param {{card: Card, number: number}} props */
function Space({ card, number }) {
  if (card === null) return html`<li class="space down"><small>${number || ""}</small><span class="hidden">${t("face down")}</span></li>`;
  return html`<li class=${`space ${card.key ? "" : "empty"}`} tabindex=${card.key ? 0 : undefined} data-key=${card.key || undefined} data-name=${card.name}>
    ${(number > 0 || drawing(card.key)) && html`<small>${number > 0 && number}<${Icon} id=${card.key} /></small> `}<span>${lines(card.name)}</span></li>`;
}

/** @typedef {import("./types").Header} Header */

/** When it is, in the game's own words. @param {{header: Header, shown: Shown}} props */
export function When({ header, shown }) {
  const [first] = header.lines;
  return first ? html`<p class="when"><${Parts} parts=${first} sides=${shown.sides} /></p>` : "";
}

/** @param {{header: Header, shown: Shown, named: string[]}} props */
export function Strip({ header, shown, named }) {
  const { lines, course } = header, more = lines.slice(1);
  const marks = header.declared ? [] : shown.view.marks.filter((mark) => mark.told !== false);
  const found = rows(shown, named);
  if (!more.length && !course.length && !marks.length && !found.length) return "";
  return html`<section class="strip" aria-label=${t("The game")} tabindex="0">
    ${found.length > 0 && html`<div class="rows">${found.map((place) => html`<div class="block" key=${place.key}><h2>${place.name}</h2>
      <ol class="spaces">${(place.cards ?? []).map((card, k) => html`<${Space} key=${k} card=${card} number=${place.row ? k + 1 : 0} />`)}</ol></div>`)}</div>`}
    ${(more.length > 0 || marks.length > 0 || course.length > 0) && html`<div class="words">
      ${more.map((parts) => html`<p class="said"><${Parts} parts=${parts} sides=${shown.sides} /></p>`)}
      ${marks.map((mark) => html`<p class="said"><small>${mark.name}</small> <b>${mark.value}</b></p>`)}
      ${course.length > 0 && html`<p class="course">${course.map((parts, k) => html`${k ? " › " : ""}<${Parts} parts=${parts} sides=${shown.sides} />`)}</p>`}</div>`}
  </section>`;
}
