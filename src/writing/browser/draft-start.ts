import type { StoredDraft } from '../model/draft.ts';
import type { Draft } from './drafts.ts';
import { sameFields, type NoteFields } from './note-fields.ts';

/** What the form begins with. `other` was typed elsewhere, goes on from nothing here, and must be chosen or refused. */
export type DraftStart = { draft: Draft | undefined; version: number; other?: StoredDraft };

/**
 * Brings together what this device kept, what the server kept, and what is saved: where one goes on from the other, the
 * later one; where both went on by themselves, this device's with the other to choose from.
 */
export function draftStart(local: Draft | undefined, stored: StoredDraft | undefined, saved: NoteFields): DraftStart {
  const here = local && !sameFields(local.fields, saved) ? local : undefined;
  if (!stored) return { draft: here, version: 0 };
  const { version, fields, rev } = stored;
  const there: Draft = { fields, ...(rev === undefined ? {} : { rev }), version };
  if (!here) return { draft: there, version };
  if (here.version === version || sameFields(here.fields, fields)) return { draft: here, version };
  return { draft: here, version: here.version ?? 0, other: stored };
}
