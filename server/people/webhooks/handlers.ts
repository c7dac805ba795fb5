import { randomBytes } from "node:crypto";
import type { webhookRoutes } from "../../../contract/webhooks.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers, Viewer } from "../../http/handlers.ts";
import { orProblem, ProblemError } from "../../http/problems.ts";
import { sealText } from "../outbox/sealing.ts";
import { addTest, listDeliveries, replay } from "./delivery-queries.ts";
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  findOwn,
  isOwn,
  listWebhooks,
  rotateSecret,
} from "./queries.ts";
import { mayCall } from "./sender.ts";
import { SECRET_BYTES, showSecret } from "./signature.ts";

interface Deps {
  db: Database;
  /** Encrypts the secrets. */
  key: Buffer;
  allowLoopback: boolean;
}

export function webhookHandlers({ db, key, allowLoopback }: Deps): Handlers<typeof webhookRoutes> {
  function makeSecret() {
    const secret = randomBytes(SECRET_BYTES);
    return { secret, sealed: sealText(secret.toString("base64"), key) };
  }

  function checkAddress(url: string): void {
    if (mayCall(url, allowLoopback)) return;
    throw new ProblemError("invalid", { errors: [{ field: "url", code: "webhook.address" }] });
  }

  async function refuseStrangers(id: string, viewer: Viewer): Promise<void> {
    if (!(await isOwn(db, id, viewer.id))) throw new ProblemError("not_found");
  }

  return {
    listWebhooks: ({ viewer }) => listWebhooks(db, viewer.id),
    async createWebhook({ viewer, body, key: id }) {
      checkAddress(body.url);
      // Whoever is both chooses; a surveyor has no say over others' surveys.
      const ofSite = viewer.admin && (body.ofSite || viewer.role !== "surveyor");
      const { secret, sealed } = makeSecret();
      const webhook = { ...body, id, userId: viewer.id, ofSite, secret: sealed };
      orProblem(await addWebhook(db, webhook));
      return { id, secret: showSecret(body.signature, secret) };
    },
    async changeWebhook({ params, viewer, body }) {
      checkAddress(body.url);
      orProblem(await changeWebhook(db, { id: params.id, userId: viewer.id }, body));
      return { matchedCount: 1 };
    },
    async deleteWebhook({ params, viewer }) {
      orProblem(await deleteWebhook(db, params.id, viewer.id));
      return { deletedCount: 1 };
    },
    async rotateSecret({ params, viewer }) {
      const own = await findOwn(db, params.id, viewer.id);
      if (!own) throw new ProblemError("not_found");
      const { secret, sealed } = makeSecret();
      await rotateSecret(db, own.id, sealed);
      return { id: own.id, secret: showSecret(own.signature, secret) };
    },
    async testWebhook({ params, viewer }) {
      await refuseStrangers(params.id, viewer);
      await addTest(db, params.id);
      return { matchedCount: 1 };
    },
    async replayDelivery({ params, viewer, body }) {
      await refuseStrangers(params.id, viewer);
      orProblem(await replay(db, params.id, body.deliveryId));
      return { matchedCount: 1 };
    },
    async listDeliveries({ params, viewer, page }) {
      await refuseStrangers(params.id, viewer);
      return listDeliveries(db, params.id, page);
    },
  };
}
