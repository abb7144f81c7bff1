import type { Metadata, Sharp } from 'sharp';
import { FairQueue } from '../../platform/server/bounded/fair-queue.ts';
import { pictureSizes, type PictureKind } from '../model/addresses.ts';

/** An image in an icon file: a PNG as it is, or its pixels. */
type Icon = { png: Buffer } | { pixels: Buffer; width: number; height: number };

/**
 * The best image in an ICO file: the largest, then the one with the most colours. Undefined if it is not such a file, or
 * some of its pixels are missing. No decoder of ours supports this format, which most sites still use for their icons.
 */
function largestIcon(file: Buffer): Icon | undefined {
  if (file.length < 6 || file.readUInt32LE(0) !== 0x10000) return undefined;
  const count = Math.min(file.readUInt16LE(4), 64);
  const entries = Array.from({ length: count }, (_, at) => file.subarray(6 + at * 16, 22 + at * 16))
    .filter((entry) => entry.length === 16)
    .map((entry) => ({
      size: (entry[0] || 256) * (entry[1] || 256),
      depth: entry.readUInt16LE(6),
      data: file.subarray(entry.readUInt32LE(12), entry.readUInt32LE(12) + entry.readUInt32LE(8)),
    }))
    .sort((one, other) => other.size - one.size || other.depth - one.depth);
  for (const { data } of entries) {
    const icon = data.length > 8 && data.readUInt32BE(0) === 0x89504e47 ? { png: data } : pixelsOf(data);
    if (icon) return icon;
  }
  return undefined;
}

/**
 * The pixels of an uncompressed bitmap, from its last line to its first, with a transparency mask if its colours have no
 * transparency of their own.
 */
function pixelsOf(bitmap: Buffer): Icon | undefined {
  if (bitmap.length < 40) return undefined;
  const [header, width, height] = [bitmap.readUInt32LE(0), bitmap.readInt32LE(4), bitmap.readInt32LE(8) / 2];
  const [depth, compression] = [bitmap.readUInt16LE(14), bitmap.readUInt32LE(16)];
  const isOurs = [1, 4, 8, 24, 32].includes(depth) && compression === 0 && Number.isInteger(height);
  if (!isOurs || width < 1 || height < 1 || width > 256 || height > 256) return undefined;
  const colours = depth > 8 ? 0 : bitmap.readUInt32LE(32) || 2 ** depth;
  const lineOf = (bits: number) => Math.ceil((width * bits) / 32) * 4;
  const start = header + colours * 4;
  const mask = start + lineOf(depth) * height;
  if (colours > 256 || bitmap.length < mask + (depth === 32 ? 0 : lineOf(1) * height)) return undefined;
  const bit = (line: number, x: number, bits: number) =>
    ((bitmap[line + ((x * bits) >> 3)] ?? 0) >> (8 - bits - ((x * bits) & 7))) & (2 ** bits - 1);
  const pixels = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const line = start + lineOf(depth) * (height - 1 - y);
    for (let x = 0; x < width; x += 1) {
      const from = depth > 8 ? line + (x * depth) / 8 : header + bit(line, x, depth) * 4;
      const shows = depth === 32 ? bitmap[from + 3] : bit(mask + lineOf(1) * (height - 1 - y), x, 1) ? 0 : 255;
      pixels.set([bitmap[from + 2] ?? 0, bitmap[from + 1] ?? 0, bitmap[from] ?? 0, shows ?? 255], (y * width + x) * 4);
    }
  }
  return { pixels, width, height };
}

/** A picture as stored: the bytes of each file by its size, and the dimensions of the largest. */
export type Encoded = { files: Map<number, Uint8Array>; width: number; height: number };

/**
 * The maximum of decoded pixels, the maximum decoding time in seconds, the least width of a lead picture, and the maximum
 * ratio of height to width up to which the best part of a portrait is searched for. That search scales the whole picture to
 * the width of the square, so one of 1 × 30,000 pixels took 34 seconds, which the decoder's own limit does not cover.
 */
const limits = { pixels: 40_000_000, seconds: 5, leadWidth: 160, portraitRatio: 4 };

/** The most bytes that decoding may hold at once. */
const maxHeld = 256_000_000;

/**
 * How many bytes of a picture the decoder holds at once. It decodes an AVIF as a whole, whose 40 megapixels took 950 MB from
 * a file of 1 KB, and what comes in several passes; of others, it holds a few lines.
 */
function heldOf({ format, width, height, channels = 4, depth, bitsPerSample = 8, isProgressive }: Metadata): number {
  const sample = format === 'jpeg' || depth === 'ushort' ? 2 : 1;
  return width * height * (format === 'heif' ? (bitsPerSample > 8 ? 25 : 19) : isProgressive ? channels * sample : 0);
}

/** A progressive JPEG usually comes in about ten passes, of which each may be over all its pixels in 400 bytes. */
const maxScans = 100;
const [scan, end] = [0xda, 0xd9];

/** Whether this is a JPEG with more passes: 3,000 took 9 seconds, which the decoder's own limit does not cover. */
function hasManyScans(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0xff) return false;
  let scans = 0;
  for (let at = bytes.indexOf(0xff, 2); at >= 0; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? end;
    if (marker === end) break;
    if (marker === scan && (scans += 1) > maxScans) return true;
    // In the pixels between segments, 0xff is followed by 0 or by a mark from 0xd0 to 0xd7.
    const isSegment = marker >= 0xc0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd8);
    at += isSegment ? 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) : marker === 0xff ? 1 : 2;
  }
  return false;
}

/** Pictures are decoded one at a time, in the library's own threads, so that other requests do not wait for them. */
const line = new FairQueue('pictures');

/** Loaded with the first picture, so that functions that only import the routes need no native module. */
async function decoder() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
type Decoder = Awaited<ReturnType<typeof decoder>>;

/**
 * Decodes a picture from outside and encodes it again: as WebP, in the sizes of its kind, upright, without metadata, and
 * only the first frame of an animation. Undefined if it cannot be decoded, is too large or too small, and for every format
 * but PNG, JPEG, GIF, WebP, AVIF and ICO, whatever its name says.
 */
export async function encodePicture(kind: PictureKind, bytes: Uint8Array): Promise<Encoded | undefined> {
  const sharp = await decoder();
  await line.enter();
  try {
    return await encoded(sharp, kind, bytes);
  } catch {
    return undefined;
  } finally {
    line.leave();
  }
}

async function encoded(sharp: Decoder, kind: PictureKind, bytes: Uint8Array): Promise<Encoded | undefined> {
  const source = decoded(sharp, bytes);
  if (!source) return undefined;
  const metadata = await source.metadata();
  const { width, height } = metadata;
  if (heldOf(metadata) > maxHeld) return undefined;
  if (kind === 'lead' && (width < limits.leadWidth || width > height * 8 || height > width * 4)) return undefined;
  const isLong = Math.max(width, height) > Math.min(width, height) * limits.portraitRatio;
  const files = new Map<number, Uint8Array>();
  let largest = { width: 0, height: 0 };
  for (const size of pictureSizes[kind]) {
    const { data, info } = await fitted(sharp, source.clone(), { kind, size, isLong })
      .timeout({ seconds: limits.seconds })
      .webp({ quality: kind === 'lead' ? 76 : kind === 'text' ? 82 : 86 })
      .toBuffer({ resolveWithObject: true });
    files.set(size, data);
    largest = info;
  }
  return { files, width: largest.width, height: largest.height };
}

type Fit = { kind: PictureKind; size: number; isLong: boolean };

function fitted(sharp: Decoder, source: Sharp, { kind, size, isLong }: Fit): Sharp {
  if (kind === 'icon') {
    return source.resize(size, size, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } });
  }
  // A portrait is cropped to the part that draws the eye.
  const position = isLong ? 'centre' : sharp.strategy.attention;
  if (kind === 'avatar') return source.resize(size, size, { fit: 'cover', position });
  return source.resize(size, size * 2, { fit: 'inside', withoutEnlargement: true });
}

/** Only files whose first bytes identify one of these formats reach the decoder, which supports many more. */
function decoded(sharp: Decoder, bytes: Uint8Array): Sharp | undefined {
  const input = { limitInputPixels: limits.pixels, failOn: 'error', pages: 1, autoOrient: true } as const;
  if (forms.some((form) => form.test(Buffer.from(bytes.subarray(0, 16)).toString('latin1'))))
    return hasManyScans(bytes) ? undefined : sharp(bytes, input);
  const icon = largestIcon(Buffer.from(bytes));
  if (!icon) return undefined;
  if ('png' in icon) return sharp(icon.png, input);
  const { pixels, width, height } = icon;
  return sharp(pixels, { raw: { width, height, channels: 4 } });
}

const forms = [/^\x89PNG\r\n\x1a\n/, /^\xff\xd8\xff/, /^GIF8[79]a/, /^RIFF[^]{4}WEBP/, /^[^]{4}ftypavi[fs]/];
