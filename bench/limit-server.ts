import { createVerifier } from "fast-jwt";
import Fastify from "fastify";
import { tokenChecks } from "../server/people/identity/access-token.ts";
import { deriveKey } from "../server/process/secret.ts";
import { onTask } from "./tasks.ts";

export interface LimitAnswers {
  /** Of the product, for the key of its access tokens. */
  secret: string;
  port: number;
  health: string;
  list: string;
  details: string;
  vote: string;
  page: string;
}

// How fast this machine answers with the product's libraries and none of its code: the same bytes,
// and the same check of the token where the product has one.
onTask({
  async listen({ secret, port, health, list, details, vote, page }: LimitAnswers): Promise<void> {
    const app = Fastify({ logger: false });
    const verify = createVerifier({ key: deriveKey(secret, "access token"), ...tokenChecks });
    const tokenOf = (header: unknown) => String(header).slice("bearer ".length);
    const json = "application/json; charset=utf-8";

    app.get("/healthz", (_request, reply) => reply.type(json).send(health));
    app.get("/survey/item", (request, reply) =>
      request.headers["if-none-match"] ? reply.code(304).send() : reply.type(json).send(list),
    );
    app.get("/survey/details/:id", (request, reply) => {
      verify(tokenOf(request.headers.validation));
      return reply.type(json).send(details);
    });
    app.post("/visitedSurvey", (request, reply) => {
      verify(tokenOf(request.headers.validation));
      return reply.code(201).type(json).send(vote);
    });
    app.get("/", (_request, reply) => reply.type("text/html; charset=utf-8").send(page));
    await app.listen({ port, host: "127.0.0.1" });
  },
});
