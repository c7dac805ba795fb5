import type { Scene } from "./requests.ts";

/** One kind of request, and what is wanted of it. */
export interface Row {
  name: string;
  what: string;
  /** The bytes of a request; `turn` counts them from 0. */
  request: (turn: number, scene: Scene) => string;
  status: number;
  /** The wanted share of the small site's figure when the site has grown. */
  growth?: number;
  /** Depends on the number of votes, so that it is also measured at 1,000,000. */
  byVotes?: true;
  /** Not compared with the limit server: its target leaves room for a machine that slows down. */
  alone?: true;
  /** Fewer than usual for requests that take long, so that the server does not refuse any. */
  connections?: number;
}
