/** The clock of a table: what it is, in words, and the fields in which it is set. */

import { html, t } from "./page.js";

/** @typedef {import("./types").ClockRules} ClockRules @typedef {import("./types").ClockChoice} ClockChoice */

const DAY = 24 * 3600;
export const NO_CLOCK = /** @type {ClockChoice} */ ({ days: 0, hours: 0, per: "game", then: "bot" });

const THEN = () => /** @type {Record<ClockChoice["then"], string>} */ ({
  bot: t("a bot plays until the person is back"),
  answer: t("the one question gets its standing answer, else one by chance"),
  note: t("everybody is told, and nothing else happens"),
  vote: t("the others may vote for a bot at once"),
});

/** What the host has set, as it is set. @param {ClockRules} clock @returns {ClockChoice} */
export const chosen = (clock) => ({ days: Math.round((clock.bank ?? 0) / DAY), hours: Math.round((clock.more ?? 0) / 3600), per: clock.per ?? "game", then: clock.then ?? "bot" });

/** @param {number} n */
const days = (n) => (n === 1 ? t("one day") : t("{n} days", { n }));

/** What a clock is, in a sentence. @param {ClockRules} clock */
export function clockText(clock) {
  const { days: n, hours, per, then } = chosen(clock);
  if (!n) return t("as much as it takes");
  const time = per === "game" ? t("{time} for the whole game", { time: days(n) }) : t("{time} for each chapter of the story", { time: days(n) });
  return [time, hours && t("{n} h more with each choice", { n: hours }), t("when it has run out: {what}", { what: THEN()[then] })].filter(Boolean).join(t("; "));
}

/** The fields of a clock. `chapters`: whether the game's story has some. @param {{clock: ClockChoice, chapters: boolean, onChange: (clock: ClockChoice) => void}} props */
export function ClockFields({ clock, chapters, onChange }) {
  const set = (/** @type {keyof ClockChoice} */ name) => (/** @type {any} */ event) => onChange({ ...clock, [name]: name === "days" ? Number(event.target.value) : event.target.value });
  const times = [...new Set([1, 3, 7, 14, 30, clock.days])].filter(Boolean).sort((a, b) => a - b);
  return html`<label>${t("Time for each player")} <select name="days" value=${clock.days} onChange=${set("days")}>
      <option value="0" selected=${!clock.days}>${t("as much as it takes")}</option>
      ${times.map((n) => html`<option value=${n} selected=${n === clock.days}>${days(n)}</option>`)}</select></label>
    ${clock.days > 0 && chapters && html`<label>${t("It is for")} <select name="per" value=${clock.per} onChange=${set("per")}>
      <option value="game" selected=${clock.per === "game"}>${t("the whole game")}</option>
      <option value="chapter" selected=${clock.per === "chapter"}>${t("each chapter of the story: a round, a turn")}</option></select></label>`}
    ${clock.days > 0 && html`<label>${t("When it has run out")} <select name="then" value=${clock.then} onChange=${set("then")}>
      ${Object.entries(THEN()).map(([name, text]) => html`<option value=${name} selected=${name === clock.then}>${text}</option>`)}</select></label>`}`;
}
