/** A hook for the parts of the page that fetch something when they are first shown, and again when the path changes. */

import { ask, said, useEffect, useState } from "./page.js";

/**
 * The answer to `path`; undefined until it has come, or if the path is empty. Earlier requests are aborted. A new value of `again` fetches once more, and keeps the last answer meanwhile.
 * @param {string} path @param {(text: string) => void} [onError] @param {unknown} [again] @returns {any}
 */
export function useAnswer(path, onError, again) {
  const [found, setFound] = useState(/** @type {{path: string, answer: unknown} | null} */ (null));
  useEffect(() => {
    const gone = new AbortController();
    if (path) ask(path, undefined, gone).then((answer) => setFound({ path, answer }), (problem) => gone.signal.aborted || onError?.(said(problem)));
    return () => gone.abort();
  }, [path, again]);
  return found?.path === path ? found.answer : undefined;
}
