/** The texts of the house rules of a table, as everybody at the table may read them. */

import { useAnswer } from "./answer.js";
import { html, t } from "./page.js";

/** Rules without their tests, of which nobody who plays needs to read. @param {string} text */
function untested(text) {
  let within = false;
  return text.split("\n").filter((row) => !(within = /^test\b/.test(row) || (within && !/^\S/.test(row)))).join("\n").trim();
}

/** The house rules, each with its text. `path`: where the server gives them. @param {{path: string, onError: (text: string) => void}} props */
export function Variants({ path, onError }) {
  const found = useAnswer(path, onError);
  if (!found) return html`<p role="status">${t("One moment ...")}</p>`;
  const texts = /** @type {[string, string][]} */ (Object.entries(found.variants));
  if (!texts.length) return html`<p class="quiet">${t("None: this table plays the game as it is.")}</p>`;
  return texts.map(([name, text]) => [name, untested(text)]).map(([name, text]) => text && html`<h3>${name.replace(/^\d+\//, "")}</h3><pre tabindex="0">${text}</pre>`);
}
