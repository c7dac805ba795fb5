import { describe, expect, it } from "vitest";
import { photoUrl } from "./photo-url.ts";

const takes = (url: string) => photoUrl.safeParse(url).success;

describe("a photo's address", () => {
  it.each([
    "/avatars/07.svg",
    "https://photos.example.org/me.png",
    "http://8.8.8.8/x",
    "https://172.32.0.1/",
    "https://100.128.0.1/",
    "http://[2606:4700::1111]/x",
    "http://[::ffff:8.8.8.8]/x",
    "https://localhost.example.org/x",
    "https://xn--bcher-kva.example/x",
    "https://10.example.org/x",
  ])("may be %s", (url) => {
    expect(takes(url)).toBe(true);
  });

  it.each([
    "http://localhost/x",
    "http://LOCALHOST:3000/x",
    "http://localhost./x",
    "http://a.localhost/x",
    "http://printer/x",
    "http://printer.local/x",
    "http://metadata.google.internal/x",
    "http://router.lan/x",
    "http://nas.home.arpa/x",
    "http://127.0.0.1:3000/avatars/07.svg",
    "http://127.1/x",
    "http://2130706433/x",
    "http://0x7f000001/x",
    "http://0177.0.0.1/x",
    "http://0/x",
    "http://10.1.2.3/x",
    "http://172.16.0.1/x",
    "http://172.31.255.255/x",
    "http://192.168.1.1/x",
    "http://169.254.169.254/latest/meta-data",
    "http://100.64.0.1/x",
    "http://198.19.0.1/x",
    "http://224.0.0.1/x",
    "http://255.255.255.255/x",
    "http://192.168.1.1./x",
    "http://user:secret@192.168.1.1/x",
    "http://１２７.0.0.1/x",
    "http://[::1]/x",
    "http://[::]/x",
    "http://[fe80::1]/x",
    "http://[fd00::1]/x",
    "http://[ff02::1]/x",
    "http://[::ffff:127.0.0.1]/x",
    "http://[::ffff:c0a8:101]/x",
    "http://[::7f00:1]/x",
    "http://[64:ff9b::10.0.0.1]/x",
    "http://[64:ff9b:1::10.0.0.1]/x",
    "http://[2002:c0a8:101::1]/x",
    "http://[1:2:3:4:5:6:7:8]/x",
  ])("may not be %s", (url) => {
    expect(takes(url)).toBe(false);
  });

  it.each(["javascript:alert(1)", "ftp://example.org/x", "//example.org/x", "/avatars/../x", "x"])(
    "may not be %s either",
    (url) => {
      expect(takes(url)).toBe(false);
    },
  );
});
