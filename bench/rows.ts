import { at, get, roundOf, type Scene, signedIn, vote } from "./requests.ts";

/** One kind of request. */
interface Row {
  name: string;
  /** The bytes of a request; `turn` counts them from 0. */
  request: (turn: number, scene: Scene) => string;
  status: number;
}

/** As our own pages ask for it: without a limit, it is the whole list. */
const LIST = "/survey/item?limit=12";

// Who reads makes a call again and again. Who votes does so once on each survey.
const READERS = 5_000;

const rows: Row[] = [
  {
    name: "healthz",
    request: () => get("/healthz"),
    status: 200,
  },
  {
    name: "list",
    request: () => get(LIST),
    status: 200,
  },
  {
    name: "list-mapped",
    // Through a proxy that names an IPv4 address as one of IPv6.
    request: () => get(LIST, "x-forwarded-for: ::ffff:203.0.113.7\r\n"),
    status: 200,
  },
  {
    name: "list-304",
    request: (_turn, { etag }) => get(LIST, `if-none-match: ${etag}\r\n`),
    status: 304,
  },
  {
    name: "details",
    request: (turn, scene) => {
      const survey = at(scene.surveys, turn + roundOf(turn, scene));
      return get(
        `/survey/details/${survey}?comments=0`,
        signedIn(at(scene.tokens, turn % READERS)),
      );
    },
    status: 200,
  },
  {
    name: "votes",
    request: (turn, scene) =>
      vote(at(scene.tokens, turn), at(scene.votedSurveys, turn + roundOf(turn, scene))),
    status: 201,
  },
  {
    name: "votes-hot",
    request: (turn, scene) =>
      vote(at(scene.tokens, turn), at(scene.hotSurveys, roundOf(turn, scene))),
    status: 201,
  },
  {
    name: "page",
    request: () => get("/"),
    status: 200,
  },
];

export function findRow(name: string): Row {
  const row = rows.find((candidate) => candidate.name === name);
  if (!row) throw new Error(`no row "${name}"`);
  return row;
}
