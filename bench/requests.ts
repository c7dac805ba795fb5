/** What requests are made of. */
export interface Scene {
  /** Access tokens of people who have not voted yet. */
  tokens: string[];
  /** Every published survey, in random order. */
  surveys: string[];
  /** Surveys that get votes all the time. */
  votedSurveys: string[];
  /** Surveys that get all votes at once, one after the other. */
  hotSurveys: string[];
  /** The tag that the list has now. */
  etag: string;
}

// What every client sends. Both servers get the same bytes.
const common = "host: localhost\r\naccept: */*\r\n";

function get(path: string, headers = ""): string {
  return `GET ${path} HTTP/1.1\r\n${common}${headers}\r\n`;
}

function post(path: string, body: string, headers = ""): string {
  return `POST ${path} HTTP/1.1\r\n${common}${headers}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

function signedIn(token: string): string {
  return `validation: bearer ${token}\r\n`;
}

function vote(token: string, survey: string): string {
  const body = `{"surveyItemId":"${survey}","vote":"yes","report":""}`;
  return post("/visitedSurvey", body, signedIn(token));
}

/** The items in turn, from the beginning again after the last. */
function at<Item>(items: Item[], turn: number): Item {
  return items[turn % items.length] as Item;
}

/**
 * How many times everybody has had a turn. With the next round each person goes on with another
 * survey, so that no pair of person and survey occurs twice.
 */
function roundOf(turn: number, { tokens }: Scene): number {
  return Math.floor(turn / tokens.length);
}

/** As our own pages ask for it: without a limit, it is the whole list. */
const list = (headers = "") => get("/survey/item?limit=12", headers);

// Who reads makes a call again and again. Who votes does so once on each survey.
const READERS = 5_000;

/** One kind of request: its bytes, of which `turn` counts from 0, and the status of its answer. */
interface Row {
  request: (turn: number, scene: Scene) => string;
  status: number;
  /** Asked of a server that listens there, and believes what it is told of other addresses. */
  host?: "::1";
}

// From a proxy that names an IPv4 address as one of IPv6.
const mapped = "x-forwarded-for: ::ffff:203.0.113.7\r\n";
export const rows: Record<string, Row> = {
  healthz: { request: () => get("/healthz"), status: 200 },
  list: { request: () => list(), status: 200 },
  "list-ipv6": { request: () => list(), status: 200, host: "::1" },
  "list-mapped": { request: () => list(mapped), status: 200, host: "::1" },
  "list-304": { request: (_turn, { etag }) => list(`if-none-match: ${etag}\r\n`), status: 304 },
  details: {
    request: (turn, scene) => {
      const survey = at(scene.surveys, turn + roundOf(turn, scene));
      const reader = signedIn(at(scene.tokens, turn % READERS));
      return get(`/survey/details/${survey}?comments=0`, reader);
    },
    status: 200,
  },
  votes: {
    request: (turn, scene) =>
      vote(at(scene.tokens, turn), at(scene.votedSurveys, turn + roundOf(turn, scene))),
    status: 201,
  },
  "votes-hot": {
    request: (turn, scene) =>
      vote(at(scene.tokens, turn), at(scene.hotSurveys, roundOf(turn, scene))),
    status: 201,
  },
  page: { request: () => get("/"), status: 200 },
};
