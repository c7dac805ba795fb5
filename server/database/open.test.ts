import { expect, it } from "vitest";
import { whyUnfit } from "./open.ts";

it.each(["15.0", "15.19 (Debian 15.19-0+deb12u1)", "18.4", "19beta1"])("uses %s", (version) => {
  expect(whyUnfit(version)).toBeNull();
});

it.each(["9.6.24", "14.19 (Ubuntu 14.19-1)"])("refuses %s in one line", (version) => {
  expect(whyUnfit(version)).toBe(
    `DATABASE_URL: PostgreSQL ${version} is too old; version 15 or later is needed`,
  );
});
