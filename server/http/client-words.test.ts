import { expect, it } from "vitest";
import { deviceWords, shortAddress } from "./client-words.ts";

it.each([
  ["203.0.113.77", "203.0.113.x"],
  ["::ffff:203.0.113.77", "203.0.113.x"],
  ["127.0.0.1", "loopback"],
  ["::1", "loopback"],
  ["2001:db8:85a3:8d3:1319:8a2e:370:7348", "2001:db8:85a3:x"],
  ["2001:0DB8::7348", "2001:db8:0:x"],
  ["fe80::1%eth0", "fe80:0:0:x"],
  ["", "unknown"],
  ["not an address", "unknown"],
])("the address %s is shortened to %s", (address, short) => {
  expect(shortAddress(address)).toBe(short);
});

const mozilla = "Mozilla/5.0";
it.each([
  [`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, "Firefox on Linux"],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
    "Edge on Windows",
  ],
  [
    `${mozilla} (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36`,
    "Chrome on Android",
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1`,
    "Safari on an iPhone",
  ],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15`,
    "Safari on a Mac",
  ],
  ["curl/8.5.0", "An unknown program"],
  ["Some App (Windows NT 10.0)", "A program on Windows"],
  [undefined, "An unknown program"],
])("%s is said as %s", (userAgent, words) => {
  expect(deviceWords(userAgent)).toBe(words);
});
