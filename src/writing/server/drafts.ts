import * as z from 'zod';
import { DraftFields, DraftId, StoredDraft, type DraftWrite } from '../model/draft.ts';
import { tagsRenamed } from '../model/renamed-draft.ts';
import { limits } from '../../platform/model/limits.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { checked } from '../../platform/server/http/read-json.ts';
import { putDraft, type DraftWriteResult } from './store/drafts.ts';
import type { Redis } from '../../platform/server/store/redis.ts';

export { listDrafts } from './store/drafts.ts';

/** The largest body of a call that stores a draft: every byte of the text may be escaped as `\uXXXX`. */
export const maxDraftBytes = limits.drafts.bodyBytes * 6 + 64 * 1024;

/** A row of the list of drafts. `note`: the uuid of the note that it changes; null for a new one. */
export const DraftLine = StoredDraft.pick({ id: true, version: true, savedAt: true }).extend({
  note: z.string().nullable(),
  title: z.string(),
});
export const DraftsAnswer = z.object({ drafts: z.array(DraftLine) });
/** Null if there is no draft: that is normal for most notes, and not an error. */
export const DraftAnswer = z.object({ draft: StoredDraft.nullable() });
/** `tags`: the tags that were sent, under their current names. */
export const DraftKeptAnswer = StoredDraft.pick({ version: true, savedAt: true }).extend({
  tags: DraftFields.shape.tags,
});

/** The draft id in a path. Throws HttpError 400 if it is invalid. */
export const draftId = (given: string | undefined): string =>
  checked({ id: given?.toLowerCase() }, z.object({ id: DraftId })).id;

export function lineOf({ id, version, savedAt, fields }: StoredDraft): z.infer<typeof DraftLine> {
  return { id, version, savedAt, title: fields.title, note: id.startsWith('new-') ? null : id };
}

/** How often storing a draft is tried while its tags are being renamed. */
const tries = 4;

/**
 * Stores a draft as the version after the one that it is based on. If only tags were renamed since, it becomes the version
 * after that, with the new names.
 */
export async function keepDraft(
  redis: Redis,
  userId: string,
  id: string,
  sent: DraftWrite,
  now: Date,
): Promise<{ draft: StoredDraft; kept: DraftWriteResult }> {
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

/** The error for a draft that was not stored. */
export function draftProblem(kept: Exclude<DraftWriteResult, { ok: true }>): HttpError {
  if (kept.reason === 'changed') {
    const why = 'This draft wasn’t saved: it has changed in another tab or on another device.';
    return new HttpError(409, 'Conflict', why, { members: { current: kept.current } });
  }
  const why = `You have ${limits.drafts.count} drafts, the most anyone can have. Finish or discard one of them.`;
  return new HttpError(422, 'Unprocessable Content', why);
}
