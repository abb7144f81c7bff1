import { v7 as newUuid } from 'uuid';
import * as z from 'zod';
import {
  HighlightedCopy,
  inTextOrder,
  type DueHighlight,
  type Highlight,
  type NewHighlight,
  type RestoredHighlight,
} from '../model/highlight.ts';
import { dueHighlights } from './store/due-highlights.ts';
import { addHighlight, listHighlights, readHighlights, readHighlightsOf } from './store/highlights.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { limits } from '../../platform/model/limits.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { uuidAt } from '../../platform/server/http/uuid-at.ts';

/** Copies in one answer: each may have 500 highlights. */
const pageSize = 20;

/** The page to return: the `next` of the previous one. */
export const HighlightsQuery = z.strictObject({ cursor: z.coerce.number().int().nonnegative().default(0) });
export const HighlightsPage = z.object({ copies: z.array(HighlightedCopy), next: z.int().nullable() });
export type HighlightsPage = z.infer<typeof HighlightsPage>;

type Found = Awaited<ReturnType<typeof listHighlights>>['notes'][number];

const copyOf = ({ note, highlights }: Found): HighlightedCopy => ({
  uuid: note.uuid,
  title: note.title,
  link: note.url ?? '',
  createdAt: note.createdAt,
  highlights: inTextOrder(highlights),
});

/** A person's highlights in the copy of their note; undefined if they have no such copy. */
export async function highlightsOf(redis: Redis, noteUuid: string, userId: string): Promise<Highlight[] | undefined> {
  const found = await readHighlights(redis, noteUuid, userId);
  return found && inTextOrder(found.highlights);
}

/** A person's highlights in the copies of these notes of theirs, in the order of the notes. */
export async function* highlightsOfAll(redis: Redis, noteUuids: readonly string[]): AsyncGenerator<Highlight[], void> {
  for await (const found of readHighlightsOf(redis, noteUuids)) yield inTextOrder(found);
}

/** A page of all highlights of a person, by note, newest first. */
export async function highlightsPage(redis: Redis, userId: string, cursor: number): Promise<HighlightsPage> {
  const { notes, next } = await listHighlights(redis, userId, { from: cursor, limit: pageSize });
  return { copies: notes.map(copyOf), next };
}

/** All highlights of a person, copy by copy. */
export async function* allHighlights(redis: Redis, userId: string): AsyncGenerator<HighlightedCopy, void> {
  let cursor: number | null = 0;
  while (cursor !== null) {
    const page: HighlightsPage = await highlightsPage(redis, userId, cursor);
    yield* page.copies;
    cursor = page.next;
  }
}

/** How many highlights one review has, and how many of these may be from one text. */
const review = { atOnce: 10, perText: 3 };

/** What a person should review today, and how many highlights are due in all. */
export async function highlightsToReview(
  redis: Redis,
  userId: string,
  now: Date,
): Promise<{ items: DueHighlight[]; due: number }> {
  const all = await dueHighlights(redis, userId, now);
  const taken = new Map<string, number>();
  const chosen = all.filter(({ uuid }) => {
    const count = (taken.get(uuid) ?? 0) + 1;
    taken.set(uuid, count);
    return count <= review.perText;
  });
  const items: DueHighlight[] = [];
  for (const { uuid, id } of chosen.slice(0, review.atOnce)) {
    const found = await readHighlights(redis, uuid, userId);
    const one = found?.highlights.find((each) => each.id === id);
    if (found && one) items.push({ uuid, title: found.note.title, link: found.note.url ?? '', highlight: one });
  }
  return { items, due: all.length };
}

export type Highlighted = { ok: true; highlight: Highlight } | { ok: false; reason: 'no-copy' | 'full' };

export async function highlight(
  redis: Redis,
  noteUuid: string,
  userId: string,
  passage: NewHighlight,
  now: Date,
): Promise<Highlighted> {
  const at = now.toISOString();
  const id = passage.id?.toLowerCase() ?? newUuid({ msecs: now.getTime() });
  const made: Highlight = { ...passage, id, createdAt: at, updatedAt: at };
  return highlighted(await addHighlight(redis, noteUuid, userId, made));
}

/** Restores a deleted highlight with its id, times and review. One that exists stays as it is. */
export async function restoreHighlight(
  redis: Redis,
  { noteUuid, userId, id }: { noteUuid: string; userId: string; id: string },
  deleted: RestoredHighlight,
): Promise<Highlighted> {
  return highlighted(await addHighlight(redis, noteUuid, userId, { ...deleted, id }, { restores: true }));
}

const highlighted = (added: Awaited<ReturnType<typeof addHighlight>>): Highlighted =>
  typeof added === 'string' ? { ok: false, reason: added } : { ok: true, highlight: added };

/** The id of the highlight in an address. */
export const highlightId = uuidAt('id', () => highlightProblem('missing'));

/** The answer to a refused call about a highlight. */
export function highlightProblem(reason: 'no-copy' | 'full' | 'missing'): HttpError {
  if (reason === 'full') {
    const { perCopy } = limits.highlight;
    const detail = `Nothing was saved: one copy has at most ${perCopy} highlights. Delete one you no longer need.`;
    return new HttpError(409, 'Conflict', detail);
  }
  const detail =
    reason === 'missing'
      ? 'You have no such highlight. It may have been deleted elsewhere.'
      : 'Only your own copies of pages can be highlighted, and this isn’t one of them.';
  return new HttpError(404, 'Not Found', detail);
}
