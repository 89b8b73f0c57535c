/** What people say to each other at the table. */

import { html, lang, t } from "./page.js";
import { called } from "./players.js";

/** What has happened to a seat. @param {NonNullable<import("./types").Message["sort"]>} sort @param {string} name */
function happened(sort, name) {
  if (sort === "link") return t("{name} has a new link; older ones no longer work.", { name });
  if (sort === "secrets") return t("{name} was given all secrets of this game, as a file or as a game that goes on from it.", { name });
  if (sort === "clock") return t("The host has changed the time for each player.");
  if (sort === "late") return t("The time of {name} has run out.", { name });
  if (sort === "answered") return t("The time of {name} has run out: what {name} is asked is answered without them.", { name });
  if (sort === "overdue") return t("The time of {name} has run out: the others may vote for a bot.", { name });
  return sort === "bot" ? t("A bot stands in for {name}.", { name }) : t("{name} is played by a person again.", { name });
}

/** When something was said; without the day, where it was today. @param {{at: number}} props seconds since 1970 */
function When({ at }) {
  const when = new Date(1000 * at), today = when.toDateString() === new Date().toDateString();
  return html`<small class="quiet"><time datetime=${when.toISOString()}>${when.toLocaleString(lang, { timeStyle: "short", ...(today ? {} : { dateStyle: "medium" }) })}</time></small>`;
}

/** @param {{messages: import("./types").Message[], state: import("./types").State, onSay: (text: string) => Promise<boolean>}} props */
export function Talk({ messages, state, onSay }) {
  const send = (/** @type {any} */ event) => {
    event.preventDefault();
    const field = event.target.elements.text, text = field.value.trim();
    // What was written stays until the server has it.
    if (text) onSay(text).then((sent) => sent && field.value.trim() === text && (field.value = ""));
  };
  const name = (/** @type {number} */ seat) => (seat ? called(state, state.people[seat - 1]) : t("a spectator"));
  return html`<section class="talk" aria-label=${t("Talk")}>
    <ul aria-live="polite">${messages.map((m) => html`<li key=${m.id}>${m.sort ? html`<i>${happened(m.sort, name(m.seat))}</i>` : html`<b>${name(m.seat)}</b> ${m.text}`} <${When} at=${m.at} /></li>`)}</ul>
    <form onSubmit=${send}><input name="text" maxlength="1000" aria-label=${t("Say something")} />
      <button>${t("Say")}</button></form>
  </section>`;
}
