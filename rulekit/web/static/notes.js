/** What the rules show with a question and its options: what each costs, what it brings, and whether one can pay for all. */

import { html, t } from "./page.js";

/** @typedef {import("./types").Cost} Cost */

/** @param {Cost} cost */
const missing = (cost) => cost.short > 0 && html` <b class="short">${t("{n} short", { n: cost.short })}</b>`;

/** What all lines of a form cost together. @param {{costs?: Cost[]}} props */
export function Sum({ costs }) {
  return costs && html`<p class="sum" role="status">${costs.map((cost) => html`<span key=${cost.unit}>
    ${t("costs {amount} of {have} {unit}", { ...cost })}${missing(cost)}</span>`)}</p>`;
}

/**
 * In small letters below an option; nothing where there is nothing. What the rules say first is shown, all of it to who points at it.
 * Where no sum tells what is paid with, each cost does (`whole`).
 * @param {{of: {costs?: Cost[], notes?: string[]}, whole?: boolean}} props
 */
export function Noted({ of: { costs = [], notes = [] }, whole }) {
  const paid = costs.filter((cost) => cost.amount !== 0);
  if (!paid.length && !notes.length) return "";
  const said = (/** @type {Cost} */ cost) => t("costs {amount} of {have} {unit}", { ...cost });
  const all = [...paid.map(said), ...notes];
  return html`<span class="noted" title=${all.join("\n")}>${paid.map((cost) => html`<span>${whole ? said(cost) : t("costs {amount}", { amount: cost.amount })}${missing(cost)}</span>`)}
    ${notes.slice(0, 1).map((note) => html`<span>${note}</span>`)}</span>`;
}
