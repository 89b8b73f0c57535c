/** What a part of the page asks the server when it is first shown, and anew with each address. */

import { ask, said, useEffect, useState } from "./page.js";

/**
 * The answer; undefined until it is there. What was asked before is given up. `again`: asked anew with each of these, and meanwhile the last answer stays; an empty `path` asks nothing.
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
