import { joined } from '../../../platform/model/bytes.ts';
import { peeked } from '../file.ts';

const looked = 2048;

/**
 * Bytes as text, piece by piece, line ends as they are. The encoding is the one that a byte order mark, the pattern of
 * UTF-16, the page itself (`charset=`) or its XML (`encoding=`) tells; else UTF-8, and Windows-1252 for what cannot be that.
 */
export async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const { head, all } = await peeked(bytes, looked);
  const label = encodingOf(joined(head).subarray(0, looked));
  const decode = label === undefined ? careful() : plain(label);
  for await (const chunk of all) {
    const text = decode(chunk);
    if (text !== '') yield text;
  }
  const end = decode(undefined);
  if (end !== '') yield end;
}

type Decode = (chunk: Uint8Array | undefined) => string;

function plain(label: string): Decode {
  const decoder = new TextDecoder(label);
  return (chunk) => (chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode());
}

/** Undefined where only the bytes to come can tell UTF-8 from Windows-1252. */
function encodingOf(head: Uint8Array): string | undefined {
  const [first, second, third] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  const zeros = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > head.length / 6 && even < odd / 4) return 'utf-16le';
  if (even > head.length / 6 && odd < even / 4) return 'utf-16be';
  const named = /(?:charset|^\s*<\?xml\b[^>]{0,100}\bencoding)\s*=\s*["']?([\w:-]+)/i
    .exec(new TextDecoder('latin1').decode(head))?.[1]
    ?.toLowerCase();
  return named === undefined || /^(utf-?8|utf-?16.*|us-ascii)$/.test(named) || !isKnown(named) ? undefined : named;
}

function isKnown(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

/** UTF-8 until there is something that it cannot be, then what the bytes before speak for. */
function careful(): Decode {
  let kept = new Uint8Array(0);
  let seen = 0;
  let settled: Decode | undefined;
  return (chunk) => {
    if (settled) return settled(chunk);
    const bytes = joined([kept, chunk ?? new Uint8Array(0)]);
    const cut = chunk ? wholeCharacters(bytes) : bytes.length;
    kept = bytes.slice(cut);
    const part = bytes.subarray(0, cut);
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(part);
      seen += beyondAscii(text);
      return text;
    } catch {
      const text = new TextDecoder('utf-8').decode(part);
      const broken = text.split('\ufffd').length - 1;
      const isUtf8 = seen + beyondAscii(text) - broken > broken;
      settled = plain(isUtf8 ? 'utf-8' : 'windows-1252');
      return settled(bytes);
    }
  };
}

function beyondAscii(text: string): number {
  return text.match(/[\u0080-\u{10ffff}]/gu)?.length ?? 0;
}

/** Where the last character begins that the piece may not hold to its end. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return size > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}
