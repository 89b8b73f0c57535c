/** Parts of the page of which one is seen at a time: a list of tabs, moved through with the arrows, and their panels. */

import { html, useRef } from "./vendor/preact-htm.js";

/** `count`: how much is new there. @typedef {{id: string, name: string, count?: number}} Tab */

/** @param {{tabs: Tab[], at: string, label: string, kind: string, onTab: (id: string) => void}} props */
export function TabList({ tabs, at, label, kind, onTab }) {
  const row = useRef(/** @type {HTMLElement | null} */ (null));
  const key = (/** @type {KeyboardEvent} */ event) => {
    const k = tabs.findIndex((tab) => tab.id === at);
    const to = { ArrowLeft: k - 1, ArrowRight: k + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tabs.length) % tabs.length;
    onTab(tabs[next].id);
    /** @type {HTMLElement | undefined} */ (row.current?.children[next])?.focus();
  };
  return html`<div class=${kind} role="tablist" aria-label=${label} ref=${row} onKeyDown=${key}>
    ${tabs.map((tab) => html`<button key=${tab.id} role="tab" data-tab=${tab.id} aria-selected=${tab.id === at} aria-controls=${`panel-${tab.id}`} tabindex=${tab.id === at ? 0 : -1} onClick=${() => onTab(tab.id)}>
      ${tab.name}${tab.count ? html` <b class="count">${tab.count}</b>` : ""}</button>`)}
  </div>`;
}

/** @param {{id: string, name: string, at: string, children?: unknown}} props */
export function Panel({ id, name, at, children }) {
  return html`<div class="panel" id=${`panel-${id}`} role="tabpanel" aria-label=${name} hidden=${id !== at}>${children}</div>`;
}
