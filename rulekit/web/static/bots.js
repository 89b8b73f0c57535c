/** What the bots are called where one chooses among them. */

import { t } from "./i18n.js";

/** How those play that come with rulekit. */
const WAYS = () => /** @type {Record<string, string>} */ ({ random: t("by chance"), greedy: t("takes what is worth most at once"), mcts: t("thinks ahead") });
/** How long those think that have a level. */
const LEVELS = () => /** @type {Record<string, string>} */ ({ easy: t("briefly"), normal: t("as usual"), hard: t("for long") });

/** @param {string} bot @returns {string} with how it plays, where that is known */
export function botLabel(bot) {
  const [sort, level] = bot.split(":"), way = WAYS()[sort], long = level && LEVELS()[level];
  return way ? `${bot} – ${long ? t("{way}, {long}", { way, long }) : way}` : bot;
}
