/** Bytes that grow as they are written: numbers of seven bits a byte, and texts after their length. */
export class ByteWriter {
  private room = new Uint8Array(1024);
  length = 0;

  number(value: number): void {
    if (this.length + 8 > this.room.length) this.grow(8);
    let rest = value;
    while (rest >= 128) {
      this.room[this.length++] = (rest % 128) + 128;
      rest = rest < 0x80000000 ? rest >>> 7 : Math.floor(rest / 128);
    }
    this.room[this.length++] = rest;
  }

  bytes(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.room.length) this.grow(bytes.length);
    this.room.set(bytes, this.length);
    this.length += bytes.length;
  }

  text(text: string): void {
    const bytes = encoder.encode(text);
    this.number(bytes.length);
    this.bytes(bytes);
  }

  /** What was written; valid until more is. */
  view(): Uint8Array {
    return this.room.subarray(0, this.length);
  }

  /** What was written, for good; after it, nothing is. */
  take(): Uint8Array {
    const taken = this.room.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  private grow(by: number): void {
    const wider = new Uint8Array(Math.max(this.room.length * 2, this.length + by));
    wider.set(this.room.subarray(0, this.length));
    this.room = wider;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Reads what a ByteWriter wrote, in the same order. */
export class ByteReader {
  private readonly from: Uint8Array;
  at: number;

  constructor(from: Uint8Array, at = 0) {
    this.from = from;
    this.at = at;
  }

  get ended(): boolean {
    return this.at >= this.from.length;
  }

  number(): number {
    let value = 0;
    for (let factor = 1; this.at < this.from.length; factor *= 128) {
      const byte = this.from[this.at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) break;
    }
    return value;
  }

  bytes(length: number): Uint8Array {
    this.at += length;
    return this.from.subarray(this.at - length, this.at);
  }

  text(): string {
    return decoder.decode(this.bytes(this.number()));
  }
}

/** Numbers in ascending order as the distances between them. */
export function writeAscending(into: ByteWriter, numbers: ArrayLike<number>): void {
  let last = 0;
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0;
    into.number(number - last);
    last = number;
  }
}

/** The numbers that were written so. */
export function readAscending(bytes: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(bytes.length);
  let [count, last, value, shift] = [0, 0, 0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    value |= (byte & 127) << shift;
    if (byte >= 128) {
      shift += 7;
      continue;
    }
    last += value >>> 0;
    numbers[count++] = last;
    value = 0;
    shift = 0;
  }
  return numbers.subarray(0, count);
}
