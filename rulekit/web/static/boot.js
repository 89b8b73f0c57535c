/** Loads the page again if one of its scripts has not come, as when the server starts again meanwhile. */

(() => {
  const SAID = /** @type {Record<string, string>} */ ({ en: "No connection: trying again.", zh: "连接中断，正在重试。" });
  const tries = Number(sessionStorage.getItem("loads") ?? 0);
  let failed = false;
  const later = () => setTimeout(again, Math.min(10_000, 250 * 2 ** tries));
  const again = () =>
    fetch(location.href).then((answer) => {
      if (!answer.ok && answer.status >= 500) return later();
      sessionStorage.setItem("loads", String(tries + 1)); // what fails each time is asked for less and less often
      location.reload();
    }, later);
  addEventListener("error", (event) => {
    if (failed || !(event.target instanceof HTMLScriptElement)) return;
    failed = true;
    const told = document.createElement("p");
    told.setAttribute("role", "status");
    told.textContent = SAID[navigator.language.startsWith("zh") ? "zh" : "en"];
    (document.getElementById("page") ?? document.documentElement).append(told);
    later();
  }, true);
  addEventListener("load", () => failed || sessionStorage.removeItem("loads"));
})();
