import type { Redis } from '../../platform/server/store/redis.ts';
import type { PagePictures } from '../model/picture.ts';
import { holdPictured, holdPictures, holdersOf, keepPictured, letGo, lookSoon } from './store/pictures.ts';

/** Who shows a picture, apart from what decodes and keeps files, since every function that writes notes loads this. */
export { holdPictures, holdersOf, keepPictured, letGo, lookSoon };

/** The pictures of a captured page for its reader's note of it, which is about to show them. `digest`: of the link. */
export async function takePictured(
  redis: Redis,
  { uuid, authorId }: { uuid: string; authorId: string },
  digest: string,
): Promise<PagePictures | undefined> {
  const found = await holdPictured(redis, { userId: authorId, digest, holder: `note:${uuid}` });
  if (!found) return undefined;
  const { pictures, held } = found;
  return namesIn(pictures).reduce<PagePictures | undefined>(
    (left, name) => (held.includes(name) ? left : left && withoutPicture(left, name)),
    pictures,
  );
}

/** What is left of them, where something is. What was counted for both pictures stays counted. */
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
