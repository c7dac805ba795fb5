/** What requests are made of. */
export interface Scene {
  /** Access tokens of people who have not voted yet. */
  tokens: string[];
  /** Every published survey. */
  surveys: string[];
  /** Surveys that get votes all the time. */
  votedSurveys: string[];
  /** Surveys that get all votes at once, one after the other. */
  hotSurveys: string[];
  script: string;
  /** The newest list's tag. */
  etag: string;
}

export interface Row {
  name: string;
  what: string;
  /** The bytes of a request; `turn` counts them from 0. */
  request: (turn: number, scene: Scene) => string;
  status: number;
  /** The share of the limit server's requests per second, or of another row's, that is wanted. */
  target?: number;
  /** Compared with this row of the product instead of the limit server. */
  against?: string;
}

// What a browser sends at least. Each server gets the same bytes.
const common = "host: localhost\r\naccept: */*\r\n";

function get(path: string, headers = ""): string {
  return `GET ${path} HTTP/1.1\r\n${common}${headers}\r\n`;
}

function vote(token: string, survey: string): string {
  const body = `{"surveyItemId":"${survey}","vote":"yes","report":""}`;
  return `POST /visitedSurvey HTTP/1.1\r\n${common}validation: bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

function at<Item>(items: Item[], index: number): Item {
  return items[index % items.length] as Item;
}

/** Another person each time. When all had their turn, everybody goes on with the next survey. */
const round = (turn: number, { tokens }: Scene) => Math.floor(turn / tokens.length);

export const rows: Row[] = [
  {
    name: "healthz",
    what: "GET /healthz",
    request: () => get("/healthz"),
    status: 200,
    target: 0.7,
  },
  {
    name: "list",
    what: "GET /survey/item",
    request: () => get("/survey/item"),
    status: 200,
    target: 0.6,
  },
  {
    name: "list-304",
    what: "GET /survey/item, If-None-Match",
    request: (_turn, { etag }) => get("/survey/item", `if-none-match: ${etag}\r\n`),
    status: 304,
    target: 0.7,
  },
  {
    name: "details",
    what: "GET /survey/details/{id}, people and surveys differ",
    request: (turn, scene) =>
      get(
        `/survey/details/${at(scene.surveys, turn + round(turn, scene))}`,
        `validation: bearer ${at(scene.tokens, turn)}\r\n`,
      ),
    status: 200,
    target: 0.4,
  },
  {
    name: "votes",
    what: "POST /visitedSurvey, over 200 surveys",
    request: (turn, scene) =>
      vote(at(scene.tokens, turn), at(scene.votedSurveys, turn + round(turn, scene))),
    status: 201,
    target: 0.5,
  },
  {
    name: "votes-hot",
    what: "POST /visitedSurvey, on one survey",
    request: (turn, scene) =>
      vote(at(scene.tokens, turn), at(scene.hotSurveys, round(turn, scene))),
    status: 201,
    against: "votes",
    // No less than on many surveys; two measurements of the same differ by this much.
    target: 0.95,
  },
  {
    name: "static",
    what: "GET the page's script, br",
    request: (_turn, { script }) => get(script, "accept-encoding: br\r\n"),
    status: 200,
    target: 0.6,
  },
];

export function findRow(name: string): Row {
  const row = rows.find((candidate) => candidate.name === name);
  if (!row) throw new Error(`no row "${name}"`);
  return row;
}
