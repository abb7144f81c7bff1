import { createHmac } from 'node:crypto';
import { environment } from '../../platform/server/env.ts';
import type { Handler } from '../../platform/server/http/endpoint.ts';
import { cacheTags } from '../../platform/server/http/html.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { blobObjectStore, folderObjectStore, type ObjectStore } from '../../platform/server/object-store.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { pictureSizes, type PictureKind } from '../model/addresses.ts';
import {
  duePictures,
  forgetPicture,
  checkPicture,
  touchPicture,
  pictureSecret,
  refusePicture,
  type Facts,
} from './store/pictures.ts';

export { pictureSecret };

/** The storage of picture files: a folder on one's own machine, else the platform's object store. */
export function pictureFiles(): ObjectStore {
  const folder = environment().PICTURES_DIR;
  return folder === undefined ? blobObjectStore('pictures') : folderObjectStore(folder);
}

const sizes = [...new Set(Object.values(pictureSizes).flat())];
const fileOf = (name: string, size: number) => `${name.slice(0, 2)}/${name}-${size}.webp`;

/** Whether a file has the name of a picture file. */
export const isPictureFile = (name: string) => /^([0-9a-f]{2})\/\1[0-9a-f]{30}-\d{2,3}\.webp$/.test(name);

/** A stored picture. */
export type StoredPicture = Facts & { name: string };

/** A picture whose files are stored. If it has `facts`, `recordPicture` still has to record them. */
export type PreparedPicture = { name: string; kind: PictureKind; facts?: Facts; known?: Facts };

/**
 * Takes in a picture that was fetched or uploaded: decodes it, encodes it again, and stores its files under a name derived
 * from its bytes, so that an existing picture costs nothing. Undefined if it is not a picture or too small, or a moderator
 * removed it. `secret`: `pictureSecret`, if it was read already. `mayTake` throws if the picture may not be taken in,
 * before it is decoded.
 */
export async function preparePicture(
  redis: Redis,
  kind: PictureKind,
  source: Uint8Array,
  now: Date,
  { files, secret, mayTake }: { files?: ObjectStore; secret?: string; mayTake?: Promise<unknown> } = {},
): Promise<PreparedPicture | undefined> {
  const name = createHmac('sha256', secret ?? (await pictureSecret(redis)))
    .update(kind)
    .update(source)
    .digest('hex')
    .slice(0, 32);
  const [known] = await Promise.all([touchPicture(redis, name, now, { kind }), mayTake]);
  if (known) return known.state === 'kept' ? { name, kind, known } : undefined;
  // The decoder is a native module, which most functions that import this neither need nor have.
  const { encodePicture } = await import('./encode.ts');
  const encoded = await encodePicture(kind, source);
  if (!encoded) return undefined;
  const place = files ?? pictureFiles();
  // The files are stored before anybody can get the name.
  for (const [size, bytes] of encoded.files) await place.put(fileOf(name, size), bytes);
  const bytes = [...encoded.files.values()].reduce((sum, file) => sum + file.length, 0);
  return { name, kind, facts: { bytes, width: encoded.width, height: encoded.height } };
}

/**
 * Records a picture that was taken in, and `holder`, which is about to show it. Undefined if a moderator removed it. It is
 * deleted after two days (after 30 if it was uploaded for a text) unless something shows it by then: pass a holder here or
 * call `holdPictures`.
 */
export async function recordPicture(
  redis: Redis,
  { name, kind, facts, known }: PreparedPicture,
  now: Date,
  holder?: string,
): Promise<StoredPicture | undefined> {
  if (known && holder === undefined) return { name, ...known };
  const met = await touchPicture(redis, name, now, { kind, facts, holder });
  return met?.state === 'kept' ? { name, ...met } : undefined;
}

/** Does both, for callers that record later what shows the picture. */
export async function keepPicture(
  redis: Redis,
  kind: PictureKind,
  source: Uint8Array,
  now: Date,
  files?: ObjectStore,
): Promise<StoredPicture | undefined> {
  const taken = await preparePicture(redis, kind, source, now, files ? { files } : {});
  return taken && recordPicture(redis, taken, now);
}

/** A file of a picture for everybody who knows its name, which is only in the pages that show it. */
export const pictureAnswer: Handler = async (_request, { params }) => {
  const [, name = '', size] = /^([0-9a-f]{32})-(\d{2,3})\.webp$/.exec(params['file'] ?? '') ?? [];
  const isOurs = sizes.some((one) => one === Number(size));
  const bytes = isOurs ? await pictureFiles().get(fileOf(name, Number(size))) : undefined;
  if (!bytes) throw new HttpError(404, 'Not Found', 'There’s no such picture, or it has been removed.');
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': 'image/webp',
      'Cache-Control': 'public, max-age=31536000, immutable',
      // Never changed but removed, which purges it; a week is how long one stays whose purge was lost.
      'Netlify-CDN-Cache-Control': 'public, durable, s-maxage=604800',
      'Netlify-Cache-Tag': cacheTags.picture(name),
    },
  });
};

/** The largest file of a picture, if it is stored. */
export function largestFile(kind: PictureKind, name: string): Promise<Uint8Array | undefined> {
  return pictureFiles().get(fileOf(name, Math.max(...pictureSizes[kind])));
}

/** Whether it is stored, without reading it. */
export function hasLargestFile(kind: PictureKind, name: string): Promise<boolean> {
  return pictureFiles().has(fileOf(name, Math.max(...pictureSizes[kind])));
}

const sweptAtOnce = 200;

/**
 * Removes pictures that nothing shows any more: returns them as `removed`, since caches still have them. `refused` are
 * those that a moderator removed and something still shows.
 */
export async function sweepPictures(
  redis: Redis,
  now: Date,
  mayGoOn: () => boolean,
): Promise<{ removed: string[]; refused: string[] }> {
  const removed: string[] = [];
  const refused: string[] = [];
  for (const name of await duePictures(redis, now, sweptAtOnce)) {
    if (!mayGoOn()) break;
    const state = await checkPicture(redis, name, now, mayGoOn);
    if (state === 'refused') refused.push(name);
    if (state !== 'removing') continue;
    await removeFiles(name);
    await forgetPicture(redis, name);
    removed.push(name);
  }
  return { removed, refused };
}

/** Removes a picture for good: it is no longer served, and never taken in again. */
export async function banPicture(redis: Redis, name: string): Promise<void> {
  await refusePicture(redis, name);
  await removeFiles(name);
}

async function removeFiles(name: string): Promise<void> {
  const files = pictureFiles();
  for (const size of sizes) await files.remove(fileOf(name, size));
}
