import { joined } from '../../../platform/model/bytes.ts';
import { peek } from '../file.ts';

const headBytes = 2048;

/**
 * Decodes bytes piece by piece; line ends stay as they are. The encoding is the one shown by a byte order mark, by the pattern
 * of UTF-16, or declared by the page (`charset=`) or its XML (`encoding=`); otherwise UTF-8 or, if it cannot be that, the most
 * likely one for its words, which is passed to `guessed`.
 */
export async function* textOf(
  bytes: AsyncIterable<Uint8Array>,
  guessed: (encoding: string) => void = () => undefined,
): AsyncGenerator<string, void> {
  const { head, all } = await peek(bytes, headBytes);
  const { label, isSure } = encodingOf(joined(head).subarray(0, headBytes));
  const decode = label !== undefined && isSure ? plain(label) : cautious(guessed, label);
  for await (const chunk of all) {
    const text = await decode(chunk);
    if (text !== '') yield text;
  }
  const end = await decode(undefined);
  if (end !== '') yield end;
}

/** The remark about a file whose encoding was guessed. */
export function readAs(encoding: string): string {
  return `This file isn’t UTF-8 and doesn’t say what it is, so it was read as ${encoding}. If words look wrong, undo this import, save the file as UTF-8 and import it again.`;
}

type Decode = (chunk: Uint8Array | undefined) => string | Promise<string>;

function plain(label: string): Decode {
  const decoder = new TextDecoder(label);
  return (chunk) => (chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode());
}

/** The encoding that the beginning shows. Without a label, it may be UTF-8; an unsure label applies if it is not UTF-8. */
function encodingOf(head: Uint8Array): { label?: string; isSure?: boolean } {
  const sure = (label: string) => ({ label, isSure: true });
  const [first, second, third] = head;
  if (first === 0xff && second === 0xfe) return sure('utf-16le');
  if (first === 0xfe && second === 0xff) return sure('utf-16be');
  if (first === 0xef && second === 0xbb && third === 0xbf) return sure('utf-8');
  const zeros = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > head.length / 6 && even < odd / 4) return sure('utf-16le');
  if (even > head.length / 6 && odd < even / 4) return sure('utf-16be');
  const text = new TextDecoder('latin1').decode(head);
  // Japanese in seven bits would be valid UTF-8.
  if (/\x1b\$[@B]/.test(text)) return sure('iso-2022-jp');
  const named = /(?:charset|^\s*<\?xml\b[^>]{0,100}\bencoding)\s*=\s*["']?([\w:-]+)/i.exec(text)?.[1]?.toLowerCase();
  const isOther = named !== undefined && !/^(utf-?8|utf-?16.*|us-ascii)$/.test(named) && isKnown(named);
  // Programs declare other encodings for UTF-8; text in a single-byte encoding is hardly ever valid UTF-8 by chance.
  return isOther ? { label: named, isSure: !/^(windows-125|cp125|iso-?8859|latin|koi8)/.test(named) } : {};
}

function isKnown(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

/** Decodes UTF-8 until that is impossible, and then the declared encoding (`said`), or the most likely one. */
function cautious(guessed: (encoding: string) => void, declared?: string): Decode {
  let kept = new Uint8Array(0);
  let seen = 0;
  let settled: Decode | undefined;
  return async (chunk) => {
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
      const encoding = isUtf8 ? 'utf-8' : (declared ?? (await likeliest(bytes)));
      if (!isUtf8 && declared === undefined) guessed(encoding);
      settled = plain(encoding);
      return settled(bytes);
    }
  };
}

/** How many bytes of words are analysed, and the least confidence (of 100), also above that of Western Europe, for another one. */
const [enough, sure, surer] = [20_000, 40, 15];
/** How many different words are needed to distinguish another Latin alphabet from that of Western Europe. */
const latinWords = 20;

/**
 * The most likely encoding of the words beyond ASCII; the tags between them are the same in any encoding. If at least half of
 * their bytes are ASCII, the alphabet is Latin.
 */
async function likeliest(bytes: Uint8Array): Promise<string> {
  const { analyse } = await import('chardet');
  const words = wordsBeyondAscii(bytes);
  // A byte order mark within words is a coincidence: UTF-16 was recognised before.
  const found = analyse(words).filter(({ name }) => !/^UTF-/i.test(name));
  const western = found.find(({ name }) => name === 'windows-1252' || name === 'ISO-8859-1')?.confidence ?? 0;
  const [best] = found;
  const isOther = best && best.confidence >= sure && best.confidence >= western + surer && isKnown(best.name);
  if (!isOther) return 'windows-1252';
  const beyond = words.filter((byte) => byte >= 0x80).length;
  const different = new Set(new TextDecoder('latin1').decode(words).split(' ')).size;
  return beyond * 2 > words.length || different > latinWords ? new TextDecoder(best.name).encoding : 'windows-1252';
}

/** The most bytes of one word; a longer one may be a text without spaces. */
const longestWord = 2000;

function wordsBeyondAscii(bytes: Uint8Array): Uint8Array {
  const ends = new Set([...' \t\r\n<>"\'='].map((sign) => sign.charCodeAt(0)));
  const words: number[] = [];
  let start = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    if (at < bytes.length && !ends.has(bytes[at] ?? 0)) continue;
    const word = bytes.subarray(start, at);
    if (word.some((byte) => byte >= 0x80)) words.push(...word.subarray(0, longestWord), 0x20);
    start = at + 1;
    if (words.length > enough) break;
  }
  return Uint8Array.from(words.slice(0, enough));
}

function beyondAscii(text: string): number {
  return text.match(/[\u0080-\u{10ffff}]/gu)?.length ?? 0;
}

/** The start of a character at the end that may be incomplete, or else the length. */
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
