import { sentenceFor, type Answer, type Failure } from '../../platform/browser/api.ts';
import { call as callOfCollections } from '../../library/browser/calls.ts';
import { undoFailed } from '../../ui/toasts/toasts.ts';
import { call as callOfBin, type BinPage } from '../../writing/browser/calls.ts';
import { failureSentence } from '../../writing/browser/restoring.ts';
import type { LibraryAction } from '../model/library.ts';
import { restoredPerCall } from './library-actions.ts';
import { call } from './use-library.ts';

/** `undo`: the actions that put the notes back into the bin; `collections`: the ids of those restored, in this order. */
type Restored = { notes: number; collections: string[]; undo: LibraryAction[]; why: string | undefined };

/**
 * Restores everything in the bin: the collections, then the notes, page after page. What cannot be restored stays there, and
 * `why` gives the reasons or the failure that ended it early. `tell` is called with the number of notes restored so far.
 */
export async function restoreAll(tell: (notes: number) => void): Promise<Restored> {
  const all: Restored = { notes: 0, collections: [], undo: [], why: undefined };
  const reasons = new Set<string>();
  // The notes do not need the collections, so a failure there stops none of them.
  const ofCollections = await restoreCollections(all.collections, reasons);
  const ofNotes = await restoreNotes(all, reasons, tell);
  const failure = ofCollections ?? ofNotes;
  const isPart = all.notes > 0 || all.collections.length > 0;
  const ended =
    failure &&
    (isPart ? `The rest is still in the bin. ${sentenceFor(failure, new Date())}` : failureSentence(failure));
  return { ...all, why: [ended ?? '', ...reasons].join(' ').trim() || undefined };
}

/** The last deleted one first: what was inside another collection, or around others, then returns there. */
async function restoreCollections(restored: string[], reasons: Set<string>): Promise<Failure | undefined> {
  const binned = await callOfCollections('GET /api/bin/collections', {});
  if (!binned.ok) return binned;
  for (const { id } of binned.data.collections) {
    const answer = await callOfCollections('PUT /api/collections/{id}', { at: { id } });
    if (answer.ok) restored.push(id);
    else if (answer.status === 409) reasons.add(answer.problem.detail);
    else if (answer.status !== 404) return answer;
  }
  return undefined;
}

async function restoreNotes(
  all: Restored,
  reasons: Set<string>,
  tell: (notes: number) => void,
): Promise<Failure | undefined> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Answer<BinPage> = await callOfBin('GET /api/bin', {
      query: { count: String(restoredPerCall), ...(cursor && { cursor }) },
    });
    if (!page.ok) return page;
    const ids = page.data.notes.map(({ uuid }) => uuid);
    cursor = page.data.next;
    if (ids.length === 0) continue;
    const acted = await call('POST /api/library/actions', { body: { action: 'restore', ids } });
    if (!acted.ok) return acted;
    all.notes += acted.data.done.length;
    tell(all.notes);
    all.undo.unshift(...acted.data.undo);
    for (const { reason } of acted.data.refused) reasons.add(reason);
  }
  return undefined;
}

/**
 * Deletes restored collections again, the last restored first; true if all are. After a failure, trying again continues
 * from there.
 */
export async function deleteAgain(collections: readonly string[], onChange: () => void): Promise<boolean> {
  for (const [done, id] of collections.toReversed().entries()) {
    const answer = await callOfCollections('DELETE /api/collections/{id}', { at: { id } });
    if (answer.ok || answer.status === 404) continue;
    const left = collections.slice(0, collections.length - done);
    undoFailed(sentenceFor(answer, new Date()), () => void deleteAgain(left, onChange), { isPart: done > 0 });
    onChange();
    return false;
  }
  if (collections.length > 0) onChange();
  return true;
}
