import { auditRoutes } from "./audit.ts";
import { ballotRoutes } from "./ballots.ts";
import { brandRoutes } from "./brand.ts";
import { commentRoutes } from "./comments.ts";
import { contactRoutes } from "./contact.ts";
import { draftRoutes } from "./drafts.ts";
import { embedRoutes } from "./embeds.ts";
import { followRoutes } from "./follows.ts";
import { identityRoutes } from "./identity.ts";
import { noticeRoutes } from "./notices.ts";
import { overviewRoutes } from "./overview.ts";
import { paymentRoutes, sandboxRoutes } from "./payments.ts";
import { personalDataRoutes } from "./personal-data.ts";
import { publicationRoutes } from "./publication.ts";
import { reactionRoutes } from "./reactions.ts";
import { recordRoutes } from "./record.ts";
import { reportRoutes } from "./reports.ts";
import { responseRoutes } from "./responses.ts";
import { securityEventRoutes } from "./security-events.ts";
import { settingsRoutes } from "./settings.ts";
import { siteLogRoutes } from "./site-log.ts";
import { surveyorRequestRoutes } from "./surveyor-requests.ts";
import { surveyRoutes } from "./surveys.ts";
import { suspicionRoutes } from "./suspicion.ts";
import { tokenRoutes } from "./tokens.ts";
import { transparencyRoutes } from "./transparency.ts";
import { userRoutes } from "./users.ts";
import { voteRoutes } from "./votes.ts";
import { webhookRoutes } from "./webhooks.ts";

/** Every noun's routes. They are also the chapters of the API reference. */
export const tags = {
  Settings: { routes: settingsRoutes, description: "How this installation is set up" },
  Brand: { routes: brandRoutes, description: "How the site calls itself and looks" },
  Identity: { routes: identityRoutes, description: "Access tokens: how to get and end them" },
  Users: { routes: userRoutes, description: "People and their roles" },
  Tokens: {
    routes: tokenRoutes,
    description: "Tokens with which programs call in a person's name",
  },
  "Surveyor requests": {
    routes: surveyorRequestRoutes,
    description: "People who ask to become surveyors",
  },
  Surveys: { routes: surveyRoutes, description: "Published surveys" },
  Embeds: { routes: embedRoutes, description: "Surveys in pages of other sites" },
  Votes: { routes: voteRoutes, description: "Votes, and results as they change" },
  Ballots: { routes: ballotRoutes, description: "Votes of which nobody knows whose they are" },
  Record: { routes: recordRoutes, description: "Proofs that votes were counted, for everybody" },
  Log: { routes: siteLogRoutes, description: "One log of the whole site, which others watch" },
  Reactions: { routes: reactionRoutes, description: "Likes and dislikes" },
  Comments: { routes: commentRoutes, description: "Comments on surveys" },
  Contact: { routes: contactRoutes, description: "Messages to the people who run the site" },
  Publication: { routes: publicationRoutes, description: "From a surveyor's text to the public" },
  Drafts: { routes: draftRoutes, description: "Surveys that are not finished" },
  Responses: { routes: responseRoutes, description: "Who answered what, for surveyors and admins" },
  Reports: { routes: reportRoutes, description: "Complaints about surveys and comments" },
  Suspicion: {
    routes: suspicionRoutes,
    description: "Votes that stand out, and setting them aside",
  },
  Notices: { routes: noticeRoutes, description: "News for the person who is logged in" },
  Follows: { routes: followRoutes, description: "What people follow, and how they are told" },
  Audit: { routes: auditRoutes, description: "What admins have done" },
  "Security events": { routes: securityEventRoutes, description: "What concerns accounts' safety" },
  "Personal data": { routes: personalDataRoutes, description: "All that is kept about the caller" },
  Overview: { routes: overviewRoutes, description: "The site in numbers" },
  Transparency: { routes: transparencyRoutes, description: "What everybody may know of the site" },
  Webhooks: { routes: webhookRoutes, description: "Events that are sent to other programs" },
  Payments: { routes: paymentRoutes, description: "Becoming a pro user" },
  "Payment sandbox": {
    routes: sandboxRoutes,
    description: "A payment provider that moves no money",
  },
};

/** Every endpoint of the product: read by the server, the browser, OpenAPI and the tests. */
export const routes = join(tags);

const { "Payment sandbox": _sandbox, ...others } = tags;
/** The routes of every installation. Those of the sandbox exist only while it is in use. */
export const routesWithoutSandbox = join(others);

type Tags = Record<string, { routes: object }>;
/** From `A | B` to `A & B`: what has the routes of all of them. */
type All<Union> = (Union extends Union ? (one: Union) => void : never) extends (
  all: infer Intersection,
) => void
  ? Intersection
  : never;

function join<Some extends Tags>(some: Some): All<Some[keyof Some]["routes"]> {
  return Object.assign({}, ...Object.values(some).map(({ routes }) => routes));
}
