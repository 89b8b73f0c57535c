/** One's own seat: name, link, a bot for a while, and where to be told that it is one's turn. */

import { ask, html, said, t, useEffect, useState } from "./page.js";
import { botLabel } from "./bots.js";
import { called } from "./players.js";
import { possible, want, wanted } from "./notices.js";

/** @typedef {import("./types").Person} Person */

/** @param {{seat: string, state: import("./types").State, person: Person, onError: (text: string) => void, onChange: () => void}} props */
export function OwnSeat({ seat, state, person, onError, onChange }) {
  const [link, setLink] = useState("");
  const [host, setHost] = useState(false);
  const [invitation, setInvitation] = useState("");
  const [told, setTold] = useState(wanted());
  const [bots, setBots] = useState(/** @type {string[]} */ ([]));
  const [notices, setNotices] = useState(/** @type {{sorts: string[], notices: {sort: string, address: string, pause: number}[]}} */ ({ sorts: [], notices: [] }));
  const tried = async (/** @type {Promise<any>} */ work) => {
    try {
      return await work;
    } catch (problem) {
      onError(said(problem));
    }
  };
  const load = async () => {
    const own = await tried(ask(`${seat}/link`));
    setLink(own?.link ?? "");
    setHost(own?.host ?? false);
    setBots((await tried(ask("/games")))?.bots ?? []);
    setNotices((await tried(ask(`${seat}/notices`))) ?? notices);
  };
  const change = async (/** @type {Record<string, unknown>} */ what) => {
    const answer = await tried(ask(seat, what, { method: "PATCH", once: "new_link" in what }));
    if (answer?.link) setInvitation(answer.link);
    onChange();
  };
  const subscribe = async (/** @type {any} */ event, /** @type {string} */ sort) => {
    event.preventDefault();
    const { address, pause } = event.target.elements;
    setNotices((await tried(ask(`${seat}/notices`, { sort, address: address.value, pause: Number(pause.value) }))) ?? notices);
  };
  const names = /** @type {Record<string, string>} */ ({ mail: t("by e-mail"), hook: t("by web hook") });
  const pauses = /** @type {[number, string][]} */ ([[0, t("each time")], [3600, t("at most once an hour")], [86400, t("at most once a day")]]);
  const subscribed = (/** @type {string} */ sort) => notices.notices.find((notice) => notice.sort === sort);
  useEffect(() => void load(), []);
  const named = person.name !== state.view.seats[person.seat - 1];
  return html`<form onSubmit=${(/** @type {any} */ event) => (event.preventDefault(), change({ name: event.target.elements.name.value }))}>
      <label>${t("Your name")} <input name="name" maxlength="40" value=${named ? person.name : ""} placeholder=${called(state, person)} /></label> <button>${t("Change")}</button></form>
    <label>${t("Let a bot choose for you")} <select value=${person.bot} onChange=${(/** @type {any} */ event) => change({ bot: event.target.value })}>
      <option value="">${t("no")}</option>${bots.map((bot) => html`<option value=${bot} selected=${bot === person.bot}>${botLabel(bot)}</option>`)}</select></label>
    ${link && html`<p>${t("The link for your other devices; show it to nobody:")} <a href=${link}>${link}</a></p>`}
    <p><button onClick=${() => change({ new_link: true })}>${t("Give the seat to somebody else, by a new link")}</button></p>
    ${invitation && html`<p>${t("Who opens this link first has the seat; this browser has it no longer:")} <a href=${invitation}>${invitation}</a></p>`}
    <label><input type="checkbox" checked=${told} disabled=${!possible()} onChange=${(/** @type {any} */ event) => tried(want(event.target.checked).then(setTold))} /> ${t("Tell me in this browser, at every table, while its page is open")}</label>
    ${!possible() && html`<p class="quiet">${t("This browser gives notices to pages over https only.")}</p>`}
    ${notices.sorts.map((sort) => html`<form onSubmit=${(/** @type {any} */ event) => subscribe(event, sort)}>
      <label>${t("Tell me when it is my turn, {how}", { how: names[sort] ?? t("by {name}", { name: sort }) })} <input name="address" value=${subscribed(sort)?.address ?? ""} /></label>
      <select name="pause" aria-label=${t("How often")}>${pauses.map(([seconds, often]) => html`<option value=${seconds} selected=${seconds === (subscribed(sort)?.pause ?? 0)}>${often}</option>`)}</select>
      <button>${t("Keep")}</button></form>`)}
    ${host && html`<p><a class="button" href=${`${seat.replace(/\/seats\/\d+$/, "")}/host`}>${t("Seats and links of this table")}</a></p>`}`;
}
