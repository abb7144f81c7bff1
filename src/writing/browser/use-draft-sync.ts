import { useEffect, useState } from 'react';
import { call } from './calls.ts';
import { createDraftSync, type DraftNews, type DraftSync } from './draft-sync.ts';

/** Keeps on the server what is typed under this id, from this version on; at once when the page is put away. */
export function useDraftSync(id: string, version: number, tell: (news: DraftNews) => void): DraftSync {
  const [{ sync, listeners }] = useState(() => {
    const listeners = new Set<(news: DraftNews) => void>();
    const sync = createDraftSync(version, {
      put: (from, { fields, rev }) =>
        call('PUT /api/drafts/{id}', {
          at: { id },
          body: { version: from, fields, ...(rev === undefined ? {} : { rev }) },
        }),
      drop: () => call('DELETE /api/drafts/{id}', { at: { id } }),
      after: (ms, run) => setTimeout(run, ms),
      tell: (news) => listeners.forEach((listener) => listener(news)),
    });
    return { sync, listeners };
  });
  // Without dependencies: whoever listens has the state of the last rendering.
  useEffect(() => {
    listeners.add(tell);
    return () => void listeners.delete(tell);
  });
  useEffect(() => {
    const putAway = () => document.visibilityState === 'hidden' && void sync.flush();
    document.addEventListener('visibilitychange', putAway);
    return () => document.removeEventListener('visibilitychange', putAway);
  }, [sync]);
  return sync;
}
