import type { Redis } from '../../platform/server/store/redis.ts';
import type { PagePictures } from '../model/picture.ts';
import {
  holdPagePictures,
  holdPictures,
  holdersOf,
  storePagePictures,
  releasePicture,
  scheduleCheck,
} from './store/pictures.ts';
import { picturesHere } from './store/sent-pictures.ts';

/**
 * Records what shows a picture. Separate from decoding and storing files, since every function that writes notes loads
 * this.
 */
export { holdPictures, holdersOf, picturesHere, storePagePictures, releasePicture, scheduleCheck };

/**
 * Takes the pictures of a captured page for its reader's note about it, which is about to show them. `digest` is that of
 * the link.
 */
export async function adoptPagePictures(
  redis: Redis,
  { uuid, authorId }: { uuid: string; authorId: string },
  digest: string,
): Promise<PagePictures | undefined> {
  const found = await holdPagePictures(redis, { userId: authorId, digest, holder: `note:${uuid}` });
  if (!found) return undefined;
  const { pictures, held } = found;
  return namesIn(pictures).reduce<PagePictures | undefined>(
    (left, name) => (held.includes(name) ? left : left && withoutPicture(left, name)),
    pictures,
  );
}

/** What is left of a page's pictures without this one, if anything. The bytes counted for both stay. */
export function withoutPicture({ bytes, icon, lead, ...page }: PagePictures, name: string): PagePictures | undefined {
  const left = {
    ...page,
    ...(icon !== undefined && icon !== name && { icon }),
    ...(lead && lead.name !== name && { lead }),
  };
  return Object.keys(left).length > 0 ? { bytes, ...left } : undefined;
}

export function namesIn({ icon, lead }: PagePictures): string[] {
  return [icon, lead?.name].filter((name) => name !== undefined);
}
