/** The choice of a language, behind a globe. */

import { choose, html, lang, languages, t } from "./page.js";

export function Languages() {
  return html`<span class="languages"><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9" /><path d="M3 12h18M12 3a14 14 0 0 1 0 18M12 3a14 14 0 0 0 0 18" /></svg>
    <select aria-label=${t("Language")} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
      ${languages().map(([code, name]) => html`<option value=${code} selected=${code === lang}>${name}</option>`)}
    </select></span>`;
}
