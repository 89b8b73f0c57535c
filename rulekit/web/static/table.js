/** The page of one seat: it asks for its view, shows it, and sends choices. */

import { ask, html, lang, moveName, Refused, render, said, speak, t, useEffect, useLayoutEffect, useRef, useState } from "./page.js";
import { Board } from "./board.js";
import { script, watchLine } from "./connection.js";
import { draw } from "./early.js";
import { follow } from "./follow.js";
import { Hand } from "./hand.js";
import { Languages } from "./languages.js";
import { keep, kept } from "./kept.js";
import { Orders, Question } from "./question.js";
import { markTab } from "./tab_mark.js";
import { called, Players } from "./players.js";
import { known, Scored, StepStory, Story } from "./story.js";
import { Strip, When } from "./strip.js";
import { byDigit, drawBy, numbered } from "./parts.js";
import { lookedAt, useSeen } from "./seen.js";
import { colours } from "./styles.js";
import { Panel, TabList } from "./tabs.js";

/** @typedef {import("./types").State} State @typedef {import("./types").Past} Past @typedef {import("./types").Form} Form */

const [, , game, number] = location.pathname.split("/");
const HERE = `/games/${game}/seats/${number}`;

const READ = `read/${game}/${number}`;

const ICON = new URL("./icon.svg", import.meta.url).pathname;

function Table() {
  const [state, setState] = useState(/** @type {State | null} */ (null));
  const [error, setError] = useState("");
  /** The version at which a move was made that has no answer yet. */
  const [moved, setMoved] = useState(/** @type {string | null} */ (null));
  const [online, setOnline] = useState(true);
  const [why, setWhy] = useState(/** @type {import("./types").Why | null} */ (null));
  const [messages, setMessages] = useState(/** @type {import("./types").Message[]} */ ([]));
  const [past, setPast] = useState(/** @type {Past | null} */ (null));
  const [light, setLight] = useState(/** @type {string[]} */ ([]));
  const [form, setForm] = useState(/** @type {Form | null} */ (null));
  const [line, setLine] = useState(/** @type {number | null} */ (null));
  const [trying, setTrying] = useState(false);
  const [turns, setTurns] = useState(0);
  /** The parts of the page that are loaded late, by the names of their scripts. */
  const [late, setLate] = useState(/** @type {Record<string, any>} */ ({}));
  /** How often the house rules were asked for. */
  const [askedRules, setAskedRules] = useState(0);
  /** That of the drawing; undefined before there is one. */
  const [legend, setLegend] = useState(/** @type {SVGElement | null | undefined} */ (undefined));
  const [tab, setTab] = useState("board");
  /** The place that is open, by its name in rules. */
  const [opened, setOpened] = useState("");
  /** The last message that was read in this browser. */
  const [read, setRead] = useState(Number(kept(READ) ?? 0));
  /** Whether people have to add something to the luck before the game begins. */
  const [before, setBefore] = useState(false);

  /** Whether the focus was last on something that is decided. */
  const deciding = useRef(false);
  const table = useRef(/** @type {ReturnType<typeof follow> | null} */ (null));
  useEffect(() => {
    const unwatch = watchLine(setOnline);
    table.current = follow(HERE, lang, setState, (problem) => {
      if (!(problem instanceof Refused && problem.code === "not_begun")) return setError(said(problem));
      setBefore(true);
      load("luck");
    });
    return () => (unwatch(), table.current?.close());
  }, []);
  const look = async () => table.current?.look();
  const load = (/** @type {string} */ name) => late[name] || attempt(() => script(`./${name}.js`).then((part) => setLate((parts) => ({ ...parts, [name]: part }))));
  const asked = Boolean(state?.decisions.length && !state.over);
  const decision = past || state?.over ? undefined : state?.decisions[0];
  /** What a question needs that few have; empty for most. */
  const asks = state?.form ? "form" : decision?.several ? "selection" : "";
  useEffect(() => {
    if (asks) load(asks);
  }, [asks]);
  /** Whether the first view is there: what is no part of it is asked for only then. */
  const drawn = Boolean(state && (legend !== undefined || !state.game.board) && (!asks || late[asks]));
  useEffect(() => {
    if (drawn) attempt(async () => setMessages((await ask(`${HERE}/messages`)).messages));
  }, [drawn, state?.said]);
  useEffect(() => {
    if (!drawn || !state) return;
    draw();
    load("reader");
    load("after_question");
    attempt(async () => (await script("./promise.js")).remembered(game, state.game.commitment));
  }, [drawn]);
  useSeen(HERE, past ? null : state);
  useEffect(() => {
    if (!drawn) return;
    const watching = script("./turns.js").then((loaded) => loaded.watchTurns(game, number, setTurns));
    attempt(() => watching);
    return () => void watching.then((stop) => stop(), () => {});
  }, [drawn, asked]);
  useLayoutEffect(() => {
    if (state) document.body.dataset.version = state.version; // for programs that drive the page: what it shows now
  }, [state?.version]);
  useEffect(() => {
    const moment = location.hash.match(/^#step=(\d+)$/);
    if (state && moment) replay(Number(moment[1]));
  }, [state === null]);
  useEffect(() => {
    if (state) markTab(`${asked ? "● " : ""}${state.game.title} – Rulekit`, asked);
  }, [state, asked]);

  useEffect(() => {
    if (state && asked && document.hidden) attempt(async () => (await script("./notices.js")).tell(state.game.title, state.decisions[0].prompt, HERE));
  }, [asked]);

  const ahead = useRef(/** @type {Promise<(option: string) => void> | null} */ (null));
  const [reach, setReach] = useState(/** @type {string[]} */ ([]));
  const lookAhead = (/** @type {string} */ option) =>
    (ahead.current ??= option ? script("./ahead.js").then((loaded) => loaded.pointer(HERE, setReach)) : null)?.then((point) => point(option), () => {});
  useEffect(() => () => void lookAhead(""), [state?.version]);
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
  const explain = (/** @type {string} */ option) => {
    load("why");
    attempt(async () => setWhy({ option, ...(await ask(`${HERE}/why?lang=${lang}&option=${encodeURIComponent(option)}`)) }));
  };
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
  useEffect(() => {
    if (tab === "talk" && messages.length) setRead(keep(READ, messages[messages.length - 1].id));
    if (tab === "talk") load("talk");
    if (tab === "table") load("tools");
  }, [tab, messages.length]);
  const wanted = useRef(/** @type {AbortController | null} */ (null));
  const replay = (/** @type {number | null} */ step) => {
    wanted.current?.abort();
    history.replaceState(null, "", step === null ? location.pathname : `#step=${step}`); // the address leads to the moment
    if (step === null) return setPast(null);
    load("replay");
    const { signal } = (wanted.current = new AbortController());
    ask(`${HERE}/replay/${step}?lang=${lang}`, undefined, { signal }).then(setPast, (problem) => signal.aborted || setError(said(problem)));
  };

  const onMap = (/** @type {string} */ id) => {
    if (!state?.form && !decision?.several) return choose(id);
    /** @type {HTMLElement | null} */ (document.querySelector(`.form [data-key="${CSS.escape(id)}"]`))?.click();
  };
  const inForm = decision && form && state?.form && line === form.at;
  const options = state?.form ? (inForm ? form.options : []) : decision?.options ?? [];
  // Before the next key can come: an effect after painting would leave a moment in which the last state answers.
  useLayoutEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {Element} */ (event.target);
      if (trying || event.repeat || target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
      const k = /^\d$/.test(event.key) ? Number(event.key) : -1, offered = numbered(options), meant = offered.find((option) => option.number === k);
      if (event.key.toLowerCase() === "u" && !past && state?.undo === null) undo(event.key === "U");
      else if (event.key === "m") /** @type {HTMLElement | null} */ (document.querySelector(".map"))?.focus();
      else if (decision && !busy && state?.form && k > 0 && k <= state.form.lines.length) setLine(k - 1);
      else if (decision && !state?.form && byDigit(offered) && meant) onMap(meant.id);
      else if (decision && !state?.form && k >= 0) /** @type {HTMLElement | null} */ (document.querySelector(".question input"))?.focus(); // which takes the digit
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  });

  // Who chose by keyboard goes on from the next question.
  useLayoutEffect(() => {
    const bar = document.querySelector(".decision");
    if (deciding.current && document.activeElement === document.body) /** @type {HTMLElement | null} */ (bar?.querySelector(".option, .formline, button"))?.focus();
    const note = (/** @type {FocusEvent} */ event) => (deciding.current = Boolean(/** @type {Element} */ (event.target).closest(".decision")));
    addEventListener("focusin", note);
    return () => removeEventListener("focusin", note);
  });

  if (before) return html`${error && html`<p class="error" role="alert">${error}</p>`}${late.luck && html`<${late.luck.Begin} seat=${HERE} game=${game} number=${Number(number)} onError=${setError} />`}`;
  if (!state) return html`<p role="status">${error || t("One moment ...")}</p>`;
  colours(state.sides);
  drawBy(state.game.icons);
  const shown = past ?? state, after = late.after_question;
  const own = state.people[state.seat - 1];
  const open = past ? undefined : (/** @type {string} */ place) => {
    setOpened(place);
    if (place && matchMedia("(max-width: 900px)").matches) setTab("board");
    load("opened_place");
  };
  const waiting = state.people.filter((p) => state.view.waiting.includes(state.view.seats[p.seat - 1])).map((p) => called(state, p));
  const takeBack = after && !past && html`<${after.TakeBack} state=${state} onUndo=${undo} onBack=${(/** @type {boolean} */ agree) => send("back", { agree }, true)} />`;
  /** The buttons that take back stand beside those of a form; what all vote about stands below it. */
  const besideForm = Boolean(state.form) && state.undo === null && !state.back.votes.length;
  const byPlace = new Map(options.filter((option) => option.place).map((option) => [option.place, option.id]));
  if (trying && late.analysis) return html`<${late.analysis.Analysis} seat=${HERE} state=${state} step=${past ? past.step : null} onClose=${() => setTrying(false)} onPlanned=${(/** @type {Record<string, unknown>} */ plan) => table.current?.send("plan", plan).then(() => setTrying(false))} />`;
  const rules = state.game.house_rules.join(t(", "));
  const asking = asked && !past ? t("Your turn") : state.over ? t("The game is over") : state.trouble ? t("cannot go on") : t("Waiting");
  const status = !online ? html`<span class="pill offline" role="status">${t("no connection: trying again")}</span>`
    : html`<span class=${`pill ${asked && !past ? "yours" : ""}`}>${asking}</span>`;
  const panel = tab === "board" || tab === "players" ? "story" : tab;
  const names = /** @type {[string, string][]} */ ([["story", t("Story")], ["talk", t("Talk")], ["scores", t("Scores")], ["table", t("Table")]]);
  const tabs = names.map(([id, name]) => ({ id, name, count: id === "talk" && panel !== "talk" ? messages.filter((m) => m.id > read && (m.sort || m.seat !== state.seat)).length : 0 }));
  const bottom = [{ id: "board", name: state.game.board ? t("Board") : t("Game") }, tabs[0], { id: "players", name: t("Players") }, tabs[3], tabs[1]];
  return html`<header class="top">
      <a class="home" href="/"><img src=${ICON} alt="Rulekit" width="28" height="28" />${turns ? html` <b class="count">${t("{n} waiting", { n: turns })}</b>` : ""}</a> <h1>${state.game.title}</h1>
      ${rules && html`<button class="laid" title=${t("House rules of this table")} onClick=${() => (setTab("table"), setAskedRules((n) => n + 1))}>${rules}</button>`}
      <${When} header=${shown.header} shown=${shown} />${status}
      <${Languages} />
    </header>
    <div class="notes">
      ${error && html`<p class="error" role="alert">${error} <button onClick=${() => setError("")}>${t("OK")}</button></p>`}
      ${state.trouble && html`<p class="error" role="alert">${state.unfit ? t("The game is shown as it was before a choice that fits no longer: {why}", { why: state.trouble }) : t("The rules fail here, and the game cannot go on: {why}", { why: state.trouble })}</p>`}
      ${state.people.filter((p) => p.failed).map((p) => html`<p class="error" role="status">${t("The bot of {who} failed ({why}); from now on it chooses by chance.", { who: called(state, p), why: p.failed ?? "" })}</p>`)}
      ${own?.bot && html`<p class="error" role="status">${t("A bot chooses for you.")} <button onClick=${() => attempt(async () => { await ask(HERE, { bot: "" }, { method: "PATCH" }); await look(); })}>${t("I choose myself again")}</button></p>`}
    </div>
    <div class="zones" data-tab=${tab}>
      <div class="left" id="panel-board">
        <${Strip} header=${shown.header} shown=${shown} named=${state.game.strip} />
        <${Board} seat=${HERE} sight=${state.board ?? ""} step=${past ? past.step : null} options=${options} lit=${light.length ? light : shown.lit} reach=${reach} onLook=${past || state.form ? undefined : lookAhead} inForm=${Boolean(inForm)} title=${state.game.title} onChoose=${onMap} onOpen=${open} onLegend=${setLegend} />
        ${opened && open && late.opened_place && html`<${late.opened_place.OpenedPlace} seat=${HERE} tag=${state.tag} at=${opened} options=${busy ? [] : options} onOpen=${open} onChoose=${(/** @type {string} */ id) => (open(""), onMap(id))} />`}
        <div class="decision">
          ${past && late.replay && html`<${late.replay.Replay} seat=${HERE} over=${state.over} onError=${setError} past=${past} onStep=${replay} />`}
          ${past ? "" : state.over
            ? html`<section class="question" aria-label=${t("The game is over")}><h2>${t("The game is over")}</h2><ol class="standings">
                ${state.standings.map((s) => html`<li class="standing"><b>${s.rank}.</b> ${state.sides[s.seat - 1]?.name ?? s.name}${s.score === null ? "" : `: ${s.score}`}${s.ties.map(([name, n]) => ` · ${name} ${n}`)}</li>`)}</ol></section>`
            : state.form && decision
              ? late.form && html`<${late.form.FormQuestion} seat=${HERE} version=${state.version} first=${state.form} rule=${decision.rule} busy=${busy} line=${line} onLine=${setLine} onForm=${setForm}
                  onSend=${(/** @type {(string | null)[]} */ values) => make("form/send", { values })} onError=${setError} beside=${besideForm && takeBack} />`
            : decision?.several
              ? late.selection && html`<${late.selection.Selection} seat=${HERE} version=${state.version} decision=${decision} busy=${busy} onSend=${(/** @type {Record<string, number>} */ picked) => make("selection/send", { picked })} onError=${setError} onOrder=${order} />`
            : decision
              ? html`<${Question} decision=${decision} busy=${busy} onChoose=${choose} onWhy=${explain} onLook=${lookAhead} onOrder=${order} />`
              : html`<section class="question" aria-label=${t("Question")}><h2 role="status">${state.trouble ? t("The game cannot go on.") : t("Waiting for {who}", { who: waiting.join(t(", ")) })}</h2></section>`}
          ${!besideForm && takeBack}
          ${after && html`<${after.Absent} state=${state} onStandIn=${(/** @type {number} */ of, /** @type {boolean} */ agree) => send("stand-in", { of, agree })} />
          <${after.Plan} plan=${state.plan} onDrop=${() => send("plan", { choices: [] })} />`}
          <${Orders} orders=${state.orders} onOrder=${order} />
          ${why && late.why && html`<${late.why.Why} seat=${HERE} view=${state.view} decision=${decision} why=${why} />`}
          ${!inForm && html`<${Hand} view=${shown.view} />`}
        </div>
      </div>
      <div class="side">
        <${Players} state=${state} shown=${shown} order=${shown.order} />
        ${tab === "players" && html`<section aria-label=${t("Scores")}><${Scored} part="Scoreboard" seat=${HERE} tag=${state.tag} sides=${state.sides} onError=${setError} /></section>`}
        <div class="tabbed">
          <${TabList} kind="tabs" label=${t("What else there is")} tabs=${tabs} at=${panel} onTab=${setTab} />
          <${Panel} id="story" name=${t("Story")} at=${panel}>
            ${state.game.luck && known(state.game.luck) && html`<p class="quiet">${known(state.game.luck)}</p>`}
            ${past
              ? html`<${StepStory} lines=${past.story} sides=${state.sides} onLight=${setLight} />`
              : html`<${Story} seat=${HERE} tag=${state.tag} lines=${state.story} ...${lookedAt(state)} over=${state.over} sides=${state.sides} at=${tab} onLight=${setLight} onError=${setError} />`}<//>
          <${Panel} id="talk" name=${t("Talk")} at=${panel}>${late.talk && html`<${late.talk.Talk} messages=${messages} state=${state} onSay=${say} />`}<//>
          <${Panel} id="scores" name=${t("Scores")} at=${panel}>${panel === "scores" && html`<${Scored} part="Scoreboard" seat=${HERE} tag=${state.tag} sides=${state.sides} onError=${setError} />`}<//>
          <${Panel} id="table" name=${t("Table")} at=${panel}>
            ${late.tools ? html`<${late.tools.Tools} seat=${HERE} game=${game} state=${state} shown=${shown} past=${past} rules=${rules} asked=${askedRules} legend=${legend ?? null} options=${byPlace} onPlace=${(/** @type {string} */ place) => onMap(byPlace.get(place) ?? "")} onOpen=${open}
              onTry=${() => (load("analysis"), setTrying(true))} onReplay=${() => (replay(0), setTab("board"))} onError=${setError} onChange=${() => attempt(look)} />` : panel === "table" && html`<p role="status">${t("One moment ...")}</p>`}<//>
        </div>
      </div>
    </div>
    <${TabList} kind="bottom" label=${t("Parts of the table")} tabs=${bottom} at=${tab} onTab=${setTab} />
    ${late.reader && html`<${late.reader.Reader} seat=${HERE} view=${shown.view} now=${!past} />`}`;
}

speak().then(() => render(html`<${Table} />`, document.getElementById("page")));
