/** A run of like questions as one form: any line can be filled or changed, by click, key, or by dragging; then all are sent. */

import { ask, html, lang, said, t, useEffect, useState } from "./page.js";
import { Noted, Sum } from "./notes.js";
import { Icon, numbered } from "./parts.js";

/** @typedef {import("./types").Form} Form */

/** What stands in the lines is kept while the page is open, also when it is loaded again. @param {string} version */
const store = (version) => `form ${version}`;
/** What was sent last, so that it can be taken again: after one has taken it back, or when the same is asked anew. @param {string} seat */
const sent = (seat) => `sent ${seat}`;
/** @param {string} seat @param {Form} form @returns {string[] | null} */
function before(seat, form) {
  const kept = JSON.parse(localStorage.getItem(sent(seat)) ?? "null");
  return kept?.title === form.title && form.lines.every((x) => x.value === null) ? kept.values : null;
}

/**
 * `where`: what answers changes of the form, in place of the seat's own; `more`: what is said with each; `beside`: what stands beside its buttons.
 * @param {{seat: string, where?: string, more?: object, version: string, first: Form, rule: string, busy: boolean, line: number | null, onLine: (line: number | null) => void,
 *  onForm: (form: Form) => void, onSend: (values: (string | null)[]) => void, onError: (text: string) => void, beside?: unknown}} props
 */
export function FormQuestion({ seat, where, more, version, first, rule, busy, line, onLine, onForm, onSend, onError, beside }) {
  const [form, setForm] = useState(first);
  const [note, setNote] = useState("");
  const values = (/** @type {Form} */ from) => from.lines.map((x) => x.value);
  const take = (/** @type {Form} */ next) => {
    setForm(next);
    onForm(next);
    sessionStorage.setItem(store(version), JSON.stringify(values(next)));
  };
  const asking = (/** @type {object} */ what) => ask(`${seat}/${where ?? "form"}?lang=${lang}`, where ? { ...more, change: what } : { version, ...what });
  const change = async (/** @type {object} */ what) => {
    try {
      const answer = await asking({ values: values(form), ...what });
      take(answer.form);
      const cleared = answer.form.cleared.map((/** @type {number} */ k) => k + 1);
      setNote(cleared.length ? t("Cleared for it: line {lines}", { lines: cleared.join(t(", ")) }) : "");
      return answer.form;
    } catch (problem) {
      onError(said(problem));
    }
  };
  useEffect(() => {
    setForm(first);
    onForm(first);
    setNote("");
    const kept = JSON.parse(sessionStorage.getItem(store(version)) ?? "[]");
    const k = kept.findIndex((/** @type {string | null} */ value) => value !== null);
    if (kept.length === first.lines.length && k >= 0)
      asking({ values: kept, line: k, option: kept[k] }).then((answer) => (take(answer.form), onLine(answer.form.at)), () => {});
    onLine(first.at);
  }, [version]);

  const set = async (/** @type {number} */ k, /** @type {string | null} */ option) => {
    const next = await change(option === null ? { line: k, at: k } : { line: k, option });
    if (next) onLine(next.at);
  };
  // What may stand in a line is asked for when it is opened, unless it is there.
  useEffect(() => {
    if (line !== null && line >= 0 && line !== form.at) change({ at: line });
  }, [line]);
  const again = before(seat, form);
  const send = () => {
    localStorage.setItem(sent(seat), JSON.stringify({ title: form.title, values: values(form) }));
    onSend(values(form));
  };
  const used = new Map(form.lines.flatMap((x, k) => (x.value === null ? [] : [[x.value, k + 1]])));
  const open = line !== null && line === form.at ? form.lines[line] : undefined;
  const drop = (/** @type {DragEvent} */ event, /** @type {number} */ k) => {
    event.preventDefault();
    const option = event.dataTransfer?.getData("text/plain");
    if (option) set(k, option);
  };
  return html`<section class="question form" aria-label=${t("Question")}>
    <h2 aria-live="assertive" tabindex="0" data-key=${rule} data-name=${form.title}>${form.title} <small>${form.lines.length - form.open.length} / ${form.lines.length}</small></h2>
    <${Sum} costs=${form.costs} />
    <ol class="formlines">
      ${form.lines.map((x, k) => html`<li key=${k} class=${k === line ? "open" : ""} onDragOver=${(/** @type {Event} */ event) => event.preventDefault()} onDrop=${(/** @type {DragEvent} */ event) => drop(event, k)}>
        <button class="formline" aria-expanded=${k === line} onClick=${() => onLine(k === line ? null : k)}>
          <span class="slotnote"><kbd>${k + 1}</kbd> ${x.about?.join(" ")}</span> <span class="asks"><${Icon} name=${x.icon} />${x.asks}</span>
          <b>${x.value === null ? "–" : x.label}</b> <${Noted} of=${x} /></button>
        ${x.value !== null && html`<button class="why" aria-label=${t("Clear {what}", { what: x.asks })} onClick=${() => set(k, null)}>×</button>`}
      </li>`)}
    </ol>
    ${open && html`<fieldset class="pick"><legend>${open.prompt}</legend>
      <div class="options">${numbered(form.options).map((option) => html`<button key=${option.id} class=${`option ${open.value === option.id ? "chosen" : ""}`} draggable="true"
        aria-pressed=${open.value === option.id} data-key=${option.id} data-name=${option.label}
        onDragStart=${(/** @type {DragEvent} */ event) => event.dataTransfer?.setData("text/plain", option.id)} onClick=${() => set(line ?? 0, option.id)}>
        <${Icon} id=${option.id} />${option.label}${used.has(option.id) ? html` <small>→ ${used.get(option.id)}</small>` : ""} <${Noted} of=${option} /></button>`)}</div></fieldset>`}
    <p class="note" role="status">${note}</p>
    <div class="tools">
      <button class="main" disabled=${busy || form.open.length > 0} onClick=${send}>${t("Done")}</button>
      ${again && html`<button onClick=${() => change({ like: again }).then((next) => next && onLine(next.at))}>${t("As the last time")}</button>`}
      <button onClick=${() => change({ rest: true }).then((next) => next && onLine(next.at))}>${t("The rest by chance")}</button>
      ${beside}
    </div>
  </section>`;
}
