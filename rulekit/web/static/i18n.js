/** The words of the page in the reader's language. What the game says comes from the server in that language. */

const LANGUAGES = { en: "English", "zh-Hans": "简体中文" };
let words = {};
export let lang = "en";

/** Loads the words for the language that was chosen before, or that of the browser. */
export async function speak() {
  const said = localStorage.getItem("lang") ?? navigator.language;
  lang = said.toLowerCase().startsWith("zh") ? "zh-Hans" : "en";
  document.documentElement.lang = lang;
  if (lang !== "en") words = await (await fetch(`/static/words/${lang}.json`)).json();
}

export function choose(language) {
  localStorage.setItem("lang", language);
  location.reload();
}

export const languages = () => Object.entries(LANGUAGES);

/** A text of the page, with values for its {names}. @param {string} text in English */
export function t(text, values = {}) {
  return (words[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}
