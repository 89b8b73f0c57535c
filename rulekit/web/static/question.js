/** The question that the seat is asked: options by click, by number, by typing a part of a name. */

import { html, useEffect, useState } from "./vendor/preact-htm.js";
import { t } from "./i18n.js";

const MANY = 12;

/** @param {{decision: object, busy: boolean, onChoose: (id: string) => void, onWhy: (id: string) => void,
 *  onOrder: (question: string, id: string) => void}} props */
export function Question({ decision, busy, onChoose, onWhy, onOrder }) {
  const [typed, setTyped] = useState("");
  useEffect(() => setTyped(""), [decision.prompt, decision.options.length]);
  const fits = (option) => option.label.toLowerCase().includes(typed.toLowerCase());
  const shown = decision.options.map((option, k) => ({ ...option, number: k + 1 })).filter(fits);
  const enter = (event) => {
    event.preventDefault();
    const number = Number(typed);
    const meant = Number.isInteger(number) && typed ? decision.options[number - 1] : shown.length === 1 && shown[0];
    if (meant) onChoose(meant.id);
  };
  return html`<section class="question" aria-live="assertive">
    <h2>${decision.prompt}</h2>
    ${decision.options.length > MANY &&
    html`<form onSubmit=${enter}>
      <input value=${typed} onInput=${(event) => setTyped(event.target.value)}
        placeholder=${t("number or part of a name")} aria-label=${t("number or part of a name")} />
    </form>`}
    <ol class="options">
      ${shown.map(
        (option) => html`<li key=${option.id}>
          <button class="option" disabled=${busy} onClick=${() => onChoose(option.id)}>
            <kbd>${option.number}</kbd> ${option.label}
          </button>
          <button class="why" onClick=${() => onWhy(option.id)} aria-label=${t("Why {what}", { what: option.label })}>?</button>
          ${decision.name &&
          html`<button class="why" onClick=${() => onOrder(decision.name, option.id)}
            title=${t("From now on always answer so")} aria-label=${t("Always: {what}", { what: option.label })}>∞</button>`}
        </li>`,
      )}
    </ol>
    ${decision.refused.length > 0 &&
    html`<details class="refused">
      <summary>${t("Not allowed now: {n}", { n: decision.refused.length })}</summary>
      <ul>${decision.refused.map((r) => html`<li key=${r.id}><b>${r.label}</b> ${r.reason}</li>`)}</ul>
    </details>`}
  </section>`;
}
