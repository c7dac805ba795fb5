import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw, deflateRawSync } from "node:zlib";

const compress = promisify(deflateRaw);
// Random digits don't get smaller with more work: level 1 makes 28 % of a record, level 6 27 %.
const LEVEL = 1;
// RFC 1952: no name, no time, written by an unknown system.
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const READ_BYTES = 256 * 1024;

/**
 * A text that only grows at its end, compressed once. Each part ends at a whole byte of gzip's
 * format, so whoever sends the parts so far and `end` has sent a complete gzip file.
 */
export class GrowingFile {
  /** How many bytes there are to read. */
  bytes = 0;
  readonly #handle: FileHandle;
  #crc = 0;
  #plainBytes = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Without a name, so that it is gone when this process ends, however that happens. */
  static async create(): Promise<GrowingFile> {
    const name = path.join(tmpdir(), `survey-website-${randomUUID()}`);
    const handle = await open(name, "wx+", 0o600);
    await unlink(name);
    return new GrowingFile(handle);
  }

  /** One at a time. If it fails, the file must not be used any more. */
  async append(text: string): Promise<void> {
    const plain = Buffer.from(text);
    const part = await compress(plain, { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH });
    const written = this.bytes === 0 ? Buffer.concat([GZIP_HEADER, part]) : part;
    const { bytesWritten } = await this.#handle.write(written, 0, written.length, this.bytes);
    if (bytesWritten < written.length) throw new Error("The disk for temporary files is full");
    this.#crc = crc32(plain, this.#crc);
    this.#plainBytes += plain.length;
    this.bytes += written.length;
  }

  async read(from: number): Promise<Buffer> {
    const length = Math.min(READ_BYTES, this.bytes - from);
    const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  }

  /** What completes the bytes that are there now, with this text as the last. */
  end(text: string): Buffer {
    const plain = Buffer.from(text);
    const sums = Buffer.alloc(8);
    sums.writeUInt32LE(crc32(plain, this.#crc), 0);
    sums.writeUInt32LE((this.#plainBytes + plain.length) % 2 ** 32, 4);
    return Buffer.concat([deflateRawSync(plain), sums]);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
