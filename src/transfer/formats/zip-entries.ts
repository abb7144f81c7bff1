import { joined } from '../../platform/model/bytes.ts';
import {
  strFromU8,
  Unzip,
  UnzipInflate,
  type UnzipDecoder,
  type UnzipDecoderConstructor,
  type UnzipFile,
} from 'fflate';

/** A file in an archive; `bytes` have to be read before the next entry is requested. */
export type ZipEntry = { name: string; bytes: AsyncGenerator<Uint8Array, void>; fault: () => string | undefined };

/** An entry that unpacks to more bytes than this, and to more than this many times its size, is a zip bomb. */
const [innocent, maxTimes] = [4 * 1024 * 1024, 150];
/** How many bytes the unpacker gets together: its output may be a thousand times as much. */
const step = 8 * 1024;

type Event =
  | { kind: 'open'; name: string; skip: () => void }
  | { kind: 'data'; chunk: Uint8Array }
  | { kind: 'close'; fault?: string };

/**
 * The files of a zip archive in their order, each unpacked while it is read. The directory at the end is not needed, so an
 * archive that was cut off yields everything before the cut. Unwanted entries are empty.
 */
export async function* zipEntries(
  bytes: AsyncIterable<Uint8Array>,
  isWanted: (name: string) => boolean = () => true,
): AsyncGenerator<ZipEntry, void> {
  const events = zipEvents(bytes, isWanted);
  for (;;) {
    const opened = await events.next();
    if (opened.done) return;
    if (opened.value.kind !== 'open') continue;
    let [isRead, closed, fault] = [false, false, undefined as string | undefined];
    const content = async function* (): AsyncGenerator<Uint8Array, void> {
      isRead = true;
      while (!closed) {
        const next = await events.next();
        if (next.done || next.value.kind === 'open') return;
        if (next.value.kind === 'data') yield next.value.chunk;
        else [closed, fault] = [true, next.value.fault];
      }
    };
    yield { name: opened.value.name, bytes: content(), fault: () => fault };
    // An entry that was not read is not unpacked.
    if (!isRead) opened.value.skip();
    for await (const _ of content());
  }
}

/** The end of an archive's directory, with an optional comment after it. In bytes. */
const longestEnd = 22 + 65_535;

/** Passes on an archive, and knows afterwards whether its end was there: one cut between two files would look whole. */
export function ending(bytes: AsyncIterable<Uint8Array>) {
  let tail: Uint8Array = new Uint8Array(0);
  return {
    bytes: (async function* () {
      for await (const chunk of bytes) {
        tail = joined([tail, chunk.subarray(-longestEnd)]).slice(-longestEnd);
        yield chunk;
      }
    })(),
    isWhole: () => String.fromCharCode(...tail).includes('PK\x05\x06'),
  };
}

/**
 * Unpacks wanted entries, and stops when an entry is terminated: the library's own unpacker would continue through the rest of
 * a bomb, and needs 96 KB for each entry.
 */
function unpackerOf(isWanted: (name: string) => boolean): UnzipDecoderConstructor {
  return class implements UnzipDecoder {
    static readonly compression = 8;
    ondata: UnzipDecoder['ondata'] = () => undefined;
    #unpacker: UnzipInflate | undefined;

    constructor(name: string) {
      if (!isWanted(name)) return;
      this.#unpacker = new UnzipInflate();
      this.#unpacker.ondata = (...given) => this.ondata(...given);
    }

    push(chunk: Uint8Array, final: boolean): void {
      if (this.#unpacker) this.#unpacker.push(chunk, final);
      else if (final) this.ondata(null, new Uint8Array(0), true);
    }

    terminate(): void {
      this.#unpacker = undefined;
    }
  };
}

/** The usual greatest length of an entry's header, which may be split between two parts. In bytes. */
const longestHead = 1024;

/**
 * Reads from the headers whether an entry has a password, which the library does not provide: the bytes of a locked entry
 * that is not compressed would pass for its text. Call `isLocked` in the order of the entries.
 */
function headsOf() {
  let [pushed, from]: [Uint8Array, number] = [new Uint8Array(0), 0];
  return {
    push(part: Uint8Array) {
      const rest = pushed.subarray(Math.max(from, pushed.length - longestHead));
      [pushed, from] = [joined([rest, part]), 0];
    },
    isLocked(name: string): boolean {
      const head = new DataView(pushed.buffer);
      for (let at = pushed.indexOf(0x50, from); at >= 0 && at + 30 < pushed.length; at = pushed.indexOf(0x50, at + 1)) {
        if (head.getUint32(at, true) !== 0x04034b50) continue;
        const flags = head.getUint16(at + 6, true);
        const named = pushed.subarray(at + 30, at + 30 + head.getUint16(at + 26, true));
        if (strFromU8(named, (flags & 0x800) === 0) !== name) continue;
        from = at + 30;
        return (flags & 1) === 1;
      }
      return false;
    },
  };
}

const unknownPacking = 14;
const packedOtherwise = 'It’s packed in a way we can’t open. Use an ordinary zip archive.';

async function* zipEvents(
  bytes: AsyncIterable<Uint8Array>,
  isWanted: (name: string) => boolean,
): AsyncGenerator<Event, void> {
  let events: Event[] = [];
  let open: UnzipFile | undefined;
  let packed = 0;
  const close = (fault?: string) => {
    open = undefined;
    events.push({ kind: 'close', ...(fault === undefined ? {} : { fault }) });
  };
  const heads = headsOf();
  const unzip = new Unzip((file) => {
    if (open) close();
    open = file;
    let [size, before] = [0, packed];
    events.push({ kind: 'open', name: file.name, skip: () => file.terminate() });
    file.ondata = (error, chunk, final) => {
      if (open !== file) return;
      if (error) return close(error.code === unknownPacking ? packedOtherwise : 'It’s damaged.');
      size += chunk.length;
      if (size > innocent && size > maxTimes * Math.max(step, packed - before)) {
        file.terminate();
        return close(`It unpacks to more than ${maxTimes} times its size, so it wasn’t read.`);
      }
      if (chunk.length > 0) events.push({ kind: 'data', chunk });
      if (final) close();
    };
    const isLocked = heads.isLocked(file.name);
    if (isLocked) close('It’s locked with a password. Make the archive again without one.');
    try {
      file.start();
      if (isLocked) file.terminate();
    } catch {
      if (!isLocked) close(packedOtherwise);
    }
    before = packed;
  });
  unzip.register(unpackerOf(isWanted));
  const push = (part: Uint8Array, final: boolean) => {
    heads.push(part);
    try {
      unzip.push(part, final);
      return true;
    } catch {
      if (open) close('The archive is cut off or damaged here.');
      return false;
    }
  };
  let sound = true;
  for await (const chunk of bytes) {
    for (let at = 0; sound && at < chunk.length; at += step) {
      packed += step;
      sound = push(chunk.subarray(at, at + step), false);
      yield* events;
      events = [];
    }
    if (!sound) return;
  }
  push(new Uint8Array(0), true);
  if (open) close('The archive is cut off here.');
  yield* events;
}
