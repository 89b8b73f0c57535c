// What the book's search puts first: guides before the records of decisions, in which every word of the project is somewhere.
var Scorer = {
  score: ([page, , , , score]) => (page.startsWith("decisions/") ? score / 100 : score),
  objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
};
