import { listRows } from "./list-rows.ts";
import { at, get, roundOf, signedIn, vote } from "./requests.ts";
import type { Row } from "./row.ts";

/** As our own pages ask for it: without a limit, it is the whole list. */
const LIST = "/survey/item?limit=12";

// Who reads makes a call again and again. Who votes does so once on each survey.
const READERS = 5_000;

const rowsOfTheTable: Row[] = [
  {
    name: "healthz",
    what: "GET /healthz",
    request: () => get("/healthz"),
    status: 200,
  },
  {
    name: "list",
    what: "GET /survey/item",
    request: () => get(LIST),
    status: 200,
    growth: 0.9,
  },
  {
    name: "list-mapped",
    what: "the same through a proxy that names an IPv4 address as one of IPv6",
    request: () => get(LIST, "x-forwarded-for: ::ffff:203.0.113.7\r\n"),
    status: 200,
  },
  {
    name: "list-304",
    what: "the same with If-None-Match",
    request: (_turn, { etag }) => get(LIST, `if-none-match: ${etag}\r\n`),
    status: 304,
  },
  {
    name: "details",
    what: "GET /survey/details/{id}?comments=0",
    request: (turn, scene) => {
      const survey = at(scene.surveys, turn + roundOf(turn, scene));
      return get(
        `/survey/details/${survey}?comments=0`,
        signedIn(at(scene.tokens, turn % READERS)),
      );
    },
    status: 200,
    growth: 0.85,
    byVotes: true,
  },
  {
    name: "votes",
    what: "votes over 200 surveys",
    request: (turn, scene) =>
      vote(at(scene.tokens, turn), at(scene.votedSurveys, turn + roundOf(turn, scene))),
    status: 201,
    growth: 0.85,
    byVotes: true,
  },
  {
    name: "votes-hot",
    what: "votes on one survey",
    request: (turn, scene) =>
      vote(at(scene.tokens, turn), at(scene.hotSurveys, roundOf(turn, scene))),
    status: 201,
  },
  {
    name: "page",
    what: "the home page, rendered",
    request: () => get("/"),
    status: 200,
  },
];

export const rows: Row[] = [...rowsOfTheTable, ...listRows];

export function findRow(name: string): Row {
  const row = rows.find((candidate) => candidate.name === name);
  if (!row) throw new Error(`no row "${name}"`);
  return row;
}
