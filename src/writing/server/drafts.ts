import { z } from 'zod';
import { DraftId, StoredDraft, type DraftWrite } from '../model/draft.ts';
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
export const DraftKeptAnswer = StoredDraft.pick({ version: true, savedAt: true });

/** The id that an address names. Throws HttpError 400 for what is none. */
export const draftId = (given: string | undefined): string =>
  checked({ id: given?.toLowerCase() }, z.object({ id: DraftId })).id;

export function lineOf({ id, version, savedAt, fields }: StoredDraft): z.infer<typeof DraftLine> {
  return { id, version, savedAt, title: fields.title, note: id.startsWith('new-') ? null : id };
}

/** Keeps what somebody types, as the version that follows the one that they went on from. */
export async function keepDraft(
  redis: Redis,
  userId: string,
  id: string,
  sent: DraftWrite,
  now: Date,
): Promise<{ draft: StoredDraft; kept: DraftKept }> {
  const draft = { ...sent, id, version: sent.version + 1, savedAt: now.toISOString() };
  return { draft, kept: await putDraft(redis, userId, draft) };
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
