import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { overLimit } from '../../../src/transfer/server/export/scheduled/pack-limits.ts';

/** A number of Git's, the lowest seven bits first. */
function numberOf(value: number): number[] {
  return value < 128 ? [value] : [128 | (value & 127), ...numberOf(value >> 7)];
}
const [file, change] = [3, 6];
function object(type: number, bytes: Uint8Array, size = bytes.length): Buffer {
  const first = (type << 4) | (size & 15);
  const start = size > 15 ? [first | 128, ...numberOf(size >> 4)] : [first];
  return Buffer.concat([Buffer.from(type === change ? [...start, 1] : start), deflateSync(bytes)]);
}
function packOf(objects: Buffer[], count = objects.length): Buffer {
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  header.writeUInt32BE(count, 8);
  return Buffer.concat([header, ...objects, Buffer.alloc(20)]);
}
const mb = 2 ** 20;
const zeros = (size: number) => object(file, Buffer.alloc(size));
const making = (size: number) => object(change, Buffer.from([...numberOf(mb), ...numberOf(size), 0]));

test.each([
  ['a text and a change of it', packOf([object(file, Buffer.from('Words.')), making(200)]), undefined],
  ['a file as large as may be', packOf([zeros(50 * mb)]), undefined],
  ['a file that is larger', packOf([zeros(50 * mb + 1)]), 'it holds a file of more than 50 MB'],
  [
    'one that says it is smaller',
    packOf([object(file, Buffer.alloc(51 * mb), 9)]),
    'it holds a file of more than 50 MB',
  ],
  ['a change that makes a large file', packOf([zeros(mb), making(51 * mb)]), 'it holds a file of more than 50 MB'],
  ['many files', packOf(Array<Buffer>(9).fill(zeros(24 * mb))), 'it holds more than 200 MB'],
  ['many changes', packOf(Array<Buffer>(9).fill(making(24 * mb))), 'it holds more than 200 MB'],
  ['more objects than are read', packOf([], 100_001), 'it has more than 100,000 files'],
])('a pack of %s is read where it is small when unpacked', async (_, pack, why) => {
  expect(await overLimit(pack)).toBe(why);
});
