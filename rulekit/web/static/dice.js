/** Dice as they were thrown: in the story, and at a question about them. */

import { html } from "./vendor/preact-htm.js";
import { t } from "./i18n.js";
import { adopt } from "./styles.js";

adopt(`.dice { list-style: none; margin: 4px 0; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: 13px; line-height: 22px; }
.lines .dice li { border: 0; padding: 0; margin: 0; }
.dice i { display: inline-block; min-width: 22px; margin-right: 3px; border: 1px solid var(--edge); border-radius: 5px; background: var(--paper); font-style: normal; font-weight: 600; text-align: center; }`);

/** Dice as they were thrown: whose they are, each with its number, and what came of it. @param {{rolls: import("./types").Roll[]}} props */
export function Dice({ rolls }) {
  return html`<ul class="dice" aria-label=${t("Dice thrown")}>${rolls.map((roll) => html`<li>${roll.who && html`${roll.who}${t(": ")}`}${roll.dice.map((die) => html`<i>${die}</i> `)}
    ${roll.plus ? html`<small>${t("each {plus}", { plus: roll.plus > 0 ? `+${roll.plus}` : roll.plus })}</small> ` : ""}${roll.hits !== undefined && html`<b>${t("hits: {n}", { n: roll.hits })}</b>`}</li>`)}</ul>`;
}
