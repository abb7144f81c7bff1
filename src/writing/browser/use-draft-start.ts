import { draftStart, type DraftStart } from './draft-start.ts';
import type { Draft } from './drafts.ts';
import type { NoteFields } from './note-fields.ts';
import { useCall } from './calls.ts';

/**
 * What the form begins with, once the server has said what it keeps under this id; undefined until then. Where it does
 * not answer, this device's draft goes on from where it was. `kept`: the server may keep one.
 */
export function useDraftStart(
  id: string,
  local: Draft | undefined,
  saved: NoteFields,
  kept: boolean,
): DraftStart | undefined {
  const { answer } = useCall('GET /api/drafts/{id}', kept ? { at: { id } } : undefined);
  if (kept && !answer) return undefined;
  const start = draftStart(local, (answer?.ok && answer.data.draft) || undefined, saved);
  return answer && !answer.ok ? { ...start, version: local?.version ?? 0 } : start;
}
