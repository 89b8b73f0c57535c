/** What has happened: first what is new since the reader's last choice, then, when he asks, everything so far. */

import { html, useEffect, useState } from "./vendor/preact-htm.js";
import { ask, said } from "./api.js";
import { script } from "./connection.js";
import { lang, t } from "./i18n.js";
import { Crest, named, Parts } from "./parts.js";

/** @typedef {import("./types").Told} Told @typedef {import("./types").Score} Score @typedef {import("./types").Side} Side */

/** What comes from another script, which is loaded when it is first to be seen. @param {{part: "Scores" | "Scoreboard"} & Record<string, unknown>} props */
export function Scored({ part, ...rest }) {
  const [made, setMade] = useState(/** @type {Record<string, any> | null} */ (null));
  useEffect(() => void script("./scores.js").then(setMade), []);
  return made ? html`<${made[part]} ...${rest} />` : html`<p role="status">${t("One moment ...")}</p>`;
}

/** @param {{name: string, pieces: import("./types").Thrown[], sides: Side[]}} props */
const Pieces = ({ name, pieces, sides }) => html`<div><h3>${name}</h3><ul>${pieces.length ? "" : html`<li>–</li>`}
  ${pieces.map((x) => html`<li>${x.owner >= 0 && html`<${Crest} sides=${sides} id=${sides[x.owner].key} />`}<b>${x.count}</b> ${x.owner >= 0 ? html`<span class="hidden">${x.name} ${sides[x.owner].name}</span>` : x.name}</li>`)}</ul></div>`;

/** What a device did: what went in, its picture, what came out. @param {{device: import("./types").Throw, sides: Side[]}} props */
const Thrown = ({ device, sides }) => html`<div class="thrown" role="group" aria-label=${device.name}>
  <${Pieces} name=${t("in")} pieces=${device.given} sides=${sides} />
  ${device.picture ? html`<img src=${`/api/v1/devices/${device.key}/picture.svg`} alt="" />` : html`<b>${device.name}</b>`}
  <${Pieces} name=${t("out")} pieces=${device.result} sides=${sides} /></div>`;

/** Lines in groups: scores that follow each other are told together, in one table. @param {Told[]} lines @returns {Told[][]} */
function grouped(lines) {
  /** @type {Told[][]} */
  const out = [];
  for (const line of lines) {
    const last = out[out.length - 1];
    if (last?.[0].score && last[0].score.mark === line.score?.mark) last.push(line);
    else out.push([line]);
  }
  return out;
}

/** @param {{lines: Told[], sides: Side[], onLight: (places: string[]) => void}} props @returns {unknown} */
export function Lines({ lines, sides, onLight }) {
  return html`<ul class="lines">
    ${grouped(lines).map(([line, ...more], k) =>
      more.length > 0
        ? html`<li key=${k}><${Scored} part="Scores" scores=${[line, ...more].flatMap((x) => x.score ?? [])} sides=${sides} /></li>`
        : html`<li key=${k} class=${`${line.concerns ? "concerns" : line.yours ? "yours" : ""} ${line.throws ? "fight" : ""}`}>
            <span onPointerEnter=${() => onLight(named(line))} onPointerLeave=${() => onLight([])}>
              ${line.concerns ? html`<span class="sign" role="img" aria-label=${t("concerns you")}>◆</span> ` : line.yours ? html`<span class="sign" role="img" aria-label=${t("yours")}>●</span> ` : ""}<${Parts} parts=${line.parts} sides=${sides} /></span>
            ${line.throws?.map((device) => html`<${Thrown} device=${device} sides=${sides} />`)}
            ${line.inside && html`<${Lines} lines=${line.inside} sides=${sides} onLight=${onLight} />`}
          </li>`,
    )}
  </ul>`;
}

/**
 * @param {{seat: string, lines: Told[], sides: Side[], past: boolean, onLight: (places: string[]) => void, onError: (text: string) => void}} props
 */
export function Story({ seat, lines, sides, past, onLight, onError }) {
  const [before, setBefore] = useState(/** @type {{story: Told[], scores: Score[]} | null} */ (null));
  const [level, setLevel] = useState("story");
  useEffect(() => onLight([]), [lines]); // a line that goes away under the pointer is not left by it
  const load = async (/** @type {string} */ wanted) => {
    setLevel(wanted);
    try {
      setBefore(await ask(`${seat}/story?lang=${lang}&level=${wanted}`));
    } catch (problem) {
      onError(said(problem));
    }
  };
  const levels = [["short", t("what concerns me")], ["story", t("the story")], ["full", t("every change")]];
  return html`<section class="story" aria-label=${t("What happened")}>
    <h2>${past ? t("What happened in this step") : t("Since your last choice")}</h2>
    <div class="scroll" tabindex="0" role="log" aria-live="polite" aria-label=${t("What happened")}>
      ${lines.length ? html`<${Lines} lines=${lines} sides=${sides} onLight=${onLight} />` : html`<p class="quiet">${t("Nothing yet.")}</p>`}
    </div>
    <details onToggle=${(/** @type {any} */ event) => event.target.open && !before && load(level)}>
      <summary>${t("Everything so far")}</summary>
      <label>${t("Tell me")} <select onChange=${(/** @type {any} */ event) => load(event.target.value)}>
        ${levels.map(([value, name]) => html`<option value=${value} selected=${value === level}>${name}</option>`)}</select></label>
      ${before && html`<div class="scroll" tabindex="0" role="group" aria-label=${t("Everything so far")}>
        <${Lines} lines=${before.story} sides=${sides} onLight=${onLight} />
        ${before.scores.length > 0 && html`<${Scored} part="Scores" scores=${before.scores} sides=${sides} />`}</div>`}
    </details>
  </section>`;
}
