/** The tab of the table: what lies on it, its luck, the own seat, and what can be done beside the game. */

import { html, said, t, textOf, useEffect, useLayoutEffect, useRef, useState } from "./page.js";
import { clockText } from "./clock.js";
import { Common } from "./common.js";
import { Variants } from "./house_rules.js";
import { Luck } from "./luck.js";
import { OwnSeat } from "./own_seat.js";
import { Places } from "./places.js";

/** What the signs on the board mean. @param {{drawing: SVGElement | null}} props */
function Legend({ drawing }) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => frame.current?.replaceChildren(...(drawing ? [drawing] : [])), [drawing]);
  return html`<section class="legend" aria-label=${t("Signs on the board")} hidden=${!drawing}><h2>${t("Signs on the board")}</h2><div ref=${frame} tabindex="0"></div></section>`;
}

/** The game as a file for the browser to keep; where the server gives none, why. @param {string} seat @param {(text: string) => void} onError */
async function keep(seat, onError) {
  try {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([await textOf(`${seat}/save`)], { type: "application/json" }));
    link.download = "game.json";
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (problem) {
    onError(said(problem));
  }
}

/**
 * What few people open, and what asks the server only then. `asked`: how often it was asked for elsewhere on the page, which opens it.
 * @param {{name: string, title: string, part: any, asked?: number} & Record<string, unknown>} props
 */
function Folded({ name, title, part, asked = 0, ...rest }) {
  const [open, setOpen] = useState(false), box = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => {
    if (!asked || !box.current) return;
    box.current.open = true;
    box.current.scrollIntoView();
    box.current.querySelector("summary")?.focus();
  }, [asked]);
  return html`<section class=${name}><details ref=${box} onToggle=${() => setOpen(true)}><summary>${title}</summary>${open && html`<${part} ...${rest} />`}</details></section>`;
}

/**
 * `options`: those that stand for a place.
 * @param {{seat: string, game: string, state: import("./types").State, shown: import("./types").Shown, past: import("./types").Past | null, rules: string, asked: number, legend: SVGElement | null, options: Map<string, string>,
 *  onPlace: (place: string) => void, onOpen?: (place: string) => void, onTry: () => void, onReplay: () => void, onError: (text: string) => void, onChange: () => void}} props
 */
export function Tools({ seat, game, state, shown, past, rules, asked, legend, options, onPlace, onOpen, onTry, onReplay, onError, onChange }) {
  const own = state.people[state.seat - 1];
  return html`<p class="tools">
      ${own && html`<button onClick=${onTry}>${t("Try something out")}</button>`}
      ${!past && html`<button onClick=${onReplay}>${t("Watch from the beginning")}</button>`}
      <button onClick=${() => keep(seat, onError)}>${t("Save as a file")}</button></p>
    ${state.game.clock.bank && html`<p class="clock">${t("Time for each player")}${t(": ")}${clockText(state.game.clock)}</p>`}
    <${Common} shown=${shown} /><${Legend} drawing=${legend} />
    <${Places} seat=${seat} places=${past?.places} tag=${state.tag} options=${options} lit=${past ? [] : state.lit} onChoose=${onPlace} onOpen=${onOpen} />
    <${Folded} name="variants" title=${`${t("House rules of this table")}${rules && `${t(": ")}${rules}`}`} asked=${asked} part=${Variants} path=${`${seat}/rules`} onError=${onError} />
    <${Folded} name="luck" title=${t("Luck")} part=${Luck} seat=${seat} game=${game} over=${state.over} onError=${onError} />
    ${own && html`<${Folded} name="own" title=${t("Your seat")} part=${OwnSeat} seat=${seat} state=${state} person=${own} onError=${onError} onChange=${onChange} />`}`;
}
