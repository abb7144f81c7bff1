import { picturesHere } from '../../../pictures/server/picture-holders.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { attachmentsLeftOut } from '../../formats/field-values.ts';
import { withShownPictures } from '../../model/file-links.ts';
import type { PlannedLine } from './import-plan.ts';

/**
 * Adds to the report the pictures of our own exports that came without their files, unless they are stored here: on another
 * site, their addresses lead nowhere.
 */
export async function reportMissingPictures(redis: Redis, entries: PlannedLine[]): Promise<void> {
  const shown = entries.map((entry) => ('says' in entry && entry.note ? ownPicturesIn(entry.note.body) : []));
  const names = [...new Set(shown.flat())];
  const here = await picturesHere(redis, names);
  for (const [at, entry] of entries.entries()) {
    const left = shown[at]?.filter((name) => !here.has(name)) ?? [];
    if (!('says' in entry) || left.length === 0) continue;
    const files = attachmentsLeftOut(left.map((name) => `pictures/${name}.webp`));
    entries[at] = { ...entry, leftOut: [...entry.leftOut, ...files] };
  }
}

/** The names of the pictures that a text shows from the site that it is on. */
function ownPicturesIn(text: string): string[] {
  const names = new Set<string>();
  withShownPictures(text, (name, written) => {
    if (written.startsWith('/')) names.add(name);
    return undefined;
  });
  return [...names];
}
