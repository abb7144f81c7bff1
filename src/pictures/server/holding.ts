import type { Redis } from '../../platform/server/store/redis.ts';
import type { PagePictures } from '../model/picture.ts';
import { holdPictures, keepPictured, lookSoon, readPictured } from './store/pictures.ts';

/** Who shows a picture, apart from what decodes and keeps files, since every function that writes notes loads this. */
export { holdPictures, keepPictured, lookSoon };

/** The pictures of a captured page for its reader's note of it, which is about to show them. `digest`: of the link. */
export async function takePictured(
  redis: Redis,
  { uuid, authorId }: { uuid: string; authorId: string },
  digest: string,
): Promise<PagePictures | undefined> {
  const pictures = await readPictured(redis, authorId, digest);
  if (pictures) await holdPictures(redis, namesIn(pictures), `note:${uuid}`);
  return pictures;
}

export function namesIn({ icon, lead }: PagePictures): string[] {
  return [icon, lead?.name].filter((name) => name !== undefined);
}
