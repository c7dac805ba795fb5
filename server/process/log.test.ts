import { PassThrough, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { createLog } from "./log.ts";

const answer = { requestId: "1a2b-3", method: "GET", route: "/survey/details/:id", status: 404 };

it("prints a readable line for each entry in a terminal", async () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  const log = await createLog({ logLevel: "info", workers: 1 }, terminal);
  log.info({ ...answer, ms: 7 }, "answered");
  log.warn({ worker: 12 }, "a worker has ended");
  log.debug("nobody sees this");
  terminal.end();
  const lines = stripVTControlCharacters(await text(terminal))
    .trim()
    .split("\n");
  expect(lines).toEqual([
    expect.stringMatching(
      /^\[\d\d:\d\d:\d\d\] INFO: answered GET \/survey\/details\/:id 404 in 7 ms$/,
    ),
    expect.stringMatching(/^\[\d\d:\d\d:\d\d\] WARN: a worker has ended \{"worker":12\}$/),
  ]);
});

it("goes on when the terminal is closed", async () => {
  const terminal = Object.assign(
    new Writable({ write: (_chunk, _encoding, done) => done(new Error("EIO")) }),
    { isTTY: true },
  );
  const log = await createLog({ logLevel: "info", workers: 1 }, terminal);
  log.info("one");
  await new Promise((resolve) => terminal.once("close", resolve));
  log.info("two");
});
