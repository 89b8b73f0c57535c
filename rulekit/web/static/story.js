/** What has happened, newest last; what is new since the reader's last choice is marked. */

import { html, useEffect, useRef } from "./vendor/preact-htm.js";
import { t } from "./i18n.js";

export function Story({ lines, since }) {
  const list = useRef(null);
  useEffect(() => {
    list.current.scrollTop = list.current.scrollHeight;
  }, [lines.length]);
  return html`<section class="story">
    <h2>${t("What happened")}</h2>
    <ol ref=${list} tabindex="0" aria-live="polite">
      ${lines.map((line, k) => html`<li key=${k} class=${k >= since ? "new" : ""}>
        ${k === since && k ? html`<small class="since">${t("Since your last choice")}</small>` : ""}${line}</li>`)}
    </ol>
  </section>`;
}

export function Talk({ messages, people, onSay }) {
  const send = (event) => {
    event.preventDefault();
    const field = event.target.elements.text;
    if (field.value.trim()) onSay(field.value.trim());
    field.value = "";
  };
  const name = (seat) => people[seat - 1]?.name ?? t("a spectator");
  return html`<section class="talk"><details>
    <summary><h2>${t("Talk")}</h2></summary>
    <ul>${messages.map((m) => html`<li key=${m.id}><b>${name(m.seat)}</b> ${m.text}</li>`)}</ul>
    <form onSubmit=${send}><input name="text" maxlength="1000" aria-label=${t("Say something")} />
      <button>${t("Say")}</button></form>
  </details></section>`;
}
