import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { aClaim, aPayment } from "../../testing/inputs.ts";
import { createStripeApp, type StripeApp } from "../../testing/stripe-app.ts";

let site: StripeApp;

beforeAll(async () => {
  site = await createStripeApp();
});

describe("PATCH /pro/{email}", () => {
  it("is 402 without a payment, and changes nothing", async () => {
    const person = await site.join();
    const refusal = await person.refused(routes.claimPro, aClaim(person));
    expect(refusal).toMatchObject({ status: 402, code: "payment_required" });
    expect(await site.roleOf(person)).toBe("user");
  });

  it("finds a payment that nobody has told yet", async () => {
    const person = await site.join();
    await site.buy(person);
    expect(await person.call(routes.claimPro, aClaim(person))).toEqual({ matchedCount: 1 });
    expect(await site.roleOf(person)).toBe("pro-user");
  });

  it("answers the same to those who are pro by their payment", async () => {
    const { person } = await site.joinPro();
    const shouted = aClaim({ email: person.email.toUpperCase() });
    expect(await person.call(routes.claimPro, shouted)).toEqual({ matchedCount: 1 });
  });

  it("is for oneself alone: 403 for others, admins too", async () => {
    const { person } = await site.joinPro();
    const admin = await site.join({ admin: true });
    const claim = aClaim(person);
    expect(await (await site.join()).status(routes.claimPro, claim)).toBe(403);
    expect(await admin.status(routes.claimPro, claim)).toBe(403);
    expect(await site.visitor.status(routes.claimPro, claim)).toBe(401);
    const more = { ...claim, body: { role: "admin" } };
    expect(await person.status(routes.claimPro, more)).toBe(422);
  });
});

describe("a refund", () => {
  it("takes the role back, once, and lets the person pay again", async () => {
    const { person, transactionId } = await site.joinPro();
    site.stripe.refund(transactionId);
    await Promise.all([
      site.notify("charge.refunded", transactionId),
      site.notify("charge.refunded", transactionId),
    ]);
    expect(await site.roleOf(person)).toBe("user");
    const { account } = await person.call(routes.listNotices);
    expect(account.map(({ kind }) => kind)).toEqual(["not-pro"]);
    expect(await person.status(routes.recordPayment, aPayment(transactionId))).toBe(402);
    expect(await person.status(routes.claimPro, aClaim(person))).toBe(402);
    expect(await person.status(routes.readReceipt)).toBe(404);
    await person.call(routes.recordPayment, aPayment(await site.buy(person)));
    expect(await site.roleOf(person)).toBe("pro-user");
    // An old event that comes late concerns the old payment only.
    await site.notify("charge.refunded", transactionId);
    expect(await site.roleOf(person)).toBe("pro-user");
  });

  it("by the payer's bank takes the role back once the dispute is lost, and not before", async () => {
    const { person, transactionId } = await site.joinPro();
    const closed = async (status: string) => {
      site.stripe.dispute(transactionId, status);
      await site.notify("charge.dispute.closed", transactionId);
      return site.roleOf(person);
    };
    expect(await closed("under_review")).toBe("pro-user");
    expect(await closed("warning_closed")).toBe("pro-user");
    expect(await closed("won")).toBe("pro-user");
    expect(await closed("lost")).toBe("user");
    expect(await closed("lost")).toBe("user");
    expect(await person.status(routes.recordPayment, aPayment(transactionId))).toBe(402);
    expect(await person.status(routes.claimPro, aClaim(person))).toBe(402);
    await person.call(routes.recordPayment, aPayment(await site.buy(person)));
    expect(await closed("lost")).toBe("pro-user");
  });

  it("by a dispute leaves a surveyor and a deleted person as they are", async () => {
    const { person, transactionId } = await site.joinPro();
    const gone = await site.joinPro();
    await site.db
      .updateTable("users")
      .set({ role: "surveyor" })
      .where("id", "=", person.id)
      .execute();
    const admin = await site.join({ admin: true });
    await admin.call(routes.deleteUser, { params: { id: gone.person.id } });
    for (const id of [transactionId, gone.transactionId]) {
      site.stripe.dispute(id, "lost");
      expect((await site.notify("charge.dispute.closed", id)).statusCode).toBe(200);
    }
    expect(await site.roleOf(person)).toBe("surveyor");
    expect(await site.roleOf(gone.person)).toBe("user");
  });

  it("of a part takes nothing back", async () => {
    const { person, transactionId, insertedId } = await site.joinPro();
    site.stripe.refund(transactionId, 1_000);
    await site.notify("charge.refunded", transactionId);
    expect(await site.roleOf(person)).toBe("pro-user");
    const again = await person.call(routes.recordPayment, aPayment(transactionId));
    expect(again).toEqual({ insertedId });
  });
});
