import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodePicture } from '../../../src/pictures/server/encode.ts';

/** A single-colour AVIF of 4000 by 4000 pixels in half a kilobyte. */
const largeAvif = Buffer.from(
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAAO4AAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgTACAAAAABRpc3BlAAAAAAAAD6AAAA+gAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAD2bWRhdBIACgo8Lv5/59pAQ0GkMt0BEH+TFCd///+LPwIAac/KKvcZed1VI7+kWMQrc5tZ6uUBOwTK8VZEc2ky36Mhg4v4/38HMymgo8Q55Q741ZzsrQ1u3DLtwcEHu45YIEfy5NFQ6JHpwuxDXwmQvVCfGWuGa6O2+xPA7XO+elVd0HRhDNz2Y22kkUDPyir3GXndVSOZq4rNx/KK3JWHp6L9KHM7aYBU6dZlTn0L7EXpj4DH5RLfUjFfSDE59Zs01ZGLrXjpuOZrhT8JVaXJkkFLvkE3RouNmIr5y9YfL6mVOexAGC5ooiiqyCwU4xjSwMA=',
  'base64',
);

test('an AVIF of 16 megapixels is not decoded, since that would need all pixels in memory', async () => {
  expect(await sharp(largeAvif).metadata()).toMatchObject({ format: 'heif', width: 4000, height: 4000 });
  expect(await encodePicture('text', largeAvif)).toBeUndefined();
});

const segment = (marker: number, ...bytes: number[]) => [0xff, marker, 0, bytes.length + 2, ...bytes];

/** A progressive JPEG of 8 by 8 grey pixels with this many additional passes, and a comment before them. */
function passes(count: number, comment: number[] = []): Buffer {
  const tables = [
    ...segment(0xdb, 0, ...Array<number>(64).fill(1)),
    ...segment(0xc2, 8, 0, 8, 0, 8, 1, 1, 0x11, 0),
    // One code of one bit for a difference of zero, and one for the end of a block.
    ...segment(0xc4, 0x00, 1, ...Array<number>(15).fill(0), 0),
    ...segment(0xc4, 0x10, 1, ...Array<number>(15).fill(0), 0),
  ];
  const first = [...segment(0xda, 1, 1, 0, 0, 0, 0), 0x7f];
  const pass = (at: number) => [...segment(0xda, 1, 1, 0, 1 + (at % 63), 1 + (at % 63), 0), 0x7f];
  const all = Array.from({ length: count }, (_, at) => pass(at)).flat();
  return Buffer.from([0xff, 0xd8, ...tables, ...segment(0xfe, ...comment), ...first, ...all, 0xff, 0xd9]);
}

test('a JPEG with hundreds of passes is not decoded, one with dozens is, whatever its comments contain', async () => {
  expect(await encodePicture('text', passes(300))).toBeUndefined();
  expect(await encodePicture('text', passes(60))).toMatchObject({ width: 8, height: 8 });
  const looksLikePasses = Array.from({ length: 240 }, (_, at) => (at % 2 === 0 ? 0xff : 0xda));
  expect(await encodePicture('text', passes(60, looksLikePasses))).toMatchObject({ width: 8, height: 8 });
});
