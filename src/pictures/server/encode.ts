import type { Sharp } from 'sharp';
import { Line } from '../../platform/server/bounded/line.ts';
import { pictureSizes, type PictureKind } from '../model/addresses.ts';
import { largestIcon } from './ico.ts';

/** A picture as it is kept: the bytes of each file by its size, and the measures of the largest. */
export type Encoded = { files: Map<number, Uint8Array>; width: number; height: number };

/** Pixels of a picture that is decoded, seconds that it may take, and the least width of a lead picture. */
const limits = { pixels: 40_000_000, seconds: 5, leadWidth: 160 };

/** Pictures are decoded one after the other, by threads of the library's own, so that nobody else waits for them. */
const line = new Line('pictures');

/** Loaded with the first picture, so that whoever only takes or describes calls needs no native module. */
async function decoder() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
type Decoder = Awaited<ReturnType<typeof decoder>>;

/**
 * Decodes a picture of somebody else, and gives it anew: WebP, in the sizes of its kind, upright, without what a camera or
 * a person wrote into it; of what moves the first frame. Undefined for what cannot be decoded, is too large or too small,
 * and for every format but PNG, JPEG, GIF, WebP, AVIF and ICO, whatever its name says.
 */
export async function encodePicture(kind: PictureKind, bytes: Uint8Array): Promise<Encoded | undefined> {
  await line.enter();
  try {
    return await encoded(kind, bytes);
  } catch {
    return undefined;
  } finally {
    line.leave();
  }
}

async function encoded(kind: PictureKind, bytes: Uint8Array): Promise<Encoded | undefined> {
  const sharp = await decoder();
  const source = decoded(sharp, bytes);
  if (!source) return undefined;
  const { width, height } = await source.metadata();
  if (kind === 'lead' && (width < limits.leadWidth || width > height * 8 || height > width * 4)) return undefined;
  const files = new Map<number, Uint8Array>();
  let largest = { width: 0, height: 0 };
  for (const size of pictureSizes[kind]) {
    const { data, info } = await fitted(sharp, source.clone(), { kind, size })
      .timeout({ seconds: limits.seconds })
      .webp({ quality: kind === 'lead' ? 76 : kind === 'text' ? 82 : 86 })
      .toBuffer({ resolveWithObject: true });
    files.set(size, data);
    largest = info;
  }
  return { files, width: largest.width, height: largest.height };
}

function fitted(sharp: Decoder, source: Sharp, { kind, size }: { kind: PictureKind; size: number }): Sharp {
  if (kind === 'icon') {
    return source.resize(size, size, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } });
  }
  // Of a portrait the part is kept to which the eye goes.
  if (kind === 'avatar') return source.resize(size, size, { fit: 'cover', position: sharp.strategy.attention });
  return source.resize(size, size * 2, { fit: 'inside', withoutEnlargement: true });
}

/** Only what is known by its first bytes to be one of these comes to the decoder, which knows many more. */
function decoded(sharp: Decoder, bytes: Uint8Array): Sharp | undefined {
  const input = { limitInputPixels: limits.pixels, failOn: 'error', pages: 1, autoOrient: true } as const;
  if (forms.some((form) => form.test(Buffer.from(bytes.subarray(0, 16)).toString('latin1'))))
    return sharp(bytes, input);
  const icon = largestIcon(Buffer.from(bytes));
  if (!icon) return undefined;
  if ('png' in icon) return sharp(icon.png, input);
  const { pixels, width, height } = icon;
  return sharp(pixels, { raw: { width, height, channels: 4 } });
}

const forms = [/^\x89PNG\r\n\x1a\n/, /^\xff\xd8\xff/, /^GIF8[79]a/, /^RIFF[^]{4}WEBP/, /^[^]{4}ftypavi[fs]/];
