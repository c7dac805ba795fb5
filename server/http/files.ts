import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, createGunzip, gzip } from "node:zlib";
import type { FastifyReply } from "fastify";

const contentTypes: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

// Best first. The build writes a compressed copy with this suffix next to the file.
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/** Where the build puts what has a hash in its name. */
export const ASSETS = "/assets/";

interface SentFile {
  headers: Record<string, string>;
  /** Null if only compressed copies are kept, one of them by gzip. */
  bytes: Buffer | null;
  compressed: { encoding: string; bytes: Buffer }[];
}

export interface SiteFile extends SentFile {
  bytes: Buffer;
}

/**
 * Reads all files of the built browser side into memory: a few megabytes, for which no request
 * waits for the disk. The keys are paths such as `/assets/x.js`.
 */
export function readSiteFiles(directory: string): Map<string, SiteFile> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const known = names.filter((name) => path.extname(name) in contentTypes);
  const existing = new Set(names);
  return new Map(
    known.map((name) => {
      const url = `/${path.relative(directory, name).split(path.sep).join("/")}`;
      const compressed = encodings
        .filter(([, suffix]) => existing.has(name + suffix))
        .map(([encoding, suffix]) => ({ encoding, bytes: readFileSync(name + suffix) }));
      const type = contentTypes[path.extname(url)] ?? "";
      const file = toSiteFile(type, readFileSync(name), compressed, url);
      // A program for Node, which is kept and run; browsers load their own as `.js`.
      if (url.endsWith(".mjs")) file.headers["content-disposition"] = "attachment";
      return [url, file];
    }),
  );
}

/** The script for pages of other sites, and what a survey in a frame there loads. */
export function isForOtherSites(url: string): boolean {
  return /^\/embed(-frame)?\.(js|css)$/.test(url);
}

const brotli = promisify(brotliCompress);
// As small as gzip's best, in a third of the time.
const BROTLI_QUALITY = 4;

/** A file that is made while the server runs, compressed once for all who read it. */
export async function makeSiteFile(contentType: string, text: string): Promise<SiteFile> {
  const bytes = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), promisify(gzip)(bytes)]);
  const compressed = [
    { encoding: "br", bytes: br },
    { encoding: "gzip", bytes: gz },
  ];
  return toSiteFile(contentType, bytes, compressed);
}

function toSiteFile(
  contentType: string,
  bytes: Buffer,
  compressed: SiteFile["compressed"],
  url = "",
): SiteFile {
  const headers = { "content-type": contentType };
  return { headers: { ...headers, ...freshness(bytes, url) }, bytes, compressed };
}

function freshness(bytes: Buffer, url: string): Record<string, string> {
  // The names of built assets contain a hash of their content, so nobody asks whether they changed.
  if (url.startsWith(ASSETS)) return { "cache-control": "public, max-age=31536000, immutable" };
  const hash = createHash("sha256").update(bytes).digest("base64url");
  // An hour: a page with many frames asks once, and a new version arrives soon in pages of other
  // sites, which nobody here can change.
  const cache = isForOtherSites(url) ? "public, max-age=3600" : "no-cache";
  // Weak, because it names all encodings of the same content.
  return { "cache-control": cache, etag: `W/"${hash}"` };
}

/** Tells caches that this header of a request makes another answer; others may say so too. */
export function varyBy(reply: FastifyReply, name: string): void {
  const before = reply.getHeader("vary");
  reply.header("vary", before ? `${before}, ${name}` : name);
}

/** For large files of which many are kept: few readers take none of the compressed copies. */
export function withoutWhole(file: SiteFile): SentFile {
  return { ...file, bytes: null };
}

/** Sends the file in the best encoding that the caller accepts, or 304 if they have it. */
export function sendSiteFile(reply: FastifyReply, file: SentFile): FastifyReply {
  const { "accept-encoding": accepted, "if-none-match": known } = reply.request.headers;
  varyBy(reply, "accept-encoding");
  reply.headers(file.headers);
  if (known && known === file.headers.etag) return reply.code(304).send();
  const best = file.compressed.find(({ encoding }) => accepts(accepted, encoding));
  if (!best) return reply.send(file.bytes ?? unzipped(file));
  return reply.header("content-encoding", best.encoding).send(best.bytes);
}

function unzipped({ compressed }: SentFile) {
  const whole = createGunzip();
  whole.end(compressed.find(({ encoding }) => encoding === "gzip")?.bytes);
  return whole;
}

export function accepts(accepted: string | string[] = "", encoding: string): boolean {
  return String(accepted)
    .split(",")
    .some((part) => {
      const [name, quality] = part.split(";");
      return name?.trim() === encoding && !/q=0(\.0*)?\s*$/.test(quality ?? "");
    });
}
