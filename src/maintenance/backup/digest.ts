import { hash } from 'node:crypto';
import type { Piece } from './store/pieces.ts';

const lanes = 8;

/**
 * The digest of what a store holds: the sum of the digests of all its elements, so that it does not depend on the order
 * in which they are read, nor on how keys are cut into pieces. When keys expire is no part of it.
 */
export class ContentDigest {
  readonly #sum: Uint32Array;

  constructor(hex?: string) {
    const bytes = hex === undefined ? Buffer.alloc(lanes * 4) : Buffer.from(hex, 'hex');
    this.#sum = Uint32Array.from({ length: lanes }, (_, lane) => bytes.readUInt32LE(lane * 4));
  }

  add(piece: Piece): void {
    for (const element of elementsOf(piece)) this.#count(element);
  }

  get hex(): string {
    const bytes = Buffer.alloc(lanes * 4);
    this.#sum.forEach((value, lane) => bytes.writeUInt32LE(value, lane * 4));
    return bytes.toString('hex');
  }

  #count(element: unknown[]): void {
    const digest = hash('sha256', JSON.stringify(element), 'buffer');
    for (let lane = 0; lane < lanes; lane += 1) {
      this.#sum[lane] = (this.#sum[lane] ?? 0) + digest.readUInt32LE(lane * 4);
    }
  }
}

function* elementsOf({ name, type, from, values }: Piece): Generator<unknown[]> {
  if (type === 'hash' || type === 'zset') {
    for (let at = 0; at < values.length; at += 2) {
      const second = values[at + 1] ?? '';
      yield [type, name, values[at], type === 'zset' ? scoreOf(second) : second];
    }
    return;
  }
  for (const [index, value] of values.entries()) {
    yield type === 'list' ? [type, name, from + index, value] : [type, name, value];
  }
}

/** The number itself: stores differ in how they write it. */
function scoreOf(text: string): string {
  return text.includes('inf') ? text : String(Number(text));
}
