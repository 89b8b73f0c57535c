/** Texts of rule lines, and the causes of a step of the replay. */

import { useAnswer } from "./answer.js";
import "./late.js";
import { html, lang, t, useState } from "./page.js";
import { Parts } from "./parts.js";
import { RuleLine } from "./story.js";

/** The text of a rule line, and the whole rule. @param {{rule: string}} props */
export function RuleQuote({ rule }) {
  const [error, setError] = useState(""), [, , game, number] = location.pathname.split("/");
  /** @type {import("./types").RuleQuote | undefined} */
  const found = useAnswer(`/games/${game}/seats/${number}/quote?lang=${lang}&rule=${encodeURIComponent(rule)}`, setError);
  return html`<blockquote class="rule" aria-live="polite">${found ? html`<p>${found.text}</p>
    ${found.whole && html`<details><summary>${t("The whole rule")}${t(": ")}${found.title}</summary><p class="exact">${found.whole}</p></details>`}` : error || t("One moment ...")}</blockquote>`;
}

/** The changes of a step, each with its rule line, the values that this used, and the conditions that were checked. @param {{seat: string, step: number, sides: import("./types").Side[]}} props */
export function Causes({ seat, step, sides }) {
  const [error, setError] = useState("");
  /** @type {import("./types").Causes | undefined} */
  const found = useAnswer(`${seat}/replay/${step}/causes?lang=${lang}`, setError);
  if (!found) return html`<p role="status">${error || t("One moment ...")}</p>`;
  return html`<ul class="causes" tabindex="0" aria-label=${t("Why this happened")}>${found.causes.map((x) => html`<li><${Parts} parts=${x.parts} sides=${sides} />
      <p class="exact">${x.text}<${RuleLine} rule=${x.rule} clauses=${x.clauses} /></p>
      ${x.values.length > 0 && html`<p>${x.values.join(t("; "))}</p>`}
      ${x.asked.length > 0 && html`<details><summary>${t("Conditions that were checked")}</summary><ul>${x.asked.map((y) => html`<li><span role="img" aria-label=${y.holds ? t("holds") : t("does not hold")}>${y.holds ? "✓" : "✗"}</span> ${y.text}<${RuleLine} rule=${y.rule} /></li>`)}</ul></details>`}</li>`)}</ul>
    ${!found.causes.length && html`<p class="quiet">${t("Nothing was changed.")}</p>`}
    ${found.more > 0 && html`<p class="quiet">${t("and {n} more", { n: found.more })}</p>`}`;
}
