import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { AuditAction } from "../../contract/audit.ts";
import type { SiteTexts } from "../../contract/brand.ts";
import type { Category } from "../../contract/categories.ts";
import type { EventKind } from "../../contract/events.ts";
import type { AccountNotice, Notice } from "../../contract/notices.ts";
import type { GatewayKind } from "../../contract/payments.ts";
import type { Role } from "../../contract/permissions.ts";
import type { ResultsMode } from "../../contract/results.ts";
import type { SecurityEventKind } from "../../contract/security-events.ts";
import type { SurveyStatus } from "../../contract/survey-status.ts";
import type { FindingKind } from "../../contract/suspicion.ts";
import type { IdentitySchema } from "./identity-schema.ts";

export type AuditState = Record<string, string | number | boolean | null>;

/** The tables of `migrations/`, for Kysely. */
export interface Schema extends IdentitySchema {
  users: {
    id: Generated<string>;
    /** Null once the person is deleted. */
    email: string | null;
    username: string;
    url: Generated<string>;
    role: Generated<Role>;
    admin: Generated<boolean>;
    token_version: Generated<number>;
    tokens_ended_at: Generated<Date | null>;
    created_at: Generated<Date>;
    deleted_at: Date | null;
    search: GeneratedAlways<string>;
    /** The ids of deleted people who had this person's address. */
    former_ids: Generated<string[]>;
    /** When an operator locked them out; null for everybody else. */
    locked_at: Generated<Date | null>;
    /** Null if they have chosen none. A later version may have written one that this one lacks. */
    language: Generated<string | null>;
  };
  former_people: {
    address_hash: Buffer;
    user_id: string;
    /** Nobody had proven the address when they were deleted. */
    unproven: Generated<boolean>;
    /** When an operator locked the address; null for everybody else. */
    locked_at: Generated<Date | null>;
  };
  ended_claims: {
    user_id: string;
    owner_id: string;
    ended_at: Date;
    ghost_id: string | null;
  };
  outbox: {
    id: string;
    kind: EventKind;
    /** The ids that the event names. */
    about: JSONColumnType<object>;
    created_at: Generated<Date>;
    due_at: Generated<Date>;
    tries: Generated<number>;
    failed_at: Date | null;
  };
  waiting_mails: {
    id: string;
    sealed: Buffer;
    created_at: Generated<Date>;
    due_at: Generated<Date>;
    tries: Generated<number>;
  };
  surveys: {
    id: Generated<string>;
    title: string;
    description: string;
    category: Category;
    question: string;
    status: Generated<SurveyStatus>;
    entered_message: string | null;
    surveyor_id: string;
    created_at: Generated<Date>;
    revision: Generated<number>;
    sent_at: Generated<Date>;
    step_key: string | null;
    search: GeneratedAlways<string>;
    listed_category: GeneratedAlways<Category | null>;
    opens_at: Date | null;
    closes_at: Date | null;
    results: Generated<ResultsMode>;
    /** The first time; null if never, or until `fillPublicationTimes` has read the survey. */
    published_at: Date | null;
    /** `writeTranslations` of `record/entries.ts`. */
    translations: Generated<string>;
    /** `hashSurveyText` of `record/entries.ts`. */
    text_hash: GeneratedAlways<Buffer>;
    /** A later version may have written one that this one lacks. */
    language: Generated<string>;
    embeddable: Generated<boolean>;
    /** Of its translations, written with them: their languages, separated by spaces, and their texts. */
    translated_into: Generated<string>;
    translated_text: Generated<string>;
  };
  votes: {
    survey_id: string;
    user_id: string;
    id: string;
    vote: "yes" | "no";
    report: Generated<string>;
    created_at: Generated<Date>;
    /** 128 random bits. */
    receipt: string;
    /** Null if the vote counts, otherwise the row of `set_asides`. */
    set_aside: string | null;
    /** A keyed hash; null after 30 days. */
    network: number | null;
    /** 128 random bits of the voter's browser. */
    nonce: string;
    /** Of the text that was answered. */
    text_hash: Buffer;
  };
  records: {
    survey_id: string;
    origin: string;
    size: Generated<number>;
    votes: Generated<number>;
    read_to: Generated<Date>;
    read_id: Generated<string>;
    checkpoint: Generated<string>;
    published_at: Generated<Date>;
    /** Votes up to this time may be in the record already. */
    ahead_to: Generated<Date>;
    closed: Generated<boolean>;
    /** Of the text that its last votes have answered; null while it has none. */
    text_hash: Buffer | null;
  };
  record_entries: {
    survey_id: string;
    position: number;
    receipt: string | null;
    vote: "yes" | "no" | null;
    text: string | null;
    /** Of a vote. */
    nonce: string | null;
    /** Of a vote: what its entry says. */
    commitment: Buffer | null;
  };
  record_tiles: {
    survey_id: string;
    level: number;
    number: number;
    hashes: Buffer;
  };
  record_hours: {
    survey_id: string;
    hour: Date;
    yes: number;
    no: number;
  };
  record_keys: {
    public_key: Buffer;
    created_at: Generated<Date>;
    hand_over: string | null;
  };
  log_head: {
    only_row: Generated<boolean>;
    origin: string;
    size: Generated<number>;
    checkpoint: Generated<string>;
    /** The one that is served, with what witnesses have said of it. */
    published: Generated<string>;
    published_size: Generated<number>;
    timed_at: Generated<Date>;
    asked_at: Generated<Date>;
  };
  log_entries: {
    position: number;
    survey_id: string | null;
    text: string;
  };
  log_tiles: {
    level: number;
    number: number;
    hashes: Buffer;
  };
  log_surveys: {
    survey_id: string;
    size: number;
    opens_at: Date | null;
    closes_at: Date | null;
    results: string;
    text_hash: Buffer | null;
  };
  suspicion_summaries: {
    survey_id: string;
    looked_at: Generated<Date>;
    counted: Generated<number>;
    kinds: Generated<string[]>;
    votes: Generated<number>;
  };
  set_asides: {
    survey_id: string;
    id: string;
    admin_id: string;
    finding: FindingKind;
    reason: string;
    votes: number;
    created_at: Generated<Date>;
    restored_at: Date | null;
    restored_by: string | null;
    restored_reason: string | null;
    /** By the site itself, because somebody else has proven the voter's address. */
    withdrawn: Generated<boolean>;
  };
  network_clearing: {
    only_row: Generated<boolean>;
    cleared_to: Date;
  };
  reactions: {
    survey_id: string;
    user_id: string;
    kind: "like" | "dislike";
    created_at: Generated<Date>;
  };
  comments: {
    survey_id: string;
    id: Generated<string>;
    user_id: string;
    text: string;
    created_at: Generated<Date>;
    hidden_at: Date | null;
    edited_at: Date | null;
    deleted_at: Date | null;
    answer_to: string | null;
  };
  survey_tallies: {
    survey_id: string;
    yes: Generated<number>;
    no: Generated<number>;
    liked: Generated<number>;
    disliked: Generated<number>;
    votes: GeneratedAlways<number>;
    /** Votes that are set aside; `yes`, `no` and `votes` leave them out. */
    set_aside: Generated<number>;
    /** Copied from the survey by the statements in `surveys/queries.ts`. */
    listed_category: Category | null;
    search: string;
    opens_at: Date | null;
    closes_at: Date | null;
  };
  contact_messages: {
    id: string;
    name: string;
    email: string;
    message: string;
    created_at: Generated<Date>;
    /** Null while it waits for an answer. */
    answered_at: Date | null;
    answered_by: string | null;
  };
  survey_decisions: {
    survey_id: string;
    id: string;
    admin_id: string;
    status: "published" | "unpublish";
    message: Generated<string>;
    title: string;
    description: string;
    category: Category;
    question: string;
    sent_at: Date | null;
    created_at: Generated<Date>;
    opens_at: Date | null;
    closes_at: Date | null;
    /** Null in decisions from before a survey had it. */
    results: ResultsMode | null;
    /** Null in decisions from before a survey had it. */
    language: string | null;
    translations: Generated<string>;
    text_hash: GeneratedAlways<Buffer>;
  };
  reports: {
    survey_id: string;
    id: string;
    comment_id: string | null;
    user_id: string;
    text: string;
    created_at: Generated<Date>;
    closed_at: Date | null;
    about: string | null;
    separate: Generated<boolean>;
  };
  notices: {
    user_id: string;
    id: string;
    kind: Notice["kind"] | AccountNotice["kind"];
    /** Null if it concerns the person's role. */
    survey_id: string | null;
    message: Generated<string>;
    created_at: Generated<Date>;
    read_at: Date | null;
  };
  surveyor_requests: {
    user_id: string;
    id: string;
    reason: string;
    created_at: Generated<Date>;
  };
  audit_log: {
    id: string;
    actor_id: string | null;
    action: AuditAction;
    subject_kind: "user" | "survey" | "comment" | "message" | "site";
    subject_id: string;
    survey_id: string | null;
    before: JSONColumnType<AuditState>;
    after: JSONColumnType<AuditState>;
    created_at: Generated<Date>;
  };
  security_events: {
    id: string;
    user_id: string | null;
    kind: SecurityEventKind;
    detail: Generated<string>;
    address: string;
    device: string;
    browser: string | null;
    created_at: Generated<Date>;
  };
  payments: {
    id: Generated<string>;
    user_id: string;
    transaction_id: string;
    gateway: GatewayKind;
    amount: number;
    currency: string;
    created_at: Generated<Date>;
    refunded_at: Date | null;
  };
  payment_attempts: {
    user_id: string;
    gateway: GatewayKind;
    id: Generated<string>;
    transaction_id: string | null;
    created_at: Generated<Date>;
    due_at: Generated<Date>;
  };
  sandbox_intents: {
    id: string;
    key: string;
    client_secret: string;
    user_id: string;
    amount: number;
    currency: string;
    status: Generated<"requires_payment_method" | "requires_action" | "succeeded" | "canceled">;
    refunded: Generated<number>;
    created_at: Generated<Date>;
  };
  distribution: {
    only_row: Generated<boolean>;
    vote_slots: Generated<number>;
  };
  maintenance: {
    only_row: Generated<boolean>;
    read_only_until: Date;
  };
  brand: {
    only_row: Generated<boolean>;
    name: string | null;
    colour: string | null;
    operator_name: string | null;
    operator_address: string | null;
    operator_email: string | null;
    mark: Buffer | null;
    mark_file: string | null;
    icon: Buffer | null;
    icon_file: string | null;
  };
  site_texts: {
    language: string;
    motto: string | null;
    copyright: string | null;
    faq: JSONColumnType<SiteTexts["faq"] & object> | null;
    testimonials: JSONColumnType<SiteTexts["testimonials"] & object> | null;
  };
  limit_counts: {
    key: string;
    count: number;
    ends_at: Date;
  };
}
