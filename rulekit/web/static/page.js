/** What every part of a page is made with. */

export { html, render, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
export { ask, moveName, Refused, said, textOf } from "./api.js";
export { choose, lang, languages, speak, t } from "./i18n.js";
