import type { Answer, Failure } from '../../platform/browser/api.ts';
import { call as callOfBin, type BinPage } from '../../writing/browser/calls.ts';
import { failureSentence } from '../../writing/browser/restoring.ts';
import type { LibraryAction } from '../model/library.ts';
import { restoredPerCall } from './library-actions.ts';
import { call } from './use-library.ts';

type Restored = { restored: number; undo: LibraryAction[]; why: string | undefined };

/**
 * Restores everything in the bin, page after page. Notes that cannot be restored stay there, and `why` gives the reasons or
 * the failure that ended it early. `tell` is called with the number restored so far.
 */
export async function restoreAll(tell: (restored: number) => void): Promise<Restored> {
  const undo: LibraryAction[] = [];
  const reasons = new Set<string>();
  let restored = 0;
  const end = (failure?: Failure): Restored => {
    const ended =
      failure &&
      (restored === 0 ? failureSentence(failure) : `The rest is still in the bin. ${failure.problem.detail}`);
    return { restored, undo, why: [ended ?? '', ...reasons].join(' ').trim() || undefined };
  };
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Answer<BinPage> = await callOfBin('GET /api/bin', {
      query: { count: String(restoredPerCall), ...(cursor && { cursor }) },
    });
    if (!page.ok) return end(page);
    const ids = page.data.notes.map(({ uuid }) => uuid);
    cursor = page.data.next;
    if (ids.length === 0) continue;
    const acted = await call('POST /api/library/actions', { body: { action: 'restore', ids } });
    if (!acted.ok) return end(acted);
    restored += acted.data.done.length;
    tell(restored);
    undo.unshift(...acted.data.undo);
    for (const { reason } of acted.data.refused) reasons.add(reason);
  }
  return end();
}
