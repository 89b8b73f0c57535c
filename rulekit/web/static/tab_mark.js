/** The title of the browser's tab, and its icon, which has a dot while somebody is asked. @param {string} title @param {boolean} asked */
export function markTab(title, asked) {
  document.title = title;
  document.querySelector("link[rel=icon]")?.setAttribute("href", new URL(`./icon${asked ? "_turn" : ""}.svg`, import.meta.url).pathname);
}
