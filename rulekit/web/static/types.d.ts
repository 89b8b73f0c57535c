/** What the server sends; see rulekit/web/payload.py. Checked by tsc, never sent to a browser. */
export type Thing = { kind: string; id: string; name: string };
export type Part = string | Thing;
/** Of an amount with its unit how many one has, and how many are missing. */
export type Cost = { amount: number; have: number; unit: string; short: number };
export type Option = { id: string; label: string; place: string; costs?: Cost[]; notes?: string[]; declines?: boolean };
export type Refusal = { id: string; label: string; reason: string };
export type Decision = {
  name: string; prompt: string; asks: string; rule: string; clauses: string[]; options: Option[]; refused: Refusal[]; notes?: string[]; several?: boolean; rolls?: Roll[]; window?: boolean;
};
export type Roll = { dice: number[]; plus?: number; hits?: number; who?: string };
export type Selected = { id: string; label: string; values: string[]; chosen: number; most: number; reason?: string; costs?: Cost[]; notes?: string[] };
export type Selection = { members: Selected[]; complete: boolean; apart: string[] };
export type FormLine = { asks: string; prompt: string; value: string | null; label: string; icon?: string; about?: string[]; costs?: Cost[]; notes?: string[] };
export type Form = { title: string; lines: FormLine[]; open: number[]; cleared: number[]; at: number; options: Option[]; costs?: Cost[] };
export type Score = { player: string; name: string; mark: string; sum: number; total: number; for: { parts: Part[]; n: number }[] };
export type Thrown = { name: string; owner: number; count: number };
export type Throw = { key: string; name: string; picture: boolean; given: Thrown[]; result: Thrown[] };
export type Told = {
  sort: string; parts: Part[]; yours?: boolean; concerns?: boolean; rule?: string; clauses?: string[]; score?: Score; throws?: Throw[]; rolls?: Roll[]; block?: boolean; chapter?: string; inside?: Told[];
};
export type Mark = { name: string; key: string; value: string; raw: number; id: string; sort: string; told?: boolean };
export type Card = { name: string; key: string } | null;
export type Holder = {
  name: string; key: string; pieces?: { text: string; owner: number; count: number }[]; hidden?: boolean | number; cards?: Card[];
  spots?: (Holder & { for: string })[]; number?: number; row?: boolean;
};
export type Row = { name: string; key: string; facts: Mark[]; marks: Mark[]; places: Holder[] };
export type Table = { of: string; name: string; lies: boolean; rows: Row[] };
export type View = {
  you: string | null; players: string[]; seats: string[]; over: boolean; waiting: string[]; marks: Mark[]; places: Holder[];
  devices: { name: string; key: string; pieces: string[] }[]; tables: Table[];
};
export type Sheet = { title: string; columns: string[]; rows: string[][]; icons: string[] };
export type Side = { key: string; name: string; letter: string; colour: string; ink: string; crest: string };
export type Place = { key: string; name: string; owner: string; lying: string[]; ways: { name: string; to: string[] }[]; values: string[] };
export type OpenedPlace = {
  key: string; name: string; owner: string; lying: { name: string; key: string; count: number; values: string[] }[]; values: { name: string; value: string }[]; shown: string[];
  ways: { name: string; to: [string, string][] }[]; refused: (Refusal & { rule: string; clauses: string[] })[];
};
export type Person = { seat: number; name: string; bot: string; absent: boolean; since: number | null; left?: number; failed?: string; absent_for?: number[] };
export type Seen = { view: View; tables: { players: Sheet[]; common: Sheet[] }; sides: Side[] };
export type Shown = Seen & { places: Place[] };
export type Standing = { seat: number; name: string; score: number; rank: number; ties: [string, number][] };
export type Order = { question: string; answer: string; asks: string; label: string; until: string; stopped: string };
export type State = Seen & {
  tag: string; board?: string; said: number;
  game: { id: string; title: string; name: string; variants: string[]; house_rules: string[]; clock: ClockRules; board: boolean; strip: string[]; luck: string; commitment: string; icons: Record<string, string> };
  seat: number; version: string; sight: string; people: Person[];
  header: Header;
  order: string[]; decisions: Decision[]; form: Form | null; undo: string | null; undoes: number; story: Told[]; looked: Looked; lit: string[]; over: boolean; trouble: string; unfit: boolean;
  standings: Standing[]; orders: Order[]; plan: { left: number; stopped: string } | null; back: { can: boolean; votes: number[]; what: Part[] };
};
/** What is new of the marks and places of a row, by their numbers. */
export type NewOnRow = { marks?: Record<number, Mark>; places?: Record<number, Holder> };
/** What is new in the state `tag` for who has the state `since`: fields, things in the lists of the view by their numbers, and rows by kind and number; all tables for who has only some. */
export type Difference = {
  since: string; tag: string; set: Partial<State>; view: Partial<View>;
  lists: Record<string, Record<number, Mark | Holder>>; rows: Record<string, Record<number, NewOnRow>>; tables?: Table[];
};
/** Where what the reader had seen before ends. */
export type Looked = { at?: number | null; chapter: number; title: string; backs: number };
export type Header = { lines: Part[][]; course: Part[][]; waiting: Thing[]; declared: boolean };
export type Chapter = { step: number; title: string };
export type Past = Shown & { step: number; steps: number; next: number; back: boolean; header: Header; order: string[]; story: Told[]; lit: string[] };
export type Fact = { rule: string; text: string; clauses: string[]; for: boolean; values: string[] };
export type Cause = { parts: Part[]; rule: string; text: string; clauses: string[]; values: string[]; asked: { rule: string; text: string; holds: boolean }[] };
export type Causes = { causes: Cause[]; more: number };
export type RuleQuote = { rule: string; text: string; clauses: string[]; title: string; whole: string };
export type Why = { option: string; lines: Fact[]; then: string[] };
export type Passage = { keys: string[]; title: string; summary: string; text: string; file: string; first: number; last: number };
export type Move = { seat: number; player: string; asks: string; prompt: string; option: string; label: string };
export type Analysis = Shown & {
  svg: string; line: Move[]; over: boolean; standings: Standing[]; decisions: (Decision & { seat: number; player: string })[]; form: Form | null;
  lines: Part[][];
};
export type Luck = {
  source: string; commitment: string; chance: string; begun: boolean; over: boolean; secret: string; seed: string;
  nonces: { seat: number; name: string; given: boolean; nonce: string }[];
};
export type Message = { id: number; seat: number; text: string; at: number; sort?: "link" | "bot" | "person" | "secrets" | "clock" | "late" | "answered" | "overdue" };
export type Change = { part: string; text: string; before: string; after: string; line: number };
export type Finding = { code: string; message: string; hint: string; severity: string; line: number; column: number; width: number };
export type Offer = {
  name: string; title: string; players: [number, number]; usual: number; seats: Record<string, string[]>;
  options: { name: string; text: string; sort: string; values: string[]; labels: string[]; default: string }[];
  variants: { name: string; title: string; text: string }[];
  ticked: string[]; chapters: boolean;
};
export type ClockRules = { bank?: number; more?: number; per?: "game" | "chapter"; then?: "bot" | "answer" | "note" | "vote"; since?: number };
export type ClockChoice = { days: number; hours: number; per: "game" | "chapter"; then: "bot" | "answer" | "note" | "vote" };
export type Offers = { games: Offer[]; faulty: string[]; bots: string[]; uploads: boolean; password: boolean };
export type MyTable = { id: string; title: string; game: string };
export type MyGame = MyTable & { seat: number; player: string; asked: boolean; waits: string[]; over: boolean; trouble: boolean };
export type HostedSeat = { seat: number; player: string; name: string; bot: string; absent: boolean; joined: boolean; link?: string };
export type HostedTable = MyTable & {
  link: string; watch: string; seats: HostedSeat[]; options: { text: string; value: string; values: string[]; normal: string }[]; variants: { title: string; text: string }[]; clock: ClockRules; chapters: boolean;
  missing: number[]; bots: string[];
};
