import type { Generated, GeneratedAlways } from "kysely";
import type { Role } from "../../contract/permissions.ts";
import type { Category } from "../../contract/surveys.ts";

/** The tables of `migrations/`, as Kysely sees them. */
export interface Schema {
  users: {
    id: Generated<string>;
    email: string;
    username: string;
    url: Generated<string>;
    role: Generated<Role>;
    admin: Generated<boolean>;
    token_version: Generated<number>;
    created_at: Generated<Date>;
  };
  surveys: {
    id: Generated<string>;
    title: string;
    description: string;
    category: Category;
    question: string;
    status: Generated<"pending" | "published" | "unpublish">;
    entered_message: string | null;
    surveyor_id: string;
    created_at: Generated<Date>;
    search: GeneratedAlways<string>;
  };
  votes: {
    survey_id: string;
    user_id: string;
    id: string;
    vote: "yes" | "no";
    report: Generated<string>;
    created_at: Generated<Date>;
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
  };
  survey_tallies: {
    survey_id: string;
    yes: Generated<number>;
    no: Generated<number>;
    liked: Generated<number>;
    disliked: Generated<number>;
    votes: GeneratedAlways<number>;
  };
  contact_messages: {
    id: string;
    name: string;
    email: string;
    message: string;
    created_at: Generated<Date>;
  };
  "identity.attempts": {
    key: string;
    count: number;
    ends_at: Date;
  };
  "identity.user": {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean;
    image: string | null;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
  "identity.account": {
    id: string;
    accountId: string;
    providerId: string;
    userId: string;
    password: string | null;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
  };
}
