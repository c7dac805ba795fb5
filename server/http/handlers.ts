import type { Role } from "../../contract/permissions.ts";
import type { Body, Params, Query, ReplyInput, Route } from "../../contract/route.ts";
import type { TokenScope } from "../../contract/tokens.ts";
import type { Page, PageRequest } from "../database/keyset.ts";
import type { TitledRows } from "./downloads.ts";
import type { EventStream } from "./events.ts";
import type { Prepared } from "./prepared.ts";

/** The person who calls, from their row as it is now. */
export interface Viewer {
  id: string;
  email: string;
  username: string;
  role: Role;
  admin: boolean;
  tokenVersion: number;
  /** Their ids from before they were deleted and registered again. */
  formerIds: string[];
}

/** How somebody logged in. */
export interface SignIn {
  /** When they last proved who they are. Renewing a token does not change it. */
  signedInAt: Date;
  /** Whether they proved more than a password. */
  secondFactor: boolean;
}

/** How a caller proved who they are, and which routes that opens: a session, all of them. */
export type Credential = SignIn &
  ({ kind: "session" } | { kind: "token"; id: string; scopes: readonly TokenScope[] });

/** Who the identity provider says a person is. Only `/jwt` uses it. */
export interface Identity extends SignIn {
  email: string;
  emailVerified: boolean;
  name: string;
  image: string;
}

type ViewerOf<R extends Route> = R["access"] extends "public"
  ? Viewer | null
  : R["access"] extends "identity"
    ? null
    : Viewer;

export interface Call<R extends Route> {
  params: Params<R>;
  query: Query<R>;
  /** For a list: which page of it. */
  page: R["page"] extends number ? PageRequest : null;
  body: Body<R>;
  viewer: ViewerOf<R>;
  identity: R["access"] extends "identity" ? Identity : null;
  /** How the viewer has proven who they are. */
  credential: R["access"] extends "public" | "identity" ? Credential | null : Credential;
  /**
   * A uuid for what the call writes. It is the same each time the handler runs, and the same for a
   * call that the same person repeats with the same content and Idempotency-Key. No other call can
   * have it.
   */
  key: string;
  /** The network address from which the call came. */
  address: string;
  /** For a live route: aborted when the caller disconnects. */
  signal: R["live"] extends true ? AbortSignal : null;
}

/** A download is an iterable of batches, the rows of one query each, or a compressed file. */
type Answer<R extends Route> = R["live"] extends true
  ? EventStream<R>
  : R["download"] extends string
    ? AsyncIterable<ReplyInput<R>[]> | TitledRows
    : (R["page"] extends number ? PageOf<ReplyInput<R>> : ReplyInput<R>) | Prepared<R>;
type PageOf<Items> = Items extends (infer Item)[] ? Page<Item> : never;

export type Handler<R extends Route> = (call: Call<R>) => Promise<Answer<R>> | Answer<R>;

/**
 * One handler for each route of a table. A handler may run again after a temporary database
 * failure, so everything that it writes must be safe to write twice.
 */
export type Handlers<Table extends Record<string, Route>> = {
  [Name in keyof Table]: Handler<Table[Name]>;
};
