/** The page of one seat: it asks for its view, shows it, and sends choices. */

import { html, render, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
import { Plan, TakeBack, Why } from "./after_question.js";
import { ask, moveName, Refused, said } from "./api.js";
import { Board } from "./board.js";
import { script, watchLine } from "./connection.js";
import { follow } from "./follow.js";
import { FormQuestion } from "./form.js";
import { choose as chooseLanguage, lang, languages, speak, t } from "./i18n.js";
import { Places } from "./places.js";
import { known, remembered } from "./promise.js";
import { Orders, Question } from "./question.js";
import { Reader } from "./reader.js";
import { Replay } from "./replay.js";
import { Story } from "./story.js";
import { colours } from "./styles.js";
import { Above, Common, Hand, Players } from "./tables.js";
import { Talk } from "./talk.js";

/** @typedef {import("./types").State} State @typedef {import("./types").Past} Past @typedef {import("./types").Form} Form */

const [, , game, number] = location.pathname.split("/");
const HERE = `/games/${game}/seats/${number}`;

function Table() {
  const [state, setState] = useState(/** @type {State | null} */ (null));
  const [error, setError] = useState("");
  /** The version at which a move was made that has no answer yet. */
  const [moved, setMoved] = useState(/** @type {string | null} */ (null));
  const [online, setOnline] = useState(true);
  const [why, setWhy] = useState(/** @type {import("./types").Fact[] | null} */ (null));
  const [messages, setMessages] = useState(/** @type {import("./types").Message[]} */ ([]));
  const [past, setPast] = useState(/** @type {Past | null} */ (null));
  const [light, setLight] = useState(/** @type {string[]} */ ([]));
  const [form, setForm] = useState(/** @type {Form | null} */ (null));
  const [line, setLine] = useState(/** @type {number | null} */ (null));
  const [Analysis, setAnalysis] = useState(/** @type {{board: any} | null} */ (null));
  const [turns, setTurns] = useState(0);
  const [luck, setLuck] = useState(/** @type {{Luck: any, Begin: any} | null} */ (null));
  const [ownSeat, setOwnSeat] = useState(/** @type {{OwnSeat: any} | null} */ (null));
  /** Whether people have to add something to the luck before the game begins. */
  const [before, setBefore] = useState(false);

  const table = useRef(/** @type {ReturnType<typeof follow> | null} */ (null));
  useEffect(() => {
    const unwatch = watchLine(setOnline);
    table.current = follow(HERE, lang, setState, (problem) => {
      if (!(problem instanceof Refused && problem.code === "not_begun")) return setError(said(problem));
      setBefore(true);
      attempt(showLuck);
    });
    return () => (unwatch(), table.current?.close());
  }, []);
  const look = async () => table.current?.look();
  const showLuck = async () => setLuck(await script("./luck.js"));
  const asked = Boolean(state?.decisions.length) && !state?.over;
  useEffect(() => {
    if (state) attempt(async () => setMessages((await ask(`${HERE}/messages`)).messages));
  }, [state?.said]);
  useEffect(() => {
    if (!state) return;
    attempt(async () => {
      const mine = (await ask("/mine")).games;
      setTurns(mine.filter((/** @type {any} */ x) => x.asked && !x.over && !(x.id === game && String(x.seat) === number)).length);
    });
  }, [state === null, asked]);
  useLayoutEffect(() => {
    if (state) document.body.dataset.version = state.version; // for programs that drive the page: what it shows now
  }, [state?.version]);
  useEffect(() => {
    if (state) remembered(game, state.game.commitment);
  }, [state === null]);
  useEffect(() => {
    if (state) document.title = `${asked ? "● " : ""}${state.game.title} – Rulekit`;
  }, [state, asked]);

  const send = async (/** @type {string} */ path, /** @type {Record<string, unknown>} */ body, once = false) => {
    setError("");
    setWhy(null);
    try {
      await table.current?.send(path, body, { once });
    } catch (problem) {
      setError(said(problem));
      if (problem instanceof Refused && problem.code === "stale") await attempt(look);
    }
  };
  // News may bring what a move led to before its answer comes: then one goes on at once.
  const busy = moved !== null && moved === state?.version;
  /** One move at a time: what is clicked twice is made once. */
  const make = async (/** @type {string} */ path, /** @type {Record<string, unknown>} */ body = {}) => {
    if (busy || !state) return;
    const { version } = state;
    setMoved(version);
    await send(path, { version, move: moveName(), ...body });
    setMoved((now) => (now === version ? null : now));
  };
  const choose = (/** @type {string} */ option) => make("choices", { option });
  const undo = (alone = false) => make("undo", { alone });
  const order = (/** @type {string} */ question, /** @type {string} */ answer, /** @type {string} */ until) => send("orders", { question, answer, until });
  /** Does something, and tells what went wrong. */
  const attempt = (/** @type {() => Promise<unknown>} */ act) => act().catch((problem) => setError(said(problem)));
  const explain = (/** @type {string} */ option) =>
    attempt(async () => setWhy((await ask(`${HERE}/why?lang=${lang}&option=${encodeURIComponent(option)}`)).lines));
  /** Whether it was said. */
  const say = async (/** @type {string} */ text) => {
    try {
      await ask(`${HERE}/messages`, { text }, { once: true });
    } catch (problem) {
      return setError(said(problem)), false;
    }
    setError("");
    attempt(look);
    return true;
  };
  const wanted = useRef(/** @type {AbortController | null} */ (null));
  const replay = (/** @type {number | null} */ step) => {
    wanted.current?.abort();
    if (step === null) return setPast(null);
    const { signal } = (wanted.current = new AbortController());
    ask(`${HERE}/replay/${step}?lang=${lang}`, undefined, { signal }).then(setPast, (problem) => signal.aborted || setError(said(problem)));
  };

  const decision = past || state?.over ? undefined : state?.decisions[0];
  const inForm = decision && form && state?.form && line === form.at;
  const options = state?.form ? (inForm ? form.options : []) : decision?.options ?? [];
  // Before the next key can come: an effect after painting would leave a moment in which the last state answers.
  useLayoutEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {Element} */ (event.target);
      if (Analysis || target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
      const k = Number(event.key) - 1;
      if (event.key.toLowerCase() === "u" && !past && state?.undo === null) undo(event.key === "U");
      else if (event.key === "m") /** @type {HTMLElement | null} */ (document.querySelector(".map"))?.focus();
      else if (decision && !busy && state?.form && k >= 0 && k < state.form.lines.length) setLine(k);
      else if (decision && !state?.form && options.length < 10 && options[k]) choose(options[k].id);
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  });

  if (before) return html`${error && html`<p class="error" role="alert">${error}</p>`}${luck && html`<${luck.Begin} seat=${HERE} game=${game} number=${Number(number)} onError=${setError} />`}`;
  if (!state) return html`<p role="status">${error || t("One moment ...")}</p>`;
  colours(state.sides);
  const shown = past ?? state;
  const own = state.people[state.seat - 1];
  const onMap = (/** @type {string} */ id) => {
    if (!state.form) return choose(id);
    /** @type {HTMLElement | null} */ (document.querySelector(`.pick [data-key="${CSS.escape(id)}"]`))?.click();
  };
  const waiting = state.people.filter((p) => state.view.waiting.includes(state.view.seats[p.seat - 1])).map((p) => p.name);
  const byPlace = new Map(options.filter((option) => option.place).map((option) => [option.place, option.id]));
  if (Analysis) return html`<${Analysis.board} seat=${HERE} state=${state} step=${past ? past.step : null} onClose=${() => setAnalysis(null)} onPlanned=${(/** @type {Record<string, unknown>} */ plan) => table.current?.send("plan", plan).then(() => setAnalysis(null))} />`;
  return html`<header class="top">
      <a class="button" href="/">Rulekit${turns ? html` <b class="count">${t("{n} waiting", { n: turns })}</b>` : ""}</a> <h1>${state.game.title}</h1>
      ${!online && html`<span class="offline" role="status">${t("no connection: trying again")}</span>`}
      <select aria-label=${t("Language")} onChange=${(/** @type {any} */ event) => chooseLanguage(event.target.value)}>
        ${languages().map(([code, name]) => html`<option value=${code} selected=${code === lang}>${name}</option>`)}
      </select>
    </header>
    ${error && html`<p class="error" role="alert">${error} <button onClick=${() => setError("")}>${t("Good")}</button></p>`}
    ${state.trouble && html`<p class="error" role="alert">${state.unfit ? t("The game is shown as it was before a choice that fits no longer: {why}", { why: state.trouble }) : t("The rules fail here, and the game can not go on: {why}", { why: state.trouble })}</p>`}
    ${state.people.filter((p) => p.failed).map((p) => html`<p class="error" role="status">${t("The bot of {who} failed ({why}); from now on it chooses by chance.", { who: p.name, why: p.failed ?? "" })}</p>`)}
    ${own?.bot && html`<p class="error" role="status">${t("A bot chooses for you.")} <button onClick=${() => attempt(async () => { await ask(HERE, { bot: "" }, { method: "PATCH" }); await look(); })}>${t("I choose myself again")}</button></p>`}
    ${state.game.luck && known(state.game.luck) && html`<p class="quiet">${known(state.game.luck)}</p>`}
    <div class="columns">
      <div class="left">
        <${Above} state=${state} sides=${state.sides} />
        <${Board} seat=${HERE} sight=${state.board ?? ""} step=${past ? past.step : null} options=${options} lit=${light.length ? light : past ? [] : state.lit} title=${state.game.title} onChoose=${onMap} />
      </div>
      <div class="right">
        ${past && html`<${Replay} past=${past} onStep=${replay} />`}
        ${past ? "" : state.over
          ? html`<section class="question" aria-label=${t("The game is over")}><h2>${t("The game is over")}</h2><ol class="standings">
              ${state.standings.map((s) => html`<li class="standing"><b>${s.rank}.</b> ${state.sides[s.seat - 1]?.name ?? s.name}${s.score === null ? "" : `: ${s.score}`}</li>`)}</ol></section>`
          : state.form && decision
            ? html`<${FormQuestion} seat=${HERE} version=${state.version} first=${state.form} busy=${busy} line=${line} onLine=${setLine} onForm=${setForm}
                onSend=${(/** @type {(string | null)[]} */ values) => make("form/send", { values })} onError=${setError} />`
          : decision
            ? html`<${Question} decision=${decision} busy=${busy} onChoose=${choose} onWhy=${explain} onOrder=${order} />`
            : html`<section class="question" aria-label=${t("Question")}><h2 role="status">${t("Waiting for {who}", { who: waiting.join(", ") })}</h2></section>`}
        ${!past && html`<${TakeBack} state=${state} onUndo=${undo} onBack=${(/** @type {boolean} */ agree) => send("back", { agree }, true)} />`}
        <${Plan} plan=${state.plan} onDrop=${() => send("plan", { choices: [] })} />
        <${Orders} orders=${state.orders} onOrder=${order} />
        ${why && html`<${Why} lines=${why} />`}
        <${Story} seat=${HERE} lines=${past ? past.story : state.story} sides=${state.sides} past=${Boolean(past)} onLight=${setLight} onError=${setError} />
        <${Players} state=${state} shown=${shown} />
        <${Hand} view=${shown.view} />
        <${Common} shown=${shown} />
        <${Talk} messages=${messages} people=${state.people} onSay=${say} />
        <${Later} name="luck" title=${t("Luck")} part=${luck?.Luck} onOpen=${() => attempt(showLuck)} seat=${HERE} game=${game} over=${state.over} onError=${setError} />
        ${own && html`<${Later} name="own" title=${t("Your seat")} part=${ownSeat?.OwnSeat} onOpen=${() => attempt(async () => setOwnSeat(await script("./own_seat.js")))}
          seat=${HERE} person=${own} onError=${setError} onChange=${() => attempt(look)} />`}
        <p class="tools">
          <button onClick=${() => attempt(async () => setAnalysis({ board: (await script("./analysis.js")).Analysis }))}>${t("Try something out")}</button>
          ${!past && html`<button onClick=${() => replay(0)}>${t("Watch from the beginning")}</button>`}
          <a class="button" href=${`/api/v1${HERE}/save`} download="game.json">${t("Save as a file")}</a></p>
        <${Places} seat=${HERE} places=${past?.places} tag=${state.tag} board=${state.game.board} options=${byPlace} lit=${state.lit} onChoose=${(/** @type {string} */ place) => onMap(byPlace.get(place) ?? "")} />
      </div>
    </div>
    <${Reader} seat=${HERE} view=${shown.view} now=${!past} />`;
}

/** What few people open, and whose script comes when they do. @param {{name: string, title: string, part: any, onOpen: () => void} & Record<string, unknown>} props */
function Later({ name, title, part, onOpen, ...rest }) {
  return html`<section class=${name}><details onToggle=${onOpen}><summary>${title}</summary>${part && html`<${part} ...${rest} />`}</details></section>`;
}

speak().then(() => render(html`<${Table} />`, document.getElementById("page")));
