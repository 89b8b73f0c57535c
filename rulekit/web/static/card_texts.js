/** What the cards say that can be played now, below the question, so that nobody has to point at each. */

import { html, t, useEffect, useState } from "./page.js";
import { rulebook } from "./reader.js";
import "./late.js";

/** @typedef {import("./types").Option} Option @typedef {import("./types").Passage} Passage */

/** @param {{options: Option[]}} props */
export function CardTexts({ options }) {
  const [found, setFound] = useState(/** @type {Passage[]} */ ([]));
  const cards = options.filter((option) => !option.declines), [, , game, number] = location.pathname.split("/");
  useEffect(() => {
    let current = true;
    Promise.all(cards.map((card) => rulebook(`/games/${game}/seats/${number}`, card.id, card.label))).then((all) => {
      if (current) setFound([...new Set(all)].flatMap((passage) => passage ?? []));
    });
    return () => (current = false);
  }, [cards.map((card) => card.id).join()]);
  return found.length > 0 && html`<dl class="card-texts" aria-label=${t("What the cards say")}>${found.map((passage) => html`<div key=${passage.title}>
    <dt>${passage.title.split("  [")[0]}</dt><dd>${passage.summary || passage.text}</dd></div>`)}</dl>`;
}
