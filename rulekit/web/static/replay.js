/** The whole game again, step by step, as this seat has seen it. */

import { useAnswer } from "./answer.js";
import { ask, html, lang, said, t, useEffect, useRef, useState } from "./page.js";
import { Scored } from "./story.js";

/** Milliseconds that the slider has to rest before its step is asked for. */
const REST = 80;

const PACE = 1200;

/** `over`: whether the game is: then a bot tells what it would have chosen. @param {{seat: string, past: import("./types").Past, over: boolean, onError: (text: string) => void, onStep: (step: number | null) => void}} props */
export function Replay({ seat, past, over, onError, onStep }) {
  const [told, setTold] = useState(/** @type {{step: number, text: string} | null} */ (null));
  /** Whether the causes of each step are shown. */
  const [why, setWhy] = useState(false);
  const [playing, setPlaying] = useState(false);
  /** @type {import("./types").Chapter[]} */
  const begun = useAnswer(`${seat}/replay?lang=${lang}`, onError)?.chapters ?? [];
  const chapters = begun[0]?.step ? [{ step: 0, title: t("The beginning") }, ...begun] : begun;
  const here = chapters.findLast((chapter) => chapter.step <= past.step);
  const timer = useRef(0), slide = useRef(0);
  useEffect(() => {
    clearTimeout(timer.current);
    if (!playing) return;
    if (past.step + 1 >= past.steps) setPlaying(false);
    else timer.current = window.setTimeout(() => onStep(past.next), PACE);
    return () => clearTimeout(timer.current);
  }, [playing, past.step]);
  const fork = () => ask(`${seat}/fork`, { step: past.step, cookie: true }, { once: true }).then((made) => location.assign(`/games/${made.id}/host`), (problem) => onError(said(problem)));
  const asking = useRef(/** @type {AbortController | null} */ (null));
  useEffect(() => () => asking.current?.abort(), [past.step]);
  const opinion = () => {
    const gone = asking.current = new AbortController(), tell = (/** @type {string} */ text) => gone.signal.aborted || setTold({ step: past.step, text });
    tell(t("One moment ..."));
    ask(`${seat}/replay/${past.step}/opinion?lang=${lang}`, undefined, { signal: gone.signal })
      .then((answer) => tell(answer.opinions.map((/** @type {import("./types").Move} */ x) => `${x.player}${t(": ")}${x.prompt} ${x.label}`).join() || t("Nobody is asked here.")), (problem) => tell(said(problem)));
  };
  return html`<section class="replay" aria-label=${t("Replay")}>
    <h2>${t("Step {n} of {all}", { n: past.step + 1, all: past.steps })}</h2>
    ${past.back && html`<p>${t("A choice was taken back.")}</p>`}
    <input type="range" min="0" max=${past.steps - 1} value=${past.step} aria-label=${t("Step")}
      onInput=${(/** @type {any} */ event) => {
        const step = Number(event.target.value);
        clearTimeout(slide.current);
        slide.current = window.setTimeout(() => onStep(step), REST);
      }} />
    <p class="tools">
      <button disabled=${past.step === 0} onClick=${() => onStep(past.step - 1)} aria-label=${t("Back")}>◀</button>
      <button onClick=${() => setPlaying(!playing)}>${playing ? t("Stop") : t("Play")}</button>
      <button disabled=${past.step + 1 >= past.steps} onClick=${() => onStep(past.step + 1)} aria-label=${t("On")}>▶</button>
      <button disabled=${past.step + 1 >= past.steps} onClick=${() => onStep(past.next)} aria-label=${t("On to where something is told")}>▶▶</button>
      ${chapters.length > 1 && html`<select aria-label=${t("Go to")} value=${here?.step} onChange=${(/** @type {any} */ event) => onStep(Number(event.target.value))}>
        ${chapters.map((x) => html`<option value=${x.step} selected=${x === here}>${x.title}</option>`)}</select>`}
      ${!seat.endsWith("/0") && html`<button onClick=${fork}>${t("Play on from here as a new game")}</button>`}
      ${over && html`<button onClick=${opinion}>${t("What would a bot choose?")}</button>`}
      <button onClick=${() => onStep(null)}>${t("To the table")}</button>
    </p>
    ${over && html`<p role="status">${told?.step === past.step ? told.text : ""}</p>`}
    <details onToggle=${(/** @type {any} */ event) => setWhy(event.currentTarget.open)}><summary>${t("Why this happened")}</summary>
      ${why && html`<${Scored} from="./causes.js" part="Causes" seat=${seat} step=${past.step} sides=${past.sides} />`}</details>
  </section>`;
}
