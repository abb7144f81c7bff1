/** A picture of an icon file: PNG as it stands there, or its pixels. */
type Icon = { png: Buffer } | { pixels: Buffer; width: number; height: number };

/**
 * The best picture of an ICO file: the largest, then the one with the most colours. Undefined for what is no such file, or
 * whose pixels are not all there. No decoder of ours knows this format, which most sites still use for their icons.
 */
export function largestIcon(file: Buffer): Icon | undefined {
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
 * The pixels of a bitmap without compression, from its last line to its first, with a mask of what shows below it where
 * its colours have no transparency of their own.
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
