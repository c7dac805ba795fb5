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

export function get(path: string, headers = ""): string {
  return `GET ${path} HTTP/1.1\r\n${common}${headers}\r\n`;
}

function post(path: string, body: string, headers = ""): string {
  return `POST ${path} HTTP/1.1\r\n${common}${headers}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

export function signedIn(token: string): string {
  return `validation: bearer ${token}\r\n`;
}

export function vote(token: string, survey: string): string {
  const body = `{"surveyItemId":"${survey}","vote":"yes","report":""}`;
  return post("/visitedSurvey", body, signedIn(token));
}

/** The items in turn, from the beginning again after the last. */
export function at<Item>(items: Item[], turn: number): Item {
  return items[turn % items.length] as Item;
}

/**
 * How many times everybody has had a turn. With the next round each person goes on with another
 * survey, so that no pair of person and survey occurs twice.
 */
export function roundOf(turn: number, { tokens }: Scene): number {
  return Math.floor(turn / tokens.length);
}
