/** Dice as they were thrown: in the story, and at a question about them. */

import { html, t } from "./page.js";
import "./late.js";

/** Dice as they were thrown: whose they are, each with its number, and what came of it. @param {{rolls: import("./types").Roll[]}} props */
export function Dice({ rolls }) {
  return html`<ul class="dice" aria-label=${t("Dice thrown")}>${rolls.map((roll) => html`<li>${roll.who && html`${roll.who}${t(": ")}`}${roll.dice.map((die) => html`<i>${die}</i> `)}
    ${roll.plus ? html`<small>${t("each {plus}", { plus: roll.plus > 0 ? `+${roll.plus}` : roll.plus })}</small> ` : ""}${roll.hits !== undefined && html`<b>${t("hits: {n}", { n: roll.hits })}</b>`}</li>`)}</ul>`;
}
