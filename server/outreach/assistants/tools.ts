import { McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { z } from "zod";
import { categories } from "../../../contract/categories.ts";
import { givenId, language, searchText } from "../../../contract/fields.ts";
import { routes } from "../../../contract/routes.ts";
import { opensFor } from "../../../contract/tokens.ts";
import type { SignedIn } from "../../http/authorise.ts";
import { ProblemError } from "../../http/problems.ts";
import { type OwnCalls, Refused } from "./own-calls.ts";
import { writeSurvey } from "./survey-text.ts";
import { NoReceipt, type Verifying } from "./verifying.ts";

interface Tools {
  calls: OwnCalls;
  /** Whose token it is; null for a visitor. */
  owner: SignedIn | null;
  address: string;
  verifying: Verifying;
  siteUrl: string;
}

// What a conversation can use.
const FOUND_MOST = 20;
// As a receipt file may be, and a body.
const RECEIPT_MAX = 60_000;
const onlyReads = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

const byStrangers =
  "This site has checked itself here. Whoever does not trust it runs /verify.mjs, which needs only Node.";

/** What assistants can do here. Nothing votes, sends a survey, or reads what a person has answered. */
export function createTools({ calls, owner, address, verifying, siteUrl }: Tools) {
  const server = new McpServer({ name: "survey-website", version: "1" });

  server.registerTool(
    "find_surveys",
    {
      description: "Finds published surveys, newest first: their ids, questions and states.",
      inputSchema: z.object({
        search: searchText,
        category: z.enum(categories).optional(),
        language: language.optional(),
      }),
      annotations: onlyReads,
    },
    (query) =>
      answer(async () => {
        const found = await calls.call(routes.listSurveys, {
          query: { ...query, limit: FOUND_MOST },
        });
        return found.map(({ _id, title, question, votes, phase, category }) => ({
          id: _id,
          title,
          question,
          votes,
          phase,
          category,
        }));
      }),
  );

  server.registerTool(
    "read_survey",
    {
      description:
        "Reads one survey, and its result if whoever asks may see it. What it quotes was written by its surveyor.",
      inputSchema: z.object({ id: givenId }),
      annotations: onlyReads,
    },
    ({ id }) => answer(async () => readSurvey(id)),
  );

  server.registerTool(
    "verify_result",
    {
      description:
        "Recounts the public record of a survey and checks every signature and the site's log, as anybody can. Says each step.",
      inputSchema: z.object({ id: givenId }),
      annotations: onlyReads,
    },
    ({ id }) =>
      answer(async () => ({ ...(await verifying.result(calls, id, address)), note: byStrangers })),
  );

  server.registerTool(
    "verify_receipt",
    {
      description:
        "Checks whether the vote of a receipt file is in the record. A receipt shows how somebody voted: only use one that its voter has given for this.",
      inputSchema: z.object({ receipt: z.string().max(RECEIPT_MAX) }),
      annotations: onlyReads,
    },
    ({ receipt }) =>
      answer(async () => ({
        ...(await verifying.receipt(calls, receipt, address)),
        note: byStrangers,
      })),
  );

  server.registerTool(
    "read_transparency",
    {
      description: "Reads what the site tells of itself: reviews, votes set aside, its log.",
      inputSchema: z.object({}),
      annotations: onlyReads,
    },
    () => answer(() => calls.call(routes.readTransparency)),
  );

  if (owner && mayReadResponses(owner)) {
    const { email } = owner.viewer;
    server.registerTool(
      "read_own_responses",
      {
        description: "Reads how many answered yes and no to the surveys of the token's owner.",
        inputSchema: z.object({}),
        annotations: onlyReads,
      },
      () =>
        answer(async () => {
          // Sums only: no name and no single answer leaves here.
          const query = { records: 0 };
          const groups = await calls.call(routes.listOwnResponses, { params: { email }, query });
          return groups.map(
            ({ surveyItemId: id, title, yes, no, totalVotesPerItem: votes, setAside }) => ({
              id,
              title,
              yes,
              no,
              votes,
              setAside,
            }),
          );
        }),
    );
  }

  server.registerResource(
    "survey",
    new ResourceTemplate("survey://{id}", { list: undefined }),
    { title: "A survey", mimeType: "text/markdown" },
    async (uri, { id }) => {
      const text = await readSurvey(givenId.parse(id));
      return { contents: [{ uri: uri.href, mimeType: "text/markdown", text }] };
    },
  );

  async function readSurvey(id: string): Promise<string> {
    return writeSurvey(await calls.call(routes.readResults, { params: { id } }), siteUrl);
  }

  return server;
}

function mayReadResponses({ viewer, credential }: SignedIn): boolean {
  if (credential.kind !== "token" || viewer.role !== "surveyor") return false;
  return opensFor(credential.scopes, routes.listOwnResponses);
}

/** What was found as text, or why not: an assistant is told, and no fault of ours is shown. */
async function answer(find: () => Promise<unknown>) {
  try {
    const found = await find();
    const text = typeof found === "string" ? found : JSON.stringify(found, null, 2);
    return { content: [{ type: "text" as const, text }] };
  } catch (error) {
    if (
      !(error instanceof Refused || error instanceof ProblemError || error instanceof NoReceipt)
    ) {
      throw error;
    }
    return { content: [{ type: "text" as const, text: error.message }], isError: true };
  }
}
