import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { route } from "../../contract/route.ts";
import { queryClient } from "./query-client.ts";
import { changeReply, readOf, refreshReads } from "./route-queries.ts";

const readThing = route({
  method: "GET",
  path: "/things/:id",
  access: "signed-in",
  summary: "",
  reply: z.object({ name: z.string(), likes: z.int() }),
});
const input = { params: { id: "a" } };
const { queryKey } = readOf(readThing, input);

beforeEach(() => queryClient.clear());

test("a reply is changed in part, and only where it has been read", () => {
  changeReply(readThing, input, { likes: 1 });
  expect(queryClient.getQueryData(queryKey)).toBeUndefined();

  queryClient.setQueryData(queryKey, { name: "thing", likes: 0 });
  changeReply(readThing, input, { likes: 1 });
  expect(queryClient.getQueryData(queryKey)).toEqual({ name: "thing", likes: 1 });
});

test("what was read by a route is old after a write, who is signed in is not", async () => {
  queryClient.setQueryData(queryKey, { name: "thing", likes: 0 });
  queryClient.setQueryData(["identity"], null);
  await refreshReads();
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(["identity"])?.isInvalidated).toBe(false);
});

test("what is being read for the first time during a write is read again", async () => {
  const reads: ((name: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => reads.push(resolve));
  const observer = new QueryObserver(queryClient, { queryKey: ["/things"], queryFn });
  onTestFinished(observer.subscribe(() => {}));
  const refreshed = refreshReads();
  reads[0]?.("as before the write");
  reads[1]?.("as after the write");
  await refreshed;
  expect(observer.getCurrentResult().data).toBe("as after the write");
});
