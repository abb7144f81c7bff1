import { z } from 'zod';
import { DraftFields, DraftId, StoredDraft, type DraftWrite } from '../model/draft.ts';
import { tagsRenamed } from '../model/renamed-draft.ts';
import { limits } from '../../platform/model/limits.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { checked } from '../../platform/server/http/read-json.ts';
import { putDraft, type DraftKept } from './store/drafts.ts';
import type { Redis } from '../../platform/server/store/redis.ts';

export { listDrafts } from './store/drafts.ts';

/** The largest body of a call that keeps a draft: every byte of the text may be escaped as `\uXXXX`. */
export const maxDraftBytes = limits.drafts.bodyBytes * 6 + 64 * 1024;

/** A line of the list of drafts. `note`: the note that it changes; null for a new one. */
export const DraftLine = StoredDraft.pick({ id: true, version: true, savedAt: true }).extend({
  note: z.string().nullable(),
  title: z.string(),
});
export const DraftsAnswer = z.object({ drafts: z.array(DraftLine) });
/** Null where none is kept: most notes are opened for editing without one, and that is no fault. */
export const DraftAnswer = z.object({ draft: StoredDraft.nullable() });
/** `tags`: those that were sent, by the names that they have now. */
export const DraftKeptAnswer = StoredDraft.pick({ version: true, savedAt: true }).extend({
  tags: DraftFields.shape.tags,
});

/** The id that an address names. Throws HttpError 400 for what is none. */
export const draftId = (given: string | undefined): string =>
  checked({ id: given?.toLowerCase() }, z.object({ id: DraftId })).id;

export function lineOf({ id, version, savedAt, fields }: StoredDraft): z.infer<typeof DraftLine> {
  return { id, version, savedAt, title: fields.title, note: id.startsWith('new-') ? null : id };
}

/** So often a draft is written anew over tags that are renamed meanwhile. */
const tries = 4;

/**
 * Keeps what somebody types, as the version that follows the one that they went on from. Where nothing but tags were renamed
 * since, it follows that: the old names would be written back otherwise.
 */
export async function keepDraft(
  redis: Redis,
  userId: string,
  id: string,
  sent: DraftWrite,
  now: Date,
): Promise<{ draft: StoredDraft; kept: DraftKept }> {
  let draft: StoredDraft = { ...sent, id, version: sent.version + 1, savedAt: now.toISOString() };
  let kept = await putDraft(redis, userId, draft);
  for (let time = 1; time < tries && !kept.ok && kept.reason === 'changed'; time += 1) {
    const tags = tagsRenamed(kept.current, sent.version, sent.fields.tags);
    if (!tags) break;
    draft = { ...draft, version: kept.current.version + 1, fields: { ...sent.fields, tags } };
    kept = await putDraft(redis, userId, draft);
  }
  return { draft, kept };
}

/** What a draft that is not kept answers. */
export function draftProblem(kept: Exclude<DraftKept, { ok: true }>): HttpError {
  if (kept.reason === 'changed') {
    const why = 'This draft wasn’t saved: it has changed in another tab or on another device.';
    return new HttpError(409, 'Conflict', why, { members: { current: kept.current } });
  }
  const why = `You have ${limits.drafts.count} drafts, which is the most. Finish or discard one of them.`;
  return new HttpError(422, 'Unprocessable Content', why);
}
