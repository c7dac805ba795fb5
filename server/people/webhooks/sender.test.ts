import { createPublicKey, verify } from "node:crypto";
import type { LookupFunction } from "node:net";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { createReceiver } from "../../testing/webhook-receiver.ts";
import { createSender, mayCall } from "./sender.ts";
import { showSecret, signMessage } from "./signature.ts";

describe("a signature", () => {
  const [secret, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const timestamp = Math.floor(Date.now() / 1000);
  const message = { id: "msg_1", timestamp, body: '{"a":"ü"}' };
  const headers = (signature: string) => ({
    "webhook-id": message.id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signature,
  });

  it("is what the official library expects, also of two secrets", () => {
    const signature = signMessage("v1", [secret, other], message);
    for (const known of [secret, other]) {
      const oracle = new Webhook(showSecret("v1", known));
      expect(oracle.verify(message.body, headers(signature))).toEqual({ a: "ü" });
      expect(() => oracle.verify(`${message.body} `, headers(signature))).toThrow();
    }
    const stranger = new Webhook(showSecret("v1", Buffer.alloc(32, 3)));
    expect(() => stranger.verify(message.body, headers(signature))).toThrow();
    expect(signMessage("v1", [secret], message)).toBe(
      new Webhook(showSecret("v1", secret)).sign(
        message.id,
        new Date(timestamp * 1000),
        message.body,
      ),
    );
  });

  it("can be checked with the public half of a key pair", () => {
    const [kind = "", signature = ""] = signMessage("v1a", [secret], message).split(",");
    const x = Buffer.from(showSecret("v1a", secret).slice("whpk_".length), "base64");
    const jwk = { kty: "OKP", crv: "Ed25519", x: x.toString("base64url") };
    const key = createPublicKey({ key: jwk, format: "jwk" });
    const text = Buffer.from(`${message.id}.${timestamp}.${message.body}`);
    expect(kind).toBe("v1a");
    expect(verify(null, text, key, Buffer.from(signature, "base64"))).toBe(true);
  });
});

describe("an address", () => {
  it.each([
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://localhost/",
    "https://0.0.0.0/",
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[fd00::1]/",
    "https://[fe80::1]/",
    "https://224.0.0.1/",
    "http://example.org/",
    "http://127.0.0.1/",
  ])("%s leads nowhere on a public site", async (url) => {
    const { send, close } = createSender({ allowLoopback: false, timeoutMs: 2_000 });
    const { status, answer } = await send(url, {}, "{}");
    close();
    expect(status).toBeNull();
    expect(answer).toBe("not an address that may be called");
  });

  it.each([
    ["is not known", new Error("getaddrinfo ENOTFOUND db.internal"), ""],
    ["leads to a machine beside this one", null, "10.1.2.3"],
  ])(
    "whose name %s is told alike, so that nobody learns names and addresses of our network",
    async (_what, error, address) => {
      const lookup: LookupFunction = (_hostname, { all }, done) =>
        done(error, all ? [{ address, family: 4 }] : address, 4);
      const { send, close } = createSender({ allowLoopback: false, timeoutMs: 2_000, lookup });
      const { answer } = await send("https://db.internal/", {}, "{}");
      close();
      expect(answer).toBe("not an address that may be called");
    },
  );

  it("may be of this computer where only this computer can reach the site", () => {
    expect(mayCall("http://127.0.0.1:8080/x", true)).toBe(true);
    expect(mayCall("http://10.0.0.1/", true)).toBe(false);
    expect(mayCall("http://127.0.0.1.example.org/", true)).toBe(false);
  });

  it("is checked in the look-up that the connection uses, whatever a later one says", async () => {
    const receiver = await createReceiver();
    const asked: string[] = [];
    // The first answer is harmless, each later one is this computer.
    const rebinding: LookupFunction = (hostname, { all }, done) => {
      asked.push(hostname);
      const address = asked.length === 1 ? "203.0.113.1" : "127.0.0.1";
      const found = all ? [{ address, family: 4 }] : address;
      (done as (error: null, found: unknown, family?: number) => void)(null, found, 4);
    };
    const { send, close } = createSender({
      allowLoopback: false,
      timeoutMs: 300,
      lookup: rebinding,
    });
    const { port } = new URL(receiver.url);
    for (let count = 0; count < 4; count += 1) {
      const { status } = await send(`https://rebind.example:${port}/`, {}, "{}");
      expect(status).toBeNull();
    }
    close();
    expect(asked.length).toBeGreaterThanOrEqual(4);
    expect(receiver.received).toEqual([]);
  });
});

describe("an answer", () => {
  const sender = createSender({ allowLoopback: true, timeoutMs: 500 });

  it("is read for its first kB, without what can't be stored", async () => {
    const { url } = await createReceiver((reply) => {
      reply.statusCode = 500;
      reply.end(`\u0000bad${"x".repeat(1_000_000)}`);
    });
    const { status, answer } = await sender.send(url, {}, "{}");
    expect(status).toBe(500);
    expect(answer).toMatch(/^\ufffdbadx+$/);
    expect(answer).toHaveLength(1024);
  });

  it("that redirects is not followed", async () => {
    const inside = await createReceiver();
    const { url } = await createReceiver((reply) => {
      reply.writeHead(302, { location: inside.url });
      reply.end();
    });
    expect((await sender.send(url, {}, "{}")).status).toBe(302);
    expect(inside.received).toEqual([]);
  });

  it("that never ends is given up, however slowly it comes", async () => {
    const { url } = await createReceiver((reply) => {
      const dripping = setInterval(() => reply.write("x"), 20);
      reply.on("close", () => clearInterval(dripping));
    });
    const { status, answer } = await sender.send(url, {}, "{}");
    expect([status, answer]).toEqual([null, "no answer in time"]);
  });
});
