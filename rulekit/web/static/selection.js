/** Several things that are chosen together: ticked, or counted where they are alike, and sent at once. */

import { ask, html, lang, said, t, useEffect, useRef, useState } from "./page.js";
import { Noted } from "./notes.js";
import { Icon, numbered } from "./parts.js";
import { Always } from "./question.js";
import { Scored } from "./story.js";
import "./late.js";

/** @typedef {import("./types").Selection} Chosen @typedef {import("./types").Selected} Selected @typedef {Record<string, number>} Picked */

/** What is chosen is kept while the page is open, also when it is loaded again. @param {string} version */
const store = (version) => `selection ${version}`;

/** How many of each are chosen. @param {Chosen | null} from @returns {Picked} */
const pickedOf = (from) => Object.fromEntries((from?.members ?? []).filter((x) => x.chosen).map((x) => [x.id, x.chosen]));

/**
 * @param {{seat: string, version: string, decision: import("./types").Decision, busy: boolean, onSend: (picked: Picked) => void,
 *  onError: (text: string) => void, onOrder?: (question: string, id: string, until: string) => void}} props
 */
export function Selection({ seat, version, decision, busy, onSend, onError, onOrder }) {
  const [found, setFound] = useState(/** @type {Chosen | null} */ (null));
  /** What was ticked last: the answer of the server to anything before comes too late. */
  const last = useRef(0);
  /** Things of which there were several at first stay numbers. */
  const counted = useRef(/** @type {Set<string>} */ (new Set()));
  const change = async (/** @type {Picked} */ picked, full = false) => {
    const mine = ++last.current;
    setFound((now) => now && { ...now, members: now.members.map((x) => ({ ...x, chosen: picked[x.id] ?? 0 })) });
    try {
      const { selection } = await ask(`${seat}/selection?lang=${lang}`, { version, picked, full });
      if (mine !== last.current || !selection) return; // the next question is on its way
      for (const x of selection.members) if (x.most > 1) counted.current.add(x.id);
      setFound(selection);
      sessionStorage.setItem(store(version), JSON.stringify(pickedOf(selection)));
    } catch (problem) {
      if (mine === last.current) onError(said(problem));
    }
  };
  useEffect(() => {
    counted.current = new Set();
    setFound(null);
    change(JSON.parse(sessionStorage.getItem(store(version)) ?? "{}"));
    return () => sessionStorage.removeItem(store(version));
  }, [version]);

  const members = found?.members ?? [], picked = pickedOf(found);
  const n = members.reduce((sum, x) => sum + x.chosen, 0);
  const set = (/** @type {string} */ id, /** @type {number} */ many) => change({ ...picked, [id]: many });
  const none = decision.options.find((option) => option.declines)?.id;
  const numbers = new Map(numbered(decision.options).map((option) => [option.id, option.number]));
  const reason = (/** @type {Selected} */ x) => x.reason || (found?.apart.includes(x.id) ? t("does not go with the others") : x.most ? "" : t("cannot be added"));
  return html`<section class="question form" aria-label=${t("Question")}>
    <h2 aria-live="assertive" tabindex="0" data-key=${decision.rule} data-name=${decision.prompt}>${decision.prompt} <small role="status">${t("{n} chosen", { n })}</small></h2>
    ${decision.notes?.map((note) => html`<p class="about">${note}</p>`)}
    ${decision.rolls && html`<${Scored} from="./dice.js" part="Dice" rolls=${decision.rolls} />`}
    <fieldset class="pick" aria-label=${decision.prompt}><ul class="picks">${members.map((x) => {
      const why = reason(x), shut = !x.most && !x.chosen;
      return html`<li key=${x.id} class=${x.chosen ? "chosen" : shut ? "shut" : ""}><label>
        ${counted.current.has(x.id)
          ? html`<input type="number" min="0" max=${Math.max(x.most, x.chosen)} value=${x.chosen} disabled=${shut} onInput=${(/** @type {any} */ event) => set(x.id, Math.max(0, Math.min(Math.max(x.most, x.chosen), event.currentTarget.valueAsNumber || 0)))} />`
          : html`<input type="checkbox" checked=${x.chosen > 0} disabled=${shut} onChange=${(/** @type {any} */ event) => set(x.id, Number(event.currentTarget.checked))} />`}
        <span>${numbers.has(x.id) && numbers.size < 11 ? html`<kbd>${numbers.get(x.id)}</kbd> ` : ""}<${Icon} id=${x.id} /><b data-key=${x.id} data-name=${x.label}>${x.label}</b>${counted.current.has(x.id) && html` <small>${t("of {n}", { n: Math.max(x.most, x.chosen) })}</small>`}
          <small>${x.values.join(t(", "))}</small> <${Noted} of=${x} whole />${why && html` <small class="why">${why}</small>`}</span>
      </label></li>`;
    })}</ul></fieldset>
    <p class="tools">
      <button class="main" data-key=${none} disabled=${busy || !found?.complete || found.apart.length > 0} onClick=${() => onSend(picked)}>${n || !found?.complete ? t("Done") : t("None of these")}</button>
      <button onClick=${() => change(picked, true)}>${t("As many as possible")}</button>
      ${n > 0 && html`<button onClick=${() => change({})}>${t("Clear")}</button>`}
    </p>
    ${onOrder && decision.name && html`<${Always} decision=${decision} onOrder=${onOrder} />`}
  </section>`;
}
