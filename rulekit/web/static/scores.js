/** Tables of the story: where points came from, by reasons, and where a reason speaks of two things, as of a region and what was built, by these; and rows. */

import { useAnswer } from "./answer.js";
import { html, lang, said, t } from "./page.js";
import { Crest, Parts, plain } from "./parts.js";
import "./late.js";

/** @typedef {import("./types").Score} Score @typedef {import("./types").Side} Side @typedef {import("./types").Thing} Thing @typedef {import("./types").Part} Part */

/** Reasons that say the same of other things. `title`: with a mark in the place of each thing. @typedef {{title: string, whys: Part[][]}} Kind */

const things = (/** @type {Part[]} */ why) => /** @type {Thing[]} */ (why.filter((part) => typeof part !== "string"));

/** The kinds of reasons, in their order. @param {Score[]} scores @returns {Kind[]} */
function kinds(scores) {
  /** @type {Map<string, Map<string, Part[]>>} */
  const found = new Map();
  for (const { parts } of scores.flatMap((score) => score.for)) {
    const title = parts.map((part) => (typeof part === "string" ? part : "…")).join("").replace(/…[a-z]+/g, "…").trim();
    found.set(title, (found.get(title) ?? new Map()).set(plain(parts), parts));
  }
  return [...found].map(([title, whys]) => ({ title, whys: [...whys.values()] }));
}

/** Whether reasons of a kind make a table of their own: of two things each, and of several. @param {Kind} kind */
const crossed = ({ whys }) => whys.length > 3 && whys.every((why) => things(why).length === 2);

/** What a player got for one reason. @param {Score} score @param {string} why */
const got = (score, why) => score.for.find((x) => plain(x.parts) === why)?.n;
const sign = (/** @type {number} */ n) => (n > 0 ? `+${n}` : String(n));

/** A table of what each player got for each pair of things. @param {{kind: Kind, scores: Score[], sides: Side[]}} props */
function Crossed({ kind, scores, sides }) {
  const named = (/** @type {number} */ k) => [...new Map(kind.whys.map((why) => [things(why)[k].id, things(why)[k]])).values()];
  const [across, down] = named(0).length >= named(1).length ? [0, 1] : [1, 0];
  const cell = (/** @type {Thing} */ column, /** @type {Thing} */ row) => {
    const why = kind.whys.find((parts) => things(parts)[across].id === column.id && things(parts)[down].id === row.id);
    return why && scores.map((score) => [score, got(score, plain(why))]).filter(([, n]) => n)
      .map(([score, n]) => html`<span class="share"><${Crest} sides=${sides} id=${/** @type {Score} */ (score).player} /><span class="hidden">${/** @type {Score} */ (score).name}</span>${n} </span>`);
  };
  const name = (/** @type {Thing} */ thing) => html`<${Parts} parts=${[thing]} sides=${[]} />`;
  return html`<div class="wide" tabindex="0" role="group" aria-label=${kind.title}><table class="scores crossed"><caption>${kind.title}</caption>
    <thead><tr><td></td>${named(across).map((x) => html`<th scope="col">${name(x)}</th>`)}</tr></thead>
    <tbody>${named(down).map((row) => html`<tr><th scope="row">${name(row)}</th>${named(across).map((x) => html`<td>${cell(x, row)}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** Scores side by side: for each reason what each player got for it. @param {{scores: Score[], sides: Side[]}} props */
export function Scores({ scores, sides }) {
  const found = kinds(scores), tables = found.filter(crossed);
  const sum = (/** @type {Score} */ score, /** @type {Kind} */ kind) => kind.whys.reduce((n, why) => n + (got(score, plain(why)) ?? 0), 0) || "";
  const rows = found.flatMap((kind) => (crossed(kind) ? [kind] : kind.whys.map((why) => ({ title: plain(why), whys: [why] }))));
  return html`<div class="wide" tabindex="0" role="group" aria-label=${t("Scores")}><table class="scores">
    <thead><tr><th scope="col">${scores[0].mark}</th>${scores.map((score) => html`<th scope="col"><${Parts} parts=${[{ kind: "player", id: score.player, name: score.name }]} sides=${sides} /></th>`)}</tr></thead>
    <tbody>${rows.map((kind) => html`<tr><th scope="row">${kind.title}</th>${scores.map((score) => html`<td>${sum(score, kind)}</td>`)}</tr>`)}
      <tr class="sum"><th scope="row">${t("Together")}</th>${scores.map((score) => html`<td>${sign(score.sum)}</td>`)}</tr>
      <tr class="sum"><th scope="row">${t("Then in all")}</th>${scores.map((score) => html`<td>${score.total}</td>`)}</tr></tbody>
  </table></div>${tables.map((kind) => html`<${Crossed} kind=${kind} scores=${scores} sides=${sides} />`)}`;
}

/** The cells of a row, which bars part; each but the first has its heading before a colon. @param {Part[]} parts @returns {{heading: string, parts: Part[]}[]} */
function cells(parts) {
  /** @type {Part[][]} */
  const found = [[]];
  for (const part of parts) {
    const [first, ...more] = typeof part === "string" ? part.split(" | ") : [part];
    if (first) found[found.length - 1].push(first);
    for (const text of more) found.push(text ? [text] : []);
  }
  return found.map((cell, k) => {
    const [, heading, rest] = (k && /^(.+?)(?:: |：)(.*)$/s.exec(String(cell[0]))) || [];
    return heading === undefined ? { heading: "", parts: cell } : { heading, parts: [rest, ...cell.slice(1)].filter(Boolean) };
  });
}

/** Rows that follow each other, a list for those with the same headings: the story has no room for so many columns. @param {{lines: import("./types").Told[], sides: Side[]}} props */
export function Rows({ lines, sides }) {
  /** @type {Map<string, ReturnType<typeof cells>[]>} */
  const lists = new Map();
  for (const row of lines.map((line) => cells(line.parts))) {
    const headed = row.map((cell) => cell.heading).filter(Boolean).join(", ");
    lists.set(headed, [...(lists.get(headed) ?? []), row]);
  }
  const said = (/** @type {Part[]} */ parts) => html`<${Parts} parts=${parts} sides=${sides} />`;
  return [...lists].map(([label, rows]) => html`<ul class="rows wide" aria-label=${label}>${rows.map(([first, ...others]) => html`<li><b>${said(first.parts)}</b>${others.map((cell) => html` <span>${cell.heading && html`<small>${cell.heading}</small> `}${said(cell.parts)}</span>`)}</li>`)}</ul>`);
}

/** What each player has got so far, by reasons; asked for anew with each `tag`. @param {{seat: string, tag: string, sides: Side[], onError: (text: string) => void}} props */
export function Scoreboard({ seat, tag, sides, onError }) {
  /** @type {Score[] | undefined} */
  const scores = useAnswer(`${seat}/story?lang=${lang}&level=headline`, onError, tag)?.scores;
  if (!scores) return html`<p role="status">${t("One moment ...")}</p>`;
  return scores.length ? html`<${Scores} scores=${scores} sides=${sides} />` : html`<p class="quiet">${t("Nothing has been scored yet.")}</p>`;
}
