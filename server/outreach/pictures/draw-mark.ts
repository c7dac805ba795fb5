import { execFile } from "node:child_process";
import { createRequire } from "node:module";

/** Twice as large as the mark is in a picture. */
const PIXELS = 104;
// A logo takes some milliseconds, and the program up to a second to start on a busy machine. What
// takes longer is no logo.
const MOST_MS = 5_000;
// A PNG of so few pixels is smaller than this.
const MOST_BYTES = 256 * 1024;

/** In a process of its own, because nothing else that draws can be stopped. */
const program = `
const { Renderer } = require(process.argv[1]);
const bytes = [];
process.stdin.on("data", (part) => bytes.push(part)).on("end", async () => {
  const style = { width: "100%", height: "100%", objectFit: "contain" };
  const mark = { type: "image", src: Buffer.concat(bytes), style };
  const size = { width: ${PIXELS}, height: ${PIXELS} };
  process.stdout.write(await new Renderer().render(mark, size));
});
`;

/**
 * A mark that somebody has uploaded, as a small PNG. A few lines of SVG can take minutes to draw, so
 * no picture has them in it, and a mark that takes too long is given up.
 */
export function drawMark(mark: Buffer): Promise<Buffer | "too-slow" | "not-drawable"> {
  return new Promise((resolve) => {
    const drawing = execFile(
      process.execPath,
      ["--input-type=commonjs", "--eval", program, library()],
      {
        encoding: "buffer",
        env: {},
        killSignal: "SIGKILL",
        timeout: MOST_MS,
        maxBuffer: MOST_BYTES,
      },
      (error, drawn) => {
        if (error) resolve(error.killed ? "too-slow" : "not-drawable");
        else resolve(drawn);
      },
    );
    // It may end before it has read everything. What became of it is told above.
    drawing.stdin?.on("error", () => {}).end(mark);
  });
}

/** The site runs without it: then nothing can be drawn. */
function library(): string {
  try {
    return createRequire(import.meta.url).resolve("@takumi-rs/core");
  } catch {
    return "";
  }
}
