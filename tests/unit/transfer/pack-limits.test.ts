import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { overLimit } from '../../../src/transfer/server/export/scheduled/pack-limits.ts';

/** A number in Git's format, lowest seven bits first. */
function numberOf(value: number): number[] {
  return value < 128 ? [value] : [128 | (value & 127), ...numberOf(value >> 7)];
}
const [blobType, deltaType] = [3, 6];
function object(type: number, bytes: Uint8Array, size = bytes.length): Buffer {
  const first = (type << 4) | (size & 15);
  const start = size > 15 ? [first | 128, ...numberOf(size >> 4)] : [first];
  return Buffer.concat([Buffer.from(start), deflateSync(bytes)]);
}
/** The same at this number of bytes, below 16,512, after the base that it refers to. */
function deltaOf(distance: number, bytes: Uint8Array): Buffer {
  const [head, ...rest] = object(deltaType, bytes);
  const written = distance < 128 ? [distance] : [128 | ((distance - 128) >> 7), distance & 127];
  const sized = bytes.length > 15 ? [head ?? 0, ...rest.splice(0, 1)] : [head ?? 0];
  return Buffer.from([...sized, ...written, ...rest]);
}
/** A text and a chain of deltas, each based on the one before. */
function chain(deltas: number, first = 0): Buffer[] {
  const text = object(blobType, Buffer.from('Words.'));
  const each = deltaOf(first || text.length, Buffer.from([6, 6, 0x90, 6]));
  const next = deltaOf(each.length, Buffer.from([6, 6, 0x90, 6]));
  return [text, each, ...Array<Buffer>(deltas - 1).fill(next)];
}
function packOf(objects: Buffer[], count = objects.length): Buffer {
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  header.writeUInt32BE(count, 8);
  return Buffer.concat([header, ...objects, Buffer.alloc(20)]);
}
const mb = 2 ** 20;
const unsupported = 'it is packed in a way that isn’t read here';
const list = (size: number) => object(2, Buffer.alloc(size));
const zeros = (size: number) => object(blobType, Buffer.alloc(size));
const deltaFor = (size: number, of: Buffer) => deltaOf(of.length, Buffer.from([...numberOf(mb), ...numberOf(size), 0]));
const base = zeros(mb);

test.each([
  ['a text and a hundred changes of it', packOf(chain(100)), undefined],
  ['changes of more than a hundred others', packOf(chain(101)), unsupported],
  ['a change of itself', packOf([deltaOf(0, Buffer.from([6, 6, 0x90, 6]))]), unsupported],
  ['a change of what stands nowhere', packOf(chain(1, 3)), unsupported],
  ['a file as large as may be', packOf([zeros(50 * mb)]), undefined],
  ['a file that is larger', packOf([zeros(50 * mb + 1)]), 'it holds a file of more than 50 MB'],
  [
    'one that says it is smaller',
    packOf([object(blobType, Buffer.alloc(51 * mb), 9)]),
    'it holds a file of more than 50 MB',
  ],
  ['a list of files as long as may be', packOf([list(8 * mb)]), undefined],
  ['a longer one', packOf([list(8 * mb + 1)]), 'it holds a list of more than 8 MB'],
  ['a change that makes one', packOf([list(mb), deltaFor(9 * mb, list(mb))]), 'it holds a list of more than 8 MB'],
  ['a change that makes a large file', packOf([base, deltaFor(51 * mb, base)]), 'it holds a file of more than 50 MB'],
  ['many files', packOf(Array<Buffer>(9).fill(zeros(24 * mb))), 'it holds more than 200 MB'],
  [
    'many changes',
    packOf(Array.from({ length: 9 }, () => [base, deltaFor(24 * mb, base)]).flat()),
    'it holds more than 200 MB',
  ],
  ['more objects than are read', packOf([], 60_001), 'it has more than 60,000 files'],
])('a pack of %s is read only within the limits', async (_, pack, why) => {
  expect(await overLimit(pack)).toBe(why);
});
