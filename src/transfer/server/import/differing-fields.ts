import { readCopy } from '../../../capture/server/copies.ts';
import type { Imported } from '../../../notes/model/details.ts';
import { titleKey } from '../../../notes/model/markdown.ts';
import { isSameSecond } from '../../model/merged-note.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { placeAs, type Draft } from './import-belongings.ts';
import type { PlannedEntry } from './planned-entry.ts';

/** What a file says of an item that its note has another value for, as additional fields. */
export function differingFields({ note, reading, place }: Draft, { said = {} }: PlannedEntry): Imported {
  const there = reading ? placeAs(reading) : place;
  const { state, readAt, changedAt, isPublic } = said;
  const isRead = there?.state === 'archived' && isSameSecond(there.changedAt, Date.parse(readAt ?? ''));
  return {
    ...(state && there && state !== there.state && { state }),
    ...(readAt && there && !isRead && { read: readAt }),
    ...(changedAt && !isSameSecond(Date.parse(changedAt), Date.parse(note.updatedAt)) && { changed: changedAt }),
    ...(isPublic !== undefined &&
      isPublic !== (note.visibility === 'public') && { visibility: isPublic ? 'public' : 'private' }),
  };
}

/** Former titles in a file that the note does not have. What is merged with a note gives it none, so they are kept beside it. */
export function otherFormerTitles({ note, formerTitles: there }: Draft, { formerTitles = [] }: PlannedEntry): Imported {
  const others = formerTitles.filter((title) => title !== titleKey(note.title) && !there.includes(title));
  return others.length > 0 ? { 'former titles': others } : {};
}

/** Whether a file has a copy of a page with another text than the one that its note has. */
export async function isOtherCopy(redis: Redis, draft: Draft, { copy }: PlannedEntry): Promise<boolean> {
  if (!copy || !draft.hasCopy) return false;
  const there = draft.copy ?? (await readCopy(redis, draft.note.uuid));
  return there?.html !== copy.html;
}
