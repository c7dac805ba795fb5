import { readFileSync } from "node:fs";

// Loaded before a server by `node --import`: its clock is off by the seconds in a file, which
// stands in for somebody who sets the machine's clock.

const file = process.env.CLOCK_OFFSET_FILE ?? "";
const RealDate = Date;
let offsetMs = readOffset();
setInterval(() => {
  offsetMs = readOffset();
}, 100).unref();

function readOffset(): number {
  return Number(readFileSync(file, "utf8")) * 1000;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given) =>
    Reflect.construct(target, given.length === 0 ? [target.now() + offsetMs] : given),
  get(target, name) {
    return name === "now" ? () => target.now() + offsetMs : Reflect.get(target, name);
  },
});
