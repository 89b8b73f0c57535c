/** The state of a page, and how it is brought up to date by what is different in a later one. */

/** @typedef {import("./types").State} State @typedef {import("./types").Difference} Difference */

/**
 * The state after an answer of the server, which is a whole state, a difference, or the tag alone where nothing is new.
 * Null for a difference from a state that is not this one: then the page has to ask.
 * @param {State | null} state @param {State | Difference} answer @returns {State | null}
 */
export function merged(state, answer) {
  if (state && answer.tag === state.tag) return state;
  if (!("set" in answer)) return "view" in answer ? answer : null;
  if (!state || answer.since !== state.tag) return null;
  const tables = answer.tables ?? state.view.tables.map((table) => ({ ...table, rows: renewed(table.rows, answer.rows[table.of], onRow) }));
  /** @type {any} */
  const view = { ...state.view, ...answer.view, tables };
  for (const [name, found] of Object.entries(answer.lists)) view[name] = renewed(view[name], found);
  return { ...state, ...answer.set, tag: answer.tag, view };
}

/**
 * A list in which by their numbers some are new; what has not changed is the same object.
 * @template T @template N @param {T[]} list @param {Record<number, N> | undefined} found @param {(old: T, next: N) => T} make @returns {T[]}
 */
function renewed(list, found, make = (_, next) => /** @type {any} */ (next)) {
  return found ? list.map((x, k) => (k in found ? make(x, found[k]) : x)) : list;
}

/** @typedef {import("./types").Row} Row @typedef {import("./types").NewOnRow} NewOnRow */

/** A row with what is new of its marks and places. @param {Row} row @param {NewOnRow} found @returns {Row} */
const onRow = (row, found) => ({ ...row, marks: renewed(row.marks, found.marks), places: renewed(row.places, found.places) });
