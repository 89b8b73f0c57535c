/** What stands below the question: taking back, going back together, a plan. */

import { html, t } from "./page.js";
import { Parts } from "./parts.js";
import { called, span } from "./players.js";

/** @typedef {import("./types").State} State */

/** @param {{state: State, onUndo: (alone?: boolean) => void, onBack: (agree: boolean) => void}} props */
export function TakeBack({ state, onUndo, onBack }) {
  const votes = state.back.votes, mine = votes.includes(state.seat);
  const who = votes.map((seat) => called(state, state.people[seat - 1])).join(t(", "));
  const others = state.unfit ? t("{who} asks to go on without these choices.", { who }) : state.back.what.length ? t("{who} asks to go back to before this:", { who }) : t("{who} asks to go back to an earlier choice.", { who });
  const own = state.unfit ? t("You want to go on without these choices: the others are asked.") : t("You want to go back: the others are asked.");
  return html`<div class="tools">
    ${state.undo === null && html`<button class="undo" onClick=${() => onUndo()}>${state.undoes > 1 ? t("Take the last {n} choices back", { n: state.undoes }) : t("Take the last choice back")}</button>`}
    ${state.undoes > 1 && html`<button class="undo alone" onClick=${() => onUndo(true)}>${t("Take only the last choice back")}</button>`}
    ${state.undo && state.back.can && !votes.length ? html`<button onClick=${() => onBack(true)}>${state.unfit ? t("Ask all to go on without these choices") : t("Ask all to go back to my last choice")}</button>` : ""}
    ${votes.length > 0 && state.seat > 0 ? html`<span role="status">${mine ? own : others} <${Parts} parts=${state.back.what} sides=${state.sides} /></span>
      ${!mine && html`<button onClick=${() => onBack(true)}>${t("Agree")}</button>`}
      <button onClick=${() => onBack(false)}>${mine ? t("Leave it") : t("Refuse")}</button>` : ""}
  </div>`;
}

const DAY = 24 * 3600;

/** Players who have been asked for a day, or have no time left where the table votes then: the others may let a bot stand in. @param {{state: State, onStandIn: (seat: number, agree: boolean) => void}} props */
export function Absent({ state, onStandIn }) {
  if (!state.seat || state.over) return "";
  const late = state.people.filter((p) => p.seat !== state.seat && !p.bot && p.since && (Date.now() / 1000 - p.since > DAY || (state.game.clock.then === "vote" && (p.left ?? 0) < 0)));
  return late.map((person) => {
    const votes = person.absent_for ?? [], who = called(state, person);
    return html`<p class="tools" key=${person.seat}><span role="status">${t("{who} has been asked for {time}.", { who, time: span(Date.now() / 1000 - (person.since ?? 0)) })}
      ${votes.length > 0 && t("A bot is to stand in, say: {names}", { names: votes.map((seat) => called(state, state.people[seat - 1])).join(t(", ")) })}</span>
      ${!votes.includes(state.seat) && html`<button onClick=${() => onStandIn(person.seat, true)}>${votes.length ? t("Agree") : t("Let a bot stand in until {who} is back", { who })}</button>`}
      ${votes.length > 0 && html`<button onClick=${() => onStandIn(person.seat, false)}>${votes.includes(state.seat) ? t("Leave it") : t("Refuse")}</button>`}</p>`;
  });
}

const REASONS = () => /** @type {Record<string, string>} */ ({
  chance: t("Your plan stopped: chance has decided something."),
  other: t("Your plan stopped: something else is asked than you had planned."),
  done: t("Your plan is carried out."),
});

/** @param {{plan: State["plan"], onDrop: () => void}} props */
export function Plan({ plan, onDrop }) {
  if (!plan) return "";
  return html`<p class="tools" role="status">${plan.stopped ? REASONS()[plan.stopped] : t("Planned moves still to come: {n}", { n: plan.left })}
    <button onClick=${onDrop}>${plan.stopped ? t("OK") : t("Drop the plan")}</button></p>`;
}
