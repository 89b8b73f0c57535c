/** What has happened, the newest at the end: what the reader has seen before is loaded by chapters, when he goes up to it. */

import { ask, html, lang, said, t, useEffect, useLayoutEffect, useRef, useState } from "./page.js";
import { script } from "./connection.js";
import { drawn } from "./early.js";
import { Crest, named, Parts } from "./parts.js";

/** @typedef {import("./types").Told} Told @typedef {import("./types").Side} Side */

/** Who knows the luck of a table that the server has not promised. @param {string} source */
export function known(source) {
  if (source === "seed") return t("This table's luck is known to who set the table: the seed was named.");
  if (source === "save") return t("This table's luck is known to whoever has the save from which it goes on.");
  return source ? "" : t("This game was begun before the server promised anything about its luck.");
}

/** What comes from another script, which is loaded when it is first to be seen. @param {{part: string, from?: string} & Record<string, unknown>} props */
export function Scored({ part, from = "./scores.js", ...rest }) {
  const [made, setMade] = useState(/** @type {Record<string, any> | null} */ (null));
  useEffect(() => void drawn.then(() => script(from)).then(setMade), []);
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

/** Lines in groups: scores and rows that follow each other are told together, in one table. @param {Told[]} lines @returns {Told[][]} */
function grouped(lines) {
  /** @type {Told[][]} */
  const out = [];
  for (const line of lines) {
    const last = out[out.length - 1];
    if (last && (line.score ? last[0].score?.mark === line.score.mark : line.sort === "row" && last[0].sort === "row")) last.push(line);
    else out.push([line]);
  }
  return out;
}

/** A rule line by where it stands; what stands there opens in place. @param {{rule: string, clauses?: string[]}} props */
export function RuleLine({ rule, clauses = [] }) {
  const [open, setOpen] = useState(false);
  return html` <small class="cause"><button class="quote" aria-expanded=${open} onClick=${() => setOpen(!open)}>${[...clauses, rule].join("; ")}</button></small>${open && html`<${Scored} from="./causes.js" part="RuleQuote" rule=${rule} />`}`;
}

/**
 * `causes`: with the rule line that did it, and the clauses that this cites, where they are not those of the line `above`.
 * @param {{lines: Told[], sides: Side[], onLight: (places: string[]) => void, causes?: boolean, above?: string}} props @returns {unknown}
 */
function Lines({ lines, sides, onLight, causes = false, above = "" }) {
  return html`<ul class="lines">
    ${grouped(lines).map(([line, ...more], k) => {
      const light = () => onLight(named(line)), dark = () => onLight([]);
      return more.length > 0 || line.sort === "row"
        ? html`<li key=${k}><${Scored} part=${line.score ? "Scores" : "Rows"} lines=${[line, ...more]} scores=${[line, ...more].flatMap((x) => x.score ?? [])} sides=${sides} /></li>`
        : html`${line.chapter && html`<li class="chapter"><h3>${line.chapter}</h3></li>`}<li key=${k} class=${`${line.concerns ? "concerns" : line.yours ? "yours" : ""} ${line.throws || line.block ? "fight" : ""}`}>
            <span onPointerEnter=${light} onfocusin=${light} onPointerLeave=${dark} onfocusout=${dark}>
              ${line.concerns ? html`<span class="sign" role="img" aria-label=${t("concerns you")}>◆</span> ` : line.yours ? html`<span class="sign" role="img" aria-label=${t("yours")}>●</span> ` : ""}<${Parts} parts=${line.parts} sides=${sides} /></span>
            ${line.throws?.map((device) => html`<${Thrown} device=${device} sides=${sides} />`)}
            ${line.rolls && html`<${Scored} from="./dice.js" part="Dice" rolls=${line.rolls} />`}
            ${causes && line.rule && line.rule !== above && html`<${RuleLine} rule=${line.rule} clauses=${line.clauses} />`}
            ${line.inside && html`<${Lines} lines=${line.inside} sides=${sides} onLight=${onLight} causes=${causes} above=${line.rule} />`}
          </li>`;
    })}
  </ul>`;
}

/** When somebody looked: the time, on another day the day as well. @param {number} at */
function clock(at) {
  const when = new Date(at * 1000), today = when.toDateString() === new Date().toDateString();
  return when.toLocaleString(lang, { timeStyle: "short", dateStyle: today ? undefined : "short" });
}

/** The heading of a chapter; what was before any has none in the game. @param {string} title */
const heading = (title) => title || t("The beginning");

/**
 * `looked`: where what the reader had seen before ends; `since`: another text where that is another place; `split`: so many of
 * the lines had been seen before; `over`: whether the game is: then its last chapter is open, and one sees the end of it.
 * @param {{seat: string, tag: string, since: string, lines: Told[], looked: import("./types").Looked, split: number, over: boolean, sides: Side[], at: string, onLight: (places: string[]) => void, onError: (text: string) => void}} props
 */
export function Story({ seat, tag, since, lines, looked, split, over, sides, at, onLight, onError }) {
  /** What was seen before, by chapters, as far as it is loaded. */
  const [older, setOlder] = useState(/** @type {{chapter: number, story: Told[], chapters: string[]}[]} */ ([]));
  const [fresh, setFresh] = useState(/** @type {Told[] | null} */ (null));
  const [level, setLevel] = useState("story");
  const box = useRef(/** @type {HTMLElement | null} */ (null)), earlier = useRef(/** @type {HTMLElement | null} */ (null));
  /** How far the end is below what is seen; negative before anything was. */
  const below = useRef(-1), loading = useRef("");
  /** Another text where what was seen before is told otherwise, or up to another place. */
  const edition = [level, since, JSON.stringify(looked)].join();
  const next = older.length ? older[0].chapter - 1 : looked.chapter;
  const told = (/** @type {string} */ what) => drawn.then(() => ask(`${seat}/story?lang=${lang}&level=${level}&${what}`));
  /** Puts a chapter before others, one at a time; what is asked for anew is not held up by what was. @param {number} chapter @param {typeof older} after */
  async function load(chapter, after) {
    const now = `${edition} ${chapter}`;
    if (chapter < 0 || loading.current === now || (loading.current && after.length)) return;
    loading.current = now;
    try {
      const found = { chapter, ...(await told(`chapter=${chapter}&part=seen`)) };
      if (loading.current === now) setOlder([found, ...after]);
    } catch (problem) {
      onError(said(problem));
    }
    if (loading.current === now) loading.current = "";
  }
  useLayoutEffect(() => void (below.current = -1), [level, looked.at, over]);
  useEffect(() => void ((older.length || over) && load(looked.chapter, [])), [edition, over]);
  useEffect(() => {
    if (level === "story") setFresh(null);
    else told("part=new").then((answer) => setFresh(answer.story), (problem) => onError(said(problem)));
  }, [level, tag]);
  useEffect(() => onLight([]), [lines]); // a line that goes away under the pointer is not left by it
  useEffect(() => {
    const seen = new IntersectionObserver(([found]) => void (found.isIntersecting && load(next, older)));
    if (earlier.current) seen.observe(earlier.current);
    return () => seen.disconnect();
  }, [next, older]);
  // What comes in front moves nothing that is read; at the end one stays there. First one sees where the new begins.
  useLayoutEffect(() => {
    const panel = box.current?.closest(".panel"), mark = box.current?.querySelector(".looked");
    if (!panel?.clientHeight) return;
    const { scrollHeight, clientHeight } = panel;
    if (below.current < 0) below.current = mark && !over ? Math.max(0, scrollHeight - clientHeight - /** @type {HTMLElement} */ (mark).offsetTop + 60) : 0;
    panel.scrollTop = scrollHeight - clientHeight - below.current;
    let high = scrollHeight;
    const note = () => {
      const grown = panel.scrollHeight !== high;
      high = panel.scrollHeight;
      if (grown && below.current < 1) panel.scrollTop = high;
      else below.current = high - panel.clientHeight - panel.scrollTop;
    };
    // Tables come later than the lines around them.
    const grows = new ResizeObserver(note);
    if (box.current) grows.observe(box.current);
    panel.addEventListener("scroll", note);
    return () => (grows.disconnect(), panel.removeEventListener("scroll", note));
  }, [older, lines, fresh, at, over]);
  const levels = [["headline", t("the headlines")], ["story", t("the story")], ["full", t("every change")]];
  const now = fresh ?? lines, known = fresh ? 0 : split;
  /** Whether a chapter is left out: nothing happened in it. @param {number} k of those that are loaded */
  const empty = (k) => !older[k].story.length && Boolean(over || k + 1 < older.length || now[0]?.chapter);
  const some = (/** @type {Told[]} */ lines) => html`<${Lines} lines=${lines} causes=${level === "full"} sides=${sides} onLight=${onLight} />`;
  return html`<section class="story" ref=${box} aria-label=${t("What happened")}>
    <label class="level">${t("Tell me")} <select onChange=${(/** @type {any} */ event) => setLevel(event.target.value)}>
      ${levels.map(([value, name]) => html`<option value=${value} selected=${value === level}>${name}</option>`)}</select></label>
    ${next >= 0 && html`<button class="earlier" ref=${earlier} onClick=${() => load(next, older)}>${t("Earlier: {what}", { what: heading(older[0]?.chapters[next] ?? looked.title) })}</button>`}
    ${older.map((x, k) => empty(k) ? "" : html`<div key=${x.chapter}><h3 class="chapter">${heading(x.chapters[x.chapter])}</h3>${some(x.story)}</div>`)}
    ${known > 0 && some(now.slice(0, known))}
    ${looked.at && now.length > known && html`<p class="looked">${t("since you looked, {when}", { when: clock(looked.at) })}</p>`}
    <div role="log" aria-live="polite" aria-label=${t("What happened")}>${now.length || next >= 0 || older.some((x) => x.story.length) ? some(now.slice(known)) : html`<p class="quiet">${t("Nothing yet.")}</p>`}</div>
  </section>`;
}

/** What happened in one step, as it is looked at again, and why. @param {{lines: Told[], sides: Side[], onLight: (places: string[]) => void}} props */
export function StepStory({ lines, ...rest }) {
  return html`<section class="story" aria-label=${t("What happened")}><h2>${t("What happened in this step")}</h2>
    <div role="log" aria-live="polite">${lines.length ? html`<${Lines} lines=${lines} causes ...${rest} />` : html`<p class="quiet">${t("Nothing yet.")}</p>`}</div></section>`;
}
