import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../../process/project-root.ts";
import { bubbleOf, checkPicture, maskableOf } from "./rules.ts";

const svg = (content: string, attributes = "") =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`);
const png = readFileSync(path.join(projectRoot, "web/public/icons/icon-192.png"));

it("takes a PNG, and says its size in its name", () => {
  expect(checkPicture(png)).toEqual({ file: expect.stringMatching(/^[0-9a-f]{16}-192x192\.png$/) });
});

it.each([
  ["a drawing", svg('<path d="M0 0h1v1z" style="fill:url(#a)"/><use href="#b"/>')],
  [
    "a declaration and a comment",
    Buffer.from('<?xml version="1.0"?><!-- a > b --><svg><g/></svg>'),
  ],
  ["an embedded picture", svg('<image href="data:image/png;base64,iVBORw0KGgo="/>')],
  ["our own mark", Buffer.from(bubbleOf("#3a33c4") ?? "")],
  ["our own frame", Buffer.from(maskableOf(png, "image/png"))],
])("takes an SVG with %s", (_what, bytes) => {
  expect(checkPicture(bytes)).toEqual({ file: expect.stringMatching(/^[0-9a-f]{16}\.svg$/) });
});

it.each([
  ["a script", svg("<script>alert(1)</script>")],
  ["a script in another spelling", svg("<x:SCRIPT/>", 'xmlns:x="http://www.w3.org/2000/svg"')],
  ["a foreign object", svg("<foreignObject><p/></foreignObject>")],
  ["an event", svg("", 'onload="alert(1)"')],
  ["an event behind a slash", svg('<path/onclick="alert(1)"/>')],
  ["an animation", svg('<animate attributeName="href" to="x"/>')],
  ["a link", svg('<a href="#x"/>')],
  ["a picture from elsewhere", svg('<image href="https://elsewhere.example/x.png"/>')],
  ["a picture without quotes", svg("<image xlink:href=//elsewhere.example/x.png />")],
  ["an SVG in an address", svg('<image href="data:image/svg+xml;base64,PHN2Zz4="/>')],
  ["a style from elsewhere", svg("<style>@import 'https://elsewhere.example/x.css'</style>")],
  ["a fill from elsewhere", svg('<path fill="url(https://elsewhere.example/#x)"/>')],
  ["an address in other letters", svg('<path style="fill:&#117;rl(//elsewhere.example/)"/>')],
  ["an address in CSS's spelling", svg('<path style="fill:u\\72l(//elsewhere.example/)"/>')],
  ["another base", svg('<use href="#a"/>', 'xml:base="https://elsewhere.example/"')],
  [
    "a style sheet before it",
    Buffer.from('<?xml version="1.0"?><svg><?xml-stylesheet href="x"?></svg>'),
  ],
  ["words of its own", Buffer.from('<svg><!DOCTYPE x [<!ENTITY y "z">]></svg>')],
])("refuses an SVG with %s", (_what, bytes) => {
  expect(checkPicture(bytes)).toEqual({ refused: "picture.unsafe" });
});

it.each([
  ["HTML", Buffer.from("<!doctype html><svg></svg>")],
  ["a document type", Buffer.from('<!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["another encoding", Buffer.from("﻿<svg/>", "utf16le")],
  ["another declared encoding", Buffer.from('<?xml version="1.0" encoding="utf-7"?><svg/>')],
  ["a GIF", Buffer.from("GIF89a")],
  ["nothing", Buffer.alloc(0)],
  ["half a PNG", png.subarray(0, 100)],
  ["a PNG with something behind it", Buffer.concat([png, Buffer.from("<script>")])],
])("refuses %s", (_what, bytes) => {
  expect(checkPicture(bytes)).toEqual({ refused: "picture.type" });
});

it("refuses a PNG that would take megabytes to draw", () => {
  const wide = Buffer.from(png);
  wide.writeUInt32BE(60_000, 16);
  expect(checkPicture(wide)).toEqual({ refused: "picture.pixels" });
});

it.each(["/", "<", " ", '"', "url(", "src=", "x:", " on", "<!--", "&#1"])(
  "reads 45 kB of %s at once",
  (part) => {
    const bytes = svg(part.repeat(Math.floor(45_000 / part.length)));
    const start = performance.now();
    checkPicture(bytes);
    // Where a pattern begins again at every character, this takes many seconds.
    expect(performance.now() - start).toBeLessThan(2_000);
  },
);
