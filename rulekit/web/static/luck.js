/** The luck of the table: what the server has promised, what people add to it before the game, and the check after its end. */

import { ask, html, lang, said, t, useEffect, useState } from "./page.js";
import { remembered } from "./promise.js";
import { known } from "./story.js";

/** @typedef {import("./types").Luck} LuckState */

/** Milliseconds between two looks at whether all have added something. */
const LOOK = 3000;

/** The hexadecimal SHA-256 of a text; null where the browser gives none, as on a page that did not come over HTTPS. @param {string} text */
async function sha256(text) {
  if (!crypto.subtle) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (n) => n.toString(16).padStart(2, "0")).join("");
}

/** Whether secret and seed are those that were promised; null for what this browser cannot work out. @param {LuckState} luck */
async function checked(luck) {
  const first = await sha256(luck.secret), second = await sha256(basis(luck));
  return first === null || second === null ? null : { commitment: first === luck.commitment, seed: BigInt(`0x${second}`).toString() === luck.seed };
}
const basis = (/** @type {LuckState} */ luck) => `${luck.secret}/${luck.nonces.map((n) => n.nonce).join("/")}`;
const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;

/** @param {{seat: string, game: string, over: boolean, onError: (text: string) => void}} props */
export function Luck({ seat, game, over, onError }) {
  const [luck, setLuck] = useState(/** @type {LuckState | null} */ (null));
  const [right, setRight] = useState(/** @type {{commitment: boolean, seed: boolean} | null} */ (null));
  useEffect(() => {
    ask(`${seat}/luck?lang=${lang}`).then(async (found) => {
      setRight(found.over && found.secret ? await checked(found) : null);
      setLuck(found);
    }).catch((problem) => onError(said(problem)));
  }, [over]);
  if (!luck) return "";
  return html`${luck.source === "server" ? html`<${Promised} luck=${luck} game=${game} />` : html`<p>${known(luck.source)}</p>`}
    ${luck.secret && html`<${Opened} luck=${luck} right=${right} />`}`;
}

/** @param {{luck: LuckState, game: string}} props */
function Promised({ luck, game }) {
  const first = remembered(game, luck.commitment);
  const when = new Date(first.at).toLocaleString(lang);
  return html`<p>${t("A secret that was drawn before the game settles all dice and cards. This is its fingerprint (SHA-256); after the end the secret is shown, and everybody can check that it has this fingerprint.")}</p>
    <p><code>${luck.commitment}</code></p>
    ${first.commitment === luck.commitment
      ? html`<p class="quiet">${t("This browser has seen the same since {when}.", { when })}</p>`
      : html`<p class="error" role="alert">${t("On {when} this browser was shown another fingerprint: {before}", { when, before: first.commitment })}</p>`}
    ${luck.nonces.length > 0 && html`<p>${t("To the secret people have added:")}</p>
      <ul>${luck.nonces.map((n) => html`<li><b>${n.name}</b> <code>${n.nonce}</code></li>`)}</ul>`}`;
}

/** @param {{luck: LuckState, right: {commitment: boolean, seed: boolean} | null}} props */
function Opened({ luck, right }) {
  const line = (/** @type {boolean} */ holds, /** @type {string} */ text, /** @type {string} */ not) => html`<li>${holds ? `✓ ${text}` : html`<strong class="error">✗ ${not}</strong>`}</li>`;
  return html`<p>${t("The secret:")} <code>${luck.secret}</code></p>
    ${right === null
      ? html`<p>${t("This page can check it only if it comes over HTTPS.")}</p>`
      : html`<ul class="checks" role="status">
          ${line(right.commitment, t("The secret has the fingerprint."), t("The secret has another fingerprint."))}
          ${line(right.seed, t("The seed follows from the secret and what was added."), t("The seed does not follow from the secret and what was added."))}</ul>`}
    <p>${t("To check it yourself, with the game saved as a file:")}</p>
    <pre>${`printf %s ${quoted(luck.secret)} | sha256sum\nprintf %s ${quoted(basis(luck))} | sha256sum\nrulekit replay game.json --verify --commitment ${luck.commitment}`}</pre>`;
}

/** Before the game: each person adds something to its luck. @param {{seat: string, game: string, number: number, onError: (text: string) => void}} props */
export function Begin({ seat, game, number, onError }) {
  const [luck, setLuck] = useState(/** @type {LuckState | null} */ (null));
  const take = (/** @type {LuckState} */ found) => {
    if (found.begun) location.reload();
    else setLuck(found);
  };
  useEffect(() => {
    const gone = new AbortController();
    let timer = 0;
    const look = () => ask(`${seat}/luck?lang=${lang}`, undefined, { signal: gone.signal }).then(take, (problem) => gone.signal.aborted || onError(said(problem)))
      .then(() => (timer = window.setTimeout(look, LOOK)));
    look();
    return () => (clearTimeout(timer), gone.abort());
  }, []);
  if (!luck) return "";
  const own = luck.nonces.find((n) => n.seat === number);
  const add = (/** @type {any} */ event) => {
    event.preventDefault();
    ask(`${seat}/luck?lang=${lang}`, { nonce: event.target.elements.nonce.value }).then(take, (problem) => onError(said(problem)));
  };
  return html`<section class="luck" aria-label=${t("Before the game")}><h2>${t("Before the game")}</h2>
    <p>${t("Each person adds something to the luck of this table: any word or number that nobody else can guess. Together with the secret of the server it settles all dice and cards, so that nobody can choose them.")}</p>
    ${own && !own.given && html`<form onSubmit=${add}><label>${t("What you add")} <input name="nonce" required maxlength="64" pattern="[^\\/]*" autocomplete="off" /></label> <button class="main">${t("Add it")}</button></form>
      <p class="quiet">${t("Whoever runs the server should be the first, and who trusts nobody the last.")}</p>`}
    <ul role="status">${luck.nonces.map((n) => html`<li>${n.given ? "✓" : "…"} ${n.name}</li>`)}</ul>
    <p>${t("The fingerprint of the server's secret (SHA-256):")} <code>${remembered(game, luck.commitment).commitment}</code></p></section>`;
}
