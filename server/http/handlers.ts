import type { Role } from "../../contract/permissions.ts";
import type { Body, Params, Query, ReplyInput, Route } from "../../contract/route.ts";
import type { Page, PageRequest } from "../database/keyset.ts";
import type { Prepared } from "./prepared.ts";

/** The person who calls, as their row says at this very moment. */
export interface Viewer {
  id: string;
  email: string;
  username: string;
  role: Role;
  admin: boolean;
  tokenVersion: number;
  /** When they last proved who they are; a renewed token doesn't change it. */
  signedInAt: Date;
  /** By more than a password. */
  secondFactor: boolean;
  /** Under which they were here before they were deleted and registered again. */
  formerIds: string[];
}

/** Who the identity provider says somebody is. Only `/jwt` ever sees one. */
export interface Identity {
  email: string;
  emailVerified: boolean;
  name: string;
  image: string;
  signedInAt: Date;
  secondFactor: boolean;
}

type ViewerOf<R extends Route> = R["access"] extends "public"
  ? Viewer | null
  : R["access"] extends "identity"
    ? null
    : Viewer;

export interface Call<R extends Route> {
  params: Params<R>;
  query: R["page"] extends true ? Omit<Query<R>, keyof PageRequest> : Query<R>;
  /** Of a list: which part of it. */
  page: R["page"] extends true ? PageRequest : null;
  body: Body<R>;
  viewer: ViewerOf<R>;
  identity: R["access"] extends "identity" ? Identity : null;
  /**
   * A uuid for what the call writes: the same however often a handler is run, and the same for a
   * call that the same person repeats with the same Idempotency-Key. Nobody else can have it.
   */
  key: string;
  /** The network address the call came from. */
  address: string;
  /** Of a live route: aborted when the caller hangs up. */
  signal: R["live"] extends true ? AbortSignal : null;
}

/**
 * In a live answer, `undefined` only says that the stream is alive. A download is an iterable of
 * batches: the rows that one query read.
 */
type Answer<R extends Route> = R["live"] extends true
  ? AsyncIterable<ReplyInput<R> | undefined>
  : R["download"] extends string
    ? AsyncIterable<ReplyInput<R>[]>
    : (R["page"] extends true ? PageOf<ReplyInput<R>> : ReplyInput<R>) | Prepared<R>;
type PageOf<Items> = Items extends (infer Item)[] ? Page<Item> : never;

export type Handler<R extends Route> = (call: Call<R>) => Promise<Answer<R>> | Answer<R>;

/**
 * One handler for each route of a table. A handler may be run again after a passing database
 * failure, so whatever it writes must bear being written twice.
 */
export type Handlers<Table extends Record<string, Route>> = {
  [Name in keyof Table]: Handler<Table[Name]>;
};
