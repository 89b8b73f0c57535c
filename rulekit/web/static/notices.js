/** Notices of the browser: that one is asked while the page is out of sight. They are for all tables of this browser, or for none. */

const KEY = "notices";

/** Without TLS a browser gives no notices, and some give none at all. */
export const possible = () => isSecureContext && "Notification" in window;

export function wanted() {
  try {
    return possible() && Notification.permission === "granted" && localStorage.getItem(KEY) === "on";
  } catch {
    return false; // a browser that keeps nothing
  }
}

/** Whether it is so afterwards: a browser asks its user first, who may refuse. @param {boolean} on */
export async function want(on) {
  if (on && (await Notification.requestPermission()) !== "granted") return false;
  localStorage.setItem(KEY, on ? "on" : "off");
  return on;
}

/** @param {string} title @param {string} text @param {string} tag one notice for each is shown at a time */
export function tell(title, text, tag) {
  if (!document.hidden || !wanted()) return;
  const notice = new Notification(title, { body: text, tag });
  notice.onclick = () => (window.focus(), notice.close());
}
