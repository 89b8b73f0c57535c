/** The page of one seat: it asks for its view, shows it, and sends choices. */

import { html, render, useCallback, useEffect, useState } from "./vendor/preact-htm.js";
import { ask, listen, moveName } from "./api.js";
import { Board } from "./board.js";
import { choose as chooseLanguage, lang, languages, speak, t } from "./i18n.js";
import { Common, Hand, Header, PlacesList, Players } from "./players.js";
import { Question } from "./question.js";
import { Replay } from "./replay.js";
import { Story, Talk } from "./story.js";

const [, , game, seat] = location.pathname.split("/");
const HERE = `/games/${game}/seats/${seat}`;

function Table() {
  const [shown, setShown] = useState(null);
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const [online, setOnline] = useState(true);
  const [since, setSince] = useState(0);
  const [why, setWhy] = useState(null);
  const [messages, setMessages] = useState([]);
  const [past, setPast] = useState(null);

  const look = useCallback(async () => {
    try {
      setShown(await ask(`${HERE}?lang=${lang}`));
      setMessages((await ask(`${HERE}/messages`)).messages);
    } catch (problem) {
      setError(problem.message);
    }
  }, []);
  useEffect(() => {
    look();
    return listen(HERE, look, setOnline);
  }, []);

  const send = async (path, body) => {
    setBusy(true);
    setError("");
    setWhy(null);
    try {
      const answer = await ask(`${HERE}/${path}?lang=${lang}`, body);
      setSince(shown.told);
      setShown(answer);
    } catch (problem) {
      setError(problem.message);
      if (problem.code === "stale") await look();
    } finally {
      setBusy(false);
    }
  };
  const choose = (option) => send("choices", { version: shown.version, move: moveName(), option });
  const undo = () => send("undo", { version: shown.version, move: moveName() });
  const order = (question, answer) => send("orders", { question, answer });
  const explain = async (option) =>
    setWhy(await ask(`${HERE}/why?lang=${lang}&option=${encodeURIComponent(option)}`));
  const say = async (text) => {
    await ask(`${HERE}/messages`, { text });
    await look();
  };

  useEffect(() => {
    const key = (event) => {
      if (event.target.closest("input, textarea, .map") || event.ctrlKey || event.metaKey || event.altKey) return;
      const option = shown?.decisions[0]?.options[Number(event.key) - 1];
      if (event.key === "u" && shown?.undo === null) undo();
      else if (option && !busy && shown.decisions[0].options.length < 10) choose(option.id);
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  });

  const replay = async (step) => {
    try {
      setPast(step === null ? null : await ask(`${HERE}/replay/${step}?lang=${lang}`));
    } catch (problem) {
      setError(problem.message);
    }
  };

  if (!shown) return html`<p>${error || t("One moment ...")}</p>`;
  const view = past ? past.view : shown.view;
  const decision = past ? undefined : shown.decisions[0];
  const options = decision ? decision.options.map((option) => option.id) : [];
  const waiting = shown.people.filter((p) => shown.view.waiting.includes(shown.view.seats[p.seat - 1]));
  return html`<header class="top">
      <a href="/">Rulekit</a> <h1>${shown.game.title}</h1><${Header} view=${view} />
      ${!online && html`<span class="offline">${t("no connection: trying again")}</span>`}
      <select aria-label=${t("Language")} onChange=${(event) => chooseLanguage(event.target.value)}>
        ${languages().map(([code, name]) => html`<option value=${code} selected=${code === lang}>${name}</option>`)}
      </select>
    </header>
    ${error && html`<p class="error" role="alert">${error}</p>`}
    <div class="columns">
      <div class="left">
        <${Board} seat=${HERE} sight=${shown.sight} step=${past ? past.step : null} options=${options} lit=${[]} onChoose=${choose} />
        <${Replay} past=${past} onStep=${replay} saved=${`/api/v1${HERE}/save`} />
        ${past ? "" : shown.over
          ? html`<section class="question"><h2>${t("The game is over")}</h2><ol>
              ${shown.standings.map((s) => html`<li class="standing">${s.rank}. ${s.name}${s.score === null ? "" : `: ${s.score}`}</li>`)}</ol></section>`
          : decision
            ? html`<${Question} decision=${decision} busy=${busy} onChoose=${choose} onWhy=${explain} onOrder=${order} />`
            : html`<section class="question"><h2>${t("Waiting for {who}", { who: waiting.map((p) => p.name).join(", ") })}</h2></section>`}
        ${shown.undo === null && html`<button class="undo" onClick=${undo}>${t("Take the last choice back")}</button>`}
        ${why && html`<section class="facts"><h2>${t("Why")}</h2><ul>
          ${why.lines.map((line) => html`<li>${line.for ? "✓" : "✗"} ${line.text} <small>${line.values.join("; ")} ${line.rule}</small></li>`)}</ul></section>`}
        <${Hand} view=${view} />
        <${PlacesList} view=${view} options=${options} onChoose=${choose} />
      </div>
      <div class="right">
        <${Players} view=${view} people=${shown.people} />
        <${Story} lines=${past ? past.story : shown.story} since=${past ? past.story.length : since} />
        <${Common} view=${view} />
        <${Talk} messages=${messages} people=${shown.people} onSay=${say} />
      </div>
    </div>`;
}

speak().then(() => render(html`<${Table} />`, document.getElementById("page")));
