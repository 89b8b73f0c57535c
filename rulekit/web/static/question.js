/** The question that the seat is asked: options by click, by number, by typing a part of a name. */

import { html, t, useEffect, useState } from "./page.js";
import { Noted } from "./notes.js";
import { byDigit, Icon, numbered } from "./parts.js";
import { Scored } from "./story.js";

/** @typedef {import("./types").Decision} Decision @typedef {import("./types").Order} Order */

/** An answer that is given by itself from now on. @param {{decision: Decision, onOrder: (question: string, id: string, until: string) => void}} props */
export function Always({ decision, onOrder }) {
  const [id, setId] = useState(decision.options[decision.options.length - 1]?.id ?? "");
  useEffect(() => setId(decision.options[decision.options.length - 1]?.id ?? ""), [decision.name]);
  return html`<details class="always"><summary>${t("Answer by itself from now on")}</summary>
    <label>${t("Answer")} <select value=${id} onChange=${(/** @type {any} */ event) => setId(event.target.value)}>
      ${decision.options.map((option) => html`<option value=${option.id} selected=${option.id === id}>${option.label}</option>`)}</select></label>
    <button onClick=${() => onOrder(decision.name, id, "concerned")}>${t("until it concerns me")}</button>
    <button onClick=${() => onOrder(decision.name, id, "")}>${t("always")}</button>
  </details>`;
}

/** The standing answers of the seat, and why one has stopped. @param {{orders: Order[], onOrder: (question: string, id: string, until: string) => void}} props */
export function Orders({ orders, onOrder }) {
  if (!orders.length) return "";
  return html`<ul class="orders">${orders.map((order) => html`<li key=${order.question}>
    ${order.stopped ? t("No longer answered by itself, because it concerns you: {what}", { what: order.asks }) : t("Answered by itself: {what} → {answer}", { what: order.asks, answer: order.label })}
    <button onClick=${() => onOrder(order.question, "", "")}>${order.stopped ? t("OK") : t("Stop this")}</button></li>`)}</ul>`;
}

/**
 * Leads to the rule lines on which an option rests, also one that is refused. Beside an option the key `?` does (`byKey`), so that one
 * goes from option to option.
 * @param {{of: {id: string, label: string}, onWhy?: (id: string) => void, byKey?: boolean}} props
 */
const WhyButton = ({ of, onWhy, byKey }) => onWhy && html`<button class="why" tabindex=${byKey ? -1 : undefined} title=${byKey ? t("Why? On the option: key ?") : undefined}
  onClick=${() => onWhy(of.id)} aria-label=${t("Why {what}", { what: of.label })}>?</button>`;

/** The option that an event happens at, if any. @param {Event} event */
const optionAt = (event) => /** @type {Element} */ (event.target).closest(".option")?.getAttribute("data-key") ?? "";

/** Options of which there are many stand in columns, unless a label has more letters than this. */
const SHORT = 36;
/** Pixels of the widest column, which has room for notes as well; what beside a label stands in a narrower one, and for each letter. */
const WIDEST = 146, BESIDE = 62, LETTER = 5;

/** Arrows go from option to option, and `?` asks why one can be chosen. @param {KeyboardEvent} event @param {((id: string) => void) | undefined} onWhy */
function walk(event, onWhy) {
  if (event.key === "?" && optionAt(event)) return onWhy?.(optionAt(event));
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const all = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll(".option")], at = all.indexOf(/** @type {Element} */ (event.target));
  if (!step || at < 0) return;
  event.preventDefault();
  /** @type {HTMLElement} */ (all[(at + step + all.length) % all.length]).focus();
}

/**
 * @param {{decision: Decision, busy: boolean, onChoose: (id: string) => void, onWhy?: (id: string) => void, onLook?: (id: string) => void,
 *  onOrder?: (question: string, id: string, until: string) => void}} props
 */
export function Question({ decision, busy, onChoose, onWhy, onLook, onOrder }) {
  const [typed, setTyped] = useState("");
  useEffect(() => setTyped(""), [decision.prompt, decision.options.length]);
  const all = numbered(decision.options), digits = byDigit(all);
  const longest = Math.max(...all.map((option) => option.label.length)), many = !digits && longest <= SHORT;
  const column = all.some((option) => option.costs || option.notes) ? WIDEST : Math.min(WIDEST, BESIDE + LETTER * longest);
  const shown = all.filter((option) => option.label.toLowerCase().includes(typed.toLowerCase()) || String(option.number) === typed);
  const enter = (/** @type {Event} */ event) => {
    event.preventDefault();
    const meant = /^\d+$/.test(typed) ? all.find((option) => option.number === Number(typed)) : shown.length === 1 ? shown[0] : undefined;
    if (meant) onChoose(meant.id);
  };
  return html`<section class="question" aria-label=${t("Question")}>
    <h2 aria-live="assertive" tabindex="0" data-key=${decision.rule} data-name=${decision.prompt}>${decision.prompt}</h2>
    ${decision.notes?.map((note) => html`<p class="about">${note}</p>`)}
    ${decision.rolls && html`<${Scored} from="./dice.js" part="Dice" rolls=${decision.rolls} />`}
    ${!digits &&
    html`<form onSubmit=${enter}>
      <input value=${typed} onInput=${(/** @type {any} */ event) => setTyped(event.target.value)}
        placeholder=${t("number or part of a name")} aria-label=${t("number or part of a name")} />
    </form>`}
    <ol class=${many ? "options many" : "options"} style=${{ "--column": `${column}px` }} onKeyDown=${(/** @type {KeyboardEvent} */ event) => walk(event, onWhy)} onMouseOver=${(/** @type {Event} */ event) => onLook?.(optionAt(event))} onfocusin=${(/** @type {Event} */ event) => onLook?.(optionAt(event))}
      onMouseLeave=${() => onLook?.("")} onfocusout=${() => onLook?.("")}>
      ${shown.map(
        (option) => html`<li key=${option.id}>
          <button class="option" aria-keyshortcuts=${onWhy && "?"} disabled=${busy} data-key=${option.id} data-name=${option.label} onClick=${() => onChoose(option.id)}>
            <kbd class=${String(option.number) === option.label ? "same" : ""}>${option.number}</kbd> <${Icon} id=${option.id} />${option.label} <${Noted} of=${option} whole />
          </button>
          <${WhyButton} of=${option} onWhy=${onWhy} byKey />
        </li>`,
      )}
    </ol>
    ${decision.window && html`<${Scored} from="./card_texts.js" part="CardTexts" options=${decision.options} />`}
    ${decision.refused.length > 0 &&
    html`<details class="refused">
      <summary>${t("Not allowed now: {n}", { n: decision.refused.length })}</summary>
      <ul>${decision.refused.map((r) => html`<li key=${r.id}><b>${r.label}</b> ${r.reason} <${WhyButton} of=${r} onWhy=${onWhy} /></li>`)}</ul>
    </details>`}
    ${onOrder && decision.name && html`<${Always} decision=${decision} onOrder=${onOrder} />`}
  </section>`;
}
