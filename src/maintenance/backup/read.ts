import type * as z from 'zod';
import { BadBackup, cutOff, damaged, endOf, Frame, openPart, Piece, Summary } from './format.ts';

/** A complete part: its first line, and its bytes as stored. */
type Kept = { frame: Frame; body: Uint8Array };

/** The greatest length of a first line and of a part, in bytes. */
const maxLine = 2_000;
const maxPart = 512 * 1024 * 1024;

/**
 * The parts of a backup in order, each with the bytes that its first line describes. Reads on only when the next part is
 * requested. Throws `BadBackup` if it is not a backup, if a part is missing, cut off or damaged, or if the end is missing.
 */
export async function* partsOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Kept> {
  const bytes = new Buffered(source);
  const hashes: string[] = [];
  let backup: string | undefined;
  for (let part = 1; ; part += 1) {
    const line = await bytes.line(maxLine);
    if (line === undefined) throw part === 1 ? notOurs() : cutOff(part);
    const frame = frameOf(line);
    if (frame === undefined) throw part === 1 ? notOurs() : damaged(part);
    if (frame.part !== part || (backup ??= frame.backup) !== frame.backup || frame.bytes > maxPart) throw cutOff(part);
    const body = await bytes.take(frame.bytes);
    const newline = await bytes.take(1);
    if (body === undefined || newline === undefined) throw cutOff(part);
    if (newline[0] !== 10) throw damaged(part);
    hashes.push(frame.sha256);
    yield { frame, body };
    if (frame.end === undefined) continue;
    if (frame.end !== endOf(hashes)) throw damaged(part);
    return;
  }
}

function frameOf(line: string): Frame | undefined {
  try {
    return Frame.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

const notOurs = () => new BadBackup('This is no backup of Commonplace.');

/** The pieces of a backup; returns its summary at the end. Throws `BadBackup`. */
export async function* piecesOf(
  source: AsyncIterable<Uint8Array>,
  identities: string[],
): AsyncGenerator<z.infer<typeof Piece>, Summary> {
  let last: { part: number; line: unknown } | undefined;
  for await (const { frame, body } of partsOf(source)) {
    const lines = await openPart(frame, body, identities);
    if (frame.end !== undefined) last = { part: frame.part, line: lines.pop() };
    for (const line of lines) {
      const piece = Piece.safeParse(line);
      if (!piece.success) throw damaged(frame.part);
      yield piece.data;
    }
  }
  const summary = Summary.safeParse(last?.line);
  if (!summary.success) throw damaged(last?.part ?? 1);
  return summary.data;
}

/** Buffers chunks of bytes, and returns them in the requested amounts. */
class Buffered {
  readonly #source: AsyncIterator<Uint8Array>;
  #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const next = await this.#source.next();
    if (next.done) return false;
    this.#chunks.push(next.value);
    this.#length += next.value.length;
    return true;
  }

  /** The next bytes; undefined if there are fewer. */
  async take(count: number): Promise<Buffer | undefined> {
    while (this.#length < count) if (!(await this.#more())) return undefined;
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [all.subarray(count)];
    this.#length -= count;
    return all.subarray(0, count);
  }

  /** The text up to the next line break, which is consumed too. Undefined if there is none within `max` bytes. */
  async line(max: number): Promise<string | undefined> {
    for (;;) {
      const all = Buffer.concat(this.#chunks);
      this.#chunks = [all];
      const end = all.indexOf(10);
      if (end >= 0 && end <= max) {
        this.#chunks = [all.subarray(end + 1)];
        this.#length -= end + 1;
        return all.subarray(0, end).toString('utf8');
      }
      if (end >= 0 || all.length > max || !(await this.#more())) return undefined;
    }
  }
}
