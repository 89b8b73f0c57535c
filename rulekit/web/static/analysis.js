/** The analysis board: what if? A private copy, in which whatever the seat may not know is drawn anew. */

import { ask, html, lang, said, t, useEffect, useRef, useState } from "./page.js";
import { Board } from "./board.js";
import { FormQuestion } from "./form.js";
import { Hand } from "./hand.js";
import { Parts } from "./parts.js";
import { Places } from "./places.js";
import { Players } from "./players.js";
import { Question } from "./question.js";
import { Reader } from "./reader.js";

/** @typedef {import("./types").Analysis} Found @typedef {import("./types").State} State @typedef {import("./types").Move} Move */
/** A line of moves that was tried. @typedef {{seat: number, option: string}[]} Line */

/** @param {{seat: string, state: State, step: number | null, onClose: () => void, onPlanned: (plan: Record<string, unknown>) => Promise<void> | undefined}} props */
export function Analysis({ seat, state, step, onClose, onPlanned }) {
  const [seed, setSeed] = useState(1);
  const [found, setFound] = useState(/** @type {Found | null} */ (null));
  const [branches, setBranches] = useState(/** @type {Move[][]} */ ([]));
  const [error, setError] = useState("");
  const [open, setOpen] = useState(/** @type {number | null} */ (null));
  const [form, setForm] = useState(/** @type {import("./types").Form | null} */ (null));
  const [busy, setBusy] = useState(false);
  const asking = useRef(/** @type {AbortController | null} */ (null));
  const from = (/** @type {Line} */ line, drawn = seed) => ({ seed: drawn, line: line.map(({ seat, option }) => ({ seat, option })), ...(step === null ? {} : { step }) });
  // What was asked before is given up: a bot that thinks for it stops.
  const go = async (/** @type {Line} */ line, /** @type {{bot?: boolean, values?: (string | null)[]}} */ more = {}, drawn = seed) => {
    asking.current?.abort();
    const gone = asking.current = new AbortController();
    setBusy(true);
    try {
      setError("");
      const next = await ask(`${seat}/analysis?lang=${lang}`, { ...from(line, drawn), ...more }, { signal: gone.signal });
      setFound(next);
    } catch (problem) {
      if (!gone.signal.aborted) setError(said(problem));
    }
    if (asking.current === gone) setBusy(false);
  };
  useEffect(() => {
    go([]);
    return () => asking.current?.abort();
  }, []);
  if (!found) return html`<p role="status">${error || t("One moment ...")}</p>${error && html`<button onClick=${onClose}>${t("To the table")}</button>`}`;
  const decision = found.decisions[0];
  const inForm = found.form && form && open === form.at;
  const options = found.form ? (inForm ? form.options : []) : decision?.options ?? [];
  const version = `try ${state.version} ${seed} ${step ?? ""} ${found.line.map((move) => move.option).join()}`;
  const onMap = (/** @type {string} */ option) => {
    if (!found.form) return choose(option);
    /** @type {HTMLElement | null} */ (document.querySelector(`.pick [data-key="${CSS.escape(option)}"]`))?.click();
  };
  const choose = (/** @type {string} */ option) => go([...found.line, { seat: decision.seat, option }]);
  const own = found.line.filter((move) => move.seat === state.seat);
  const plan = async () => {
    try {
      await onPlanned({ choices: own.map(({ asks, option }) => ({ asks, option })) });
    } catch (problem) {
      setError(said(problem));
    }
  };
  const draw = () => {
    setSeed(seed + 1);
    go(found.line, {}, seed + 1);
  };
  const byPlace = new Map(options.filter((option) => option.place).map((option) => [option.place, option.id]));
  const called = (/** @type {Move[]} */ line) => line.map((move) => move.label).join(" › ") || t("the beginning");
  return html`<header class="top"><h1>${t("What if? {title}", { title: state.game.title })}</h1>
      <button class="main" onClick=${onClose}>${t("To the table")}</button></header>
    <p class="analysis" role="status">${t("A board of your own: nothing here happens in the game, and nobody sees it. What you cannot know was drawn by chance.")}</p>
    ${error && html`<p class="error" role="alert">${error}</p>`}
    <div class="zones"><div class="left">
      <section class="strip" aria-label=${t("The game")}>${found.lines.map((parts) => html`<span class="said"><${Parts} parts=${parts} sides=${found.sides} /></span>`)}</section>
      <${Board} seat=${seat} sight="" step=${null} drawing=${found.svg} options=${options} lit=${[]} inForm=${Boolean(inForm)} title=${state.game.title} onChoose=${onMap} />
    </div><div class="side">
      ${decision ? html`<p class="who">${t("{who} chooses", { who: decision.player })}</p>${found.form
          ? html`<${FormQuestion} seat=${seat} where="analysis/form" more=${from(found.line)} version=${version} first=${found.form} rule=${decision.rule} busy=${busy} line=${open} onLine=${setOpen} onForm=${setForm}
              onSend=${(/** @type {(string | null)[]} */ values) => go(found.line, { values })} onError=${setError} />`
          : html`<${Question} decision=${decision} busy=${busy} onChoose=${choose} />`}`
        : html`<section class="question" aria-label=${t("Question")}><h2>${t("The game is over")}</h2></section>`}
      <p class="tools">
        <button disabled=${!found.line.length} onClick=${() => go(found.line.slice(0, -1))}>${t("One move back")}</button>
        <button disabled=${!decision} onClick=${() => go(found.line, { bot: true })}>${t("Let a bot choose")}</button>
        ${busy && html`<span role="status">${t("One moment ...")}</span>`}
        <button onClick=${draw}>${t("Draw the unknown anew")}</button>
        <button disabled=${!found.line.length} onClick=${() => setBranches([...branches, found.line])}>${t("Keep this branch")}</button>
        <button class="main" disabled=${step !== null || !own.length || found.line[0].seat !== state.seat || !state.decisions.length} onClick=${plan}>${t("Plan these moves")}</button></p>
      <section aria-label=${t("Moves")}><h2>${t("Moves")}</h2><ol class="moves">
        ${found.line.map((move, k) => html`<li><button onClick=${() => go(found.line.slice(0, k + 1))}>${move.player}${t(": ")}${move.prompt} <b>${move.label}</b></button></li>`)}</ol></section>
      ${branches.length > 0 && html`<section aria-label=${t("Branches")}><h2>${t("Branches")}</h2><ol class="moves">
        ${branches.map((line) => html`<li><button onClick=${() => go(line)}>${called(line)}</button></li>`)}</ol></section>`}
      <${Players} state=${state} shown=${found} order=${[]} /><${Hand} view=${found.view} />
      <${Places} seat=${seat} places=${found.places} tag="" options=${byPlace} lit=${[]} onChoose=${(/** @type {string} */ place) => onMap(byPlace.get(place) ?? "")} />
    </div></div><${Reader} seat=${seat} view=${found.view} />`;
}
