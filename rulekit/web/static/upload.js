/** House rules of one's own: pasted or dropped, checked by the server, and its messages shown where they belong. */

import { ask, html, lang, said, t, useState } from "./page.js";

/** @typedef {import("./types").Finding} Finding */

const MOST = 200_000;

/** The lines of a text, each with a sign. @param {string} sign @param {string} text */
const signed = (sign, text) => (text ? text.split("\n").map((row) => `${sign} ${row}`) : []);

const WIDE = /[\u1100-\u115f\u2e80-\uffdc]/;

/** A line, and below it a mark under what a finding is about, as wide as the characters there. @param {string} row @param {Finding} finding */
function marked(row, { column, width }) {
  const below = (/** @type {number} */ from, /** @type {number} */ to, /** @type {string} */ narrow, /** @type {string} */ wide) =>
    [...row].slice(from, to).map((x) => (x === "\t" && narrow === " " ? x : WIDE.test(x) ? wide : narrow)).join("");
  return `${row}\n${below(0, column - 1, " ", "\u3000")}${below(column - 1, column - 1 + width, "^", "＾") || "^"}`;
}

/**
 * @param {{game: string, password: string, variants: string[], players: number, options: Record<string, string>, text: string, found: Finding[] | null, onText: (text: string) => void, onFound: (found: Finding[] | null) => void}} props
 */
export function Upload({ game, password, variants, players, options, text, found, onText, onFound }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [changes, setChanges] = useState(/** @type {import("./types").Change[]} */ ([]));
  const [tried, setTried] = useState(/** @type {string[]} */ ([]));
  const write = (/** @type {string} */ next) => {
    onText(next);
    onFound(null);
    setProblem("");
  };
  const read = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    if (file.size > MOST) setProblem(t("This file is too large."));
    else write(await file.text());
  };
  const drop = (/** @type {DragEvent} */ event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    read(event.dataTransfer.files[0]);
  };
  const check = async () => {
    setBusy(true);
    setProblem("");
    try {
      const answer = await ask(`/check?lang=${lang}`, { game, variants, text, password, players, options });
      setTried(answer.tried);
      setChanges(answer.changes);
      onFound(answer.findings);
    } catch (error) {
      setProblem(said(error));
    } finally {
      setBusy(false);
    }
  };
  const rows = text.split("\n");
  const go = (/** @type {Finding} */ finding) => {
    const field = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("house-rules"));
    if (!field) return;
    const start = rows.slice(0, finding.line - 1).reduce((n, row) => n + row.length + 1, 0) + finding.column - 1;
    field.focus();
    field.setSelectionRange(start, start + Math.max(1, finding.width));
  };
  return html`<fieldset class="upload" onDragOver=${(/** @type {Event} */ event) => event.preventDefault()} onDrop=${drop}>
    <legend>${t("Your own house rules")}</legend>
    <label for="house-rules">${t("Paste a variant, or drop a file here")}</label>
    <textarea id="house-rules" rows="6" spellcheck="false" value=${text} onInput=${(/** @type {any} */ event) => write(event.target.value)}></textarea>
    <p class="tools"><label class="button">${t("Choose a file")} <input class="hidden" type="file" accept=".rules,text/plain" onChange=${(/** @type {any} */ event) => read(event.target.files[0])} /></label>
      <button type="button" disabled=${busy || !text.trim()} onClick=${check}>${busy ? t("One moment ...") : t("Check")}</button></p>
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
    ${found && html`<div class="findings" role="status">${found.length ? "" : html`<p>${t("These rules are in order.")}</p>`}
      ${found.map((x) => html`<div class=${`finding ${x.severity}`}><button type="button" onClick=${() => go(x)}>${t("line {n}", { n: x.line })}</button>
        <b>${x.severity === "error" ? t("mistake") : t("warning")} ${x.code}</b> ${x.message}
        ${x.line > 0 && html`<pre tabindex="0">${marked(rows[x.line - 1] ?? "", x)}</pre>`}
        ${x.hint && html`<p>${x.hint}</p>`}</div>`)}
      ${changes.length > 0 && html`<h3>${t("What they change")}</h3><ul class="changes">${changes.map((x) => html`<li>${x.text}
        ${x.part !== "numbers" && (x.before || x.after) && html`<pre tabindex="0">${[...signed("-", x.before), ...signed("+", x.after)].join("\n")}</pre>`}</li>`)}</ul>`}
      ${tried.length > 0 && html`<h3>${t("Tried by bots, with these rules and without them")}</h3><pre class="tried" tabindex="0">${tried.join("\n")}</pre>`}</div>`}
  </fieldset>`;
}
