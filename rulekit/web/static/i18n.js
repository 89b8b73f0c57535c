/** The words of the page in the reader's language. What the game says comes from the server in that language. */

import { reach } from "./connection.js";

/**
 * What can be chosen, and in which language the page itself speaks then: games have names in more languages than the page.
 * @type {Record<string, {called: string, page: string}>}
 */
const LANGUAGES = {
  en: { called: "English", page: "en" },
  "zh-Hans": { called: "简体中文", page: "zh-Hans" },
  "zh-Hant": { called: "繁體中文（名稱）", page: "zh-Hans" },
  ja: { called: "日本語（名称）", page: "en" },
};
/** @type {Record<string, string>} */
let words = {};
export let lang = "en";

/** The language that was chosen before, or that of the browser. */
export function preferred() {
  const wanted = localStorage.getItem("lang") ?? navigator.language, small = wanted.toLowerCase();
  if (wanted in LANGUAGES) return wanted;
  if (small.startsWith("zh")) return /^zh-(hant|tw|hk|mo)/.test(small) ? "zh-Hant" : "zh-Hans";
  return small.startsWith("ja") ? "ja" : "en";
}

/** Loads the words for it. */
export async function speak() {
  lang = preferred();
  document.documentElement.lang = lang;
  const { page } = LANGUAGES[lang];
  if (page !== "en") words = JSON.parse((await reach(new URL(`./words/${page}.json`, import.meta.url).pathname)).text);
}

/** @param {string} language */
export function choose(language) {
  localStorage.setItem("lang", language);
  location.reload();
}

/** Each language with what it is called, in itself. @returns {[string, string][]} */
export const languages = () => Object.entries(LANGUAGES).map(([code, { called }]) => [code, called]);

/** A text of the page, with values for its {names}. @param {string} text in English @param {Record<string, unknown>} [values] */
export function t(text, values = {}) {
  return (words[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}
