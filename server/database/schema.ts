import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { AuditAction } from "../../contract/audit.ts";
import type { BallotKind } from "../../contract/ballot-kinds.ts";
import type { SiteTexts } from "../../contract/brand.ts";
import type { Category } from "../../contract/categories.ts";
import type { AccountNotice, Notice } from "../../contract/notices.ts";
import type { GatewayKind } from "../../contract/payments.ts";
import type { Role } from "../../contract/permissions.ts";
import type { ResultsMode } from "../../contract/results.ts";
import type { SecurityEventKind } from "../../contract/security-events.ts";
import type { SurveyStatus } from "../../contract/survey-status.ts";
import type { FindingKind } from "../../contract/suspicion.ts";
import type { IdentitySchema } from "./identity-schema.ts";

export type AuditState = Record<string, string | number | boolean | null>;

/** The tables of `migrations/`, for Kysely. What the columns mean is said there. */
export interface Schema extends IdentitySchema {
  users: {
    id: Generated<string>;
    email: string | null;
    username: string;
    url: Generated<string>;
    role: Generated<Role>;
    admin: Generated<boolean>;
    language: Generated<string | null>;
    token_version: Generated<number>;
    tokens_ended_at: Generated<Date | null>;
    former_ids: Generated<string[]>;
    locked_at: Generated<Date | null>;
    created_at: Generated<Date>;
    deleted_at: Date | null;
    search: GeneratedAlways<string>;
  };
  former_people: {
    address_hash: Buffer;
    user_id: string;
    locked_at: Generated<Date | null>;
    papers: Generated<string[]>;
  };
  surveyor_requests: {
    user_id: string;
    id: string;
    reason: string;
    created_at: Generated<Date>;
  };
  surveys: {
    id: Generated<string>;
    surveyor_id: string;
    title: string;
    description: string;
    category: Category;
    question: string;
    language: Generated<string>;
    translations: Generated<string>;
    translated_into: Generated<string>;
    translated_text: Generated<string>;
    opens_at: Date | null;
    closes_at: Date | null;
    results: Generated<ResultsMode>;
    ballot: Generated<BallotKind>;
    embeddable: Generated<boolean>;
    status: Generated<SurveyStatus>;
    entered_message: string | null;
    revision: Generated<number>;
    step_key: string | null;
    created_at: Generated<Date>;
    sent_at: Generated<Date>;
    published_at: Date | null;
    text_hash: GeneratedAlways<Buffer>;
    listed_category: GeneratedAlways<Category | null>;
    search: GeneratedAlways<string>;
  };
  survey_tallies: {
    survey_id: string;
    yes: Generated<number>;
    no: Generated<number>;
    votes: GeneratedAlways<number>;
    set_aside: Generated<number>;
    liked: Generated<number>;
    disliked: Generated<number>;
    listed_category: Category | null;
    search: string;
    opens_at: Date | null;
    closes_at: Date | null;
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
    language: string;
    translations: Generated<string>;
    opens_at: Date | null;
    closes_at: Date | null;
    results: ResultsMode;
    ballot: Generated<BallotKind>;
    sent_at: Date | null;
    created_at: Generated<Date>;
    text_hash: GeneratedAlways<Buffer>;
  };
  votes: {
    survey_id: string;
    user_id: string;
    id: string;
    vote: "yes" | "no";
    report: Generated<string>;
    text_hash: Buffer;
    receipt: string;
    nonce: string;
    network: number | null;
    set_aside: string | null;
    created_at: Generated<Date>;
  };
  ballot_keys: {
    survey_id: string;
    public_key: Buffer;
    private_key: Buffer | null;
    issued: Generated<number>;
  };
  ballot_papers: { survey_id: string; user_id: string; blinded_hash: Buffer };
  ballot_inbox: Omit<Schema["ballots"], "hour"> & { hour: Generated<Date> };
  ballots: {
    survey_id: string;
    receipt: string;
    serial: Buffer;
    signature: Buffer;
    vote: "yes" | "no";
    nonce: string;
    text_hash: Buffer;
    hour: Date;
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
  };
  suspicion_summaries: {
    survey_id: string;
    looked_at: Generated<Date>;
    counted: Generated<number>;
    kinds: Generated<string[]>;
    votes: Generated<number>;
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
    answer_to: string | null;
    created_at: Generated<Date>;
    edited_at: Date | null;
    hidden_at: Date | null;
    deleted_at: Date | null;
  };
  reports: {
    survey_id: string;
    id: string;
    comment_id: string | null;
    user_id: string;
    text: string;
    about: string | null;
    separate: Generated<boolean>;
    created_at: Generated<Date>;
    closed_at: Date | null;
  };
  records: {
    survey_id: string;
    origin: string;
    size: Generated<number>;
    votes: Generated<number>;
    read_to: Generated<Date>;
    read_id: Generated<string>;
    ahead_to: Generated<Date>;
    text_hash: Buffer | null;
    closed: Generated<boolean>;
    issued: Generated<number>;
    issued_at: Generated<Date>;
    checkpoint: Generated<string>;
  };
  record_entries: {
    survey_id: string;
    position: number;
    receipt: string | null;
    vote: "yes" | "no" | null;
    nonce: string | null;
    commitment: Buffer | null;
    text: string | null;
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
    hand_over: string | null;
    created_at: Generated<Date>;
  };
  log_head: {
    only_row: Generated<boolean>;
    origin: string;
    size: Generated<number>;
    checkpoint: Generated<string>;
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
    ballot_key: Buffer | null;
  };
  notices: {
    user_id: string;
    id: string;
    kind: Notice["kind"] | AccountNotice["kind"];
    survey_id: string | null;
    message: Generated<string>;
    created_at: Generated<Date>;
    read_at: Date | null;
  };
  contact_messages: {
    id: string;
    name: string;
    email: string;
    message: string;
    created_at: Generated<Date>;
    answered_at: Date | null;
    answered_by: string | null;
  };
  outbox: {
    id: Generated<string>;
    kind: string;
    user_id: string | null;
    about: JSONColumnType<object | null, string | null>;
    sealed: Buffer | null;
    created_at: Generated<Date>;
    due_at: Generated<Date>;
    tries: Generated<number>;
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
  maintenance: {
    only_row: Generated<boolean>;
    read_only_until: Date;
  };
  distribution: {
    only_row: Generated<boolean>;
    vote_slots: Generated<number>;
  };
  limit_counts: {
    key: string;
    count: number;
    ends_at: Date;
  };
}
