import { randomInt, randomUUID } from "node:crypto";
import { at, get, type Scene, signedIn } from "./requests.ts";
import type { Row } from "./row.ts";

// Lists and searches on a site that has grown. The server remembers each list for a second, so
// every request here asks for something else, and the database answers all of them.

// The server has ten connections to the database; more requests at once would only wait for them.
const CONNECTIONS = 16;
const LISTS_GROWTH = 0.9;
const SEARCH_GROWTH = 0.25;

/** A place within the list of the newest, as a cursor. */
function somewhere({ surveyCount }: Scene): string {
  return `${Date.now() - randomInt(surveyCount * 60_000)}_${randomUUID()}`;
}

/** A place within the list by votes: most surveys have fewer than a hundred. */
function someCount(): string {
  return `${randomInt(100)}_${randomUUID()}`;
}

const pages: ((scene: Scene) => string)[] = [
  (scene) => `after=${somewhere(scene)}`,
  (scene) => `category=technology&after=${somewhere(scene)}`,
  () => `sort=votes&after=${someCount()}`,
];

/** Signs that mean nothing for a search, different for each turn. */
function noise(turn: number): string {
  return turn.toString(4).replace(/./g, (digit) => ",.;!"[Number(digit)] ?? "");
}

function search(name: string, what: string, words: string, rest = ""): Row {
  return {
    name: `search-${name}`,
    what: `search for ${what}`,
    request: (turn) => get(`/survey/item?search=${words}${noise(turn)}${rest}`),
    status: 200,
    growth: SEARCH_GROWTH,
    alone: true,
    connections: CONNECTIONS,
  };
}

// `fill.ts` says which words are in how many surveys.
export const listRows: Row[] = [
  {
    name: "pages",
    what: "pages of lists, anywhere in them",
    request: (turn, scene) => get(`/survey/item?${at(pages, turn)(scene)}`),
    status: 200,
    growth: LISTS_GROWTH,
    connections: CONNECTIONS,
  },
  {
    name: "not-voted",
    what: "surveys that the caller has not voted on",
    request: (turn, { tokens }) => get("/survey/item?notVoted=true", signedIn(at(tokens, turn))),
    status: 200,
    growth: LISTS_GROWTH,
    connections: CONNECTIONS,
  },
  search("all", "a word of every survey", "survey"),
  search("5", "one in 5, by votes", "tea", "&sort=votes"),
  search("60", "one in 60", "canals"),
  search(
    "100",
    "one in 100, by likes, of a category",
    "ferries",
    "&sort=liked&category=entertainment",
  ),
  search("200", "one in 200, by votes", "lochs", "&sort=votes"),
  search("30000", "one in 30,000", "unicorns"),
  search("old", "one in 100, all old, by votes", "number+77", "&sort=votes"),
  search("no-pair", "two common words that none has both", "tea+bridges"),
  search(
    "elsewhere",
    "one in 5, but none in the category",
    "tea",
    "&category=technology&sort=votes",
  ),
];
