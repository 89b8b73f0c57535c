/** What an option is, what it would do, and the rule lines on which it rests; of one that is refused, why. */

import { html, t, useEffect, useState } from "./page.js";
import { has, rulebook, seen, useShown } from "./reader.js";
import { RuleLine } from "./story.js";

/** @typedef {import("./types").Decision} Decision @typedef {import("./types").Passage} Passage */

/** @param {{seat: string, view: import("./types").View, decision: Decision | undefined, why: import("./types").Why}} props */
export function Why({ seat, view, decision, why }) {
  const [text, setText] = useState(/** @type {Passage | undefined} */ (undefined));
  const option = decision?.options.find((o) => o.id === why.option), refused = decision?.refused.find((o) => o.id === why.option);
  const label = (option ?? refused)?.label ?? "", key = has(view, why.option) ? why.option : option?.place || why.option, found = seen(view, key), shown = useShown(seat, view, key);
  useEffect(() => {
    const gone = new AbortController();
    setText(undefined);
    rulebook(seat, why.option, label).then((passage) => passage ?? rulebook(seat, key, found.name)).then((passage) => gone.signal.aborted || setText(passage));
    return () => gone.abort();
  }, [why]);
  return html`<section class="facts" aria-label=${t("Why")} aria-live="polite"><h2>${label || t("Why")}</h2>
    ${refused && html`<p><b>${t("Not allowed now")}</b>${t(": ")}${refused.reason}</p>`}
    ${text && html`<p>${text.summary}</p>`}
    ${text && text.text !== text.summary && html`<details><summary>${t("The exact rule")}</summary><p class="exact">${text.text}</p></details>`}
    ${found.rows.length > 0 && html`<p>${found.rows.map(([name, value]) => `${name}${t(": ")}${value}`).join(t("; "))}</p>`}
    ${shown.map((line) => html`<p>${line}</p>`)}
    ${why.then.length > 0 && html`<h3>${t("What it would do")}</h3><ul class="then">${why.then.map((line) => html`<li>${line}</li>`)}</ul>`}
    <ul>${why.lines.map((line) => html`<li><span role="img" aria-label=${line.for ? t("speaks for it") : t("speaks against it")}>${line.for ? "✓" : "✗"}</span> ${line.text}
      ${line.values.length > 0 && html`<small>${line.values.join(t("; "))}</small>`}<${RuleLine} rule=${line.rule} clauses=${line.clauses} /></li>`)}</ul>
    ${option && !why.lines.length && html`<p class="quiet">${t("Nothing stands in its way.")}</p>`}
    ${decision && html`<p><small>${t("Asked by")}${t(": ")}</small><${RuleLine} rule=${decision.rule} clauses=${decision.clauses} /></p>`}</section>`;
}
