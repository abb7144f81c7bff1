import { useState } from 'react';
import { call, useCall } from '../browser/calls.ts';
import { momentOf } from '../../platform/browser/relative-time.ts';
import { paths } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** New notes that were begun in another tab or on another device, to go on with or to discard. Nothing where there are none. */
export function DraftOffers({ except }: { except: string }) {
  const { answer } = useCall('GET /api/drafts', {});
  const [gone, setGone] = useState<readonly string[]>([except]);
  const [failure, setTrouble] = useState(false);
  const begun = answer?.ok ? answer.data.drafts.filter(({ id, note }) => note === null && !gone.includes(id)) : [];
  if (begun.length === 0) return null;

  async function discard(id: string) {
    const dropped = await call('DELETE /api/drafts/{id}', { at: { id } });
    setTrouble(!dropped.ok);
    if (dropped.ok) setGone([...gone, id]);
  }

  return (
    <Notice title={begun.length === 1 ? 'You began a note elsewhere' : 'You began notes elsewhere'} className="mb-6">
      <ul className="m-0 grid list-none gap-2 p-0">
        {begun.map(({ id, title, savedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
              <bdi className="font-medium">{title || 'Untitled'}</bdi>{' '}
              <span className="text-sm text-muted">
                <time dateTime={savedAt}>{momentOf(savedAt)}</time>
              </span>
            </span>
            <Button size="xs" variant="outline" color="neutral" href={`${paths.write}?draft=${id}`}>
              Go on with it
            </Button>
            <Button size="xs" variant="ghost" color="danger" onClick={() => void discard(id)}>
              Discard
            </Button>
          </li>
        ))}
      </ul>
      {failure && <span>It could not be discarded now. Try again in a moment.</span>}
    </Notice>
  );
}
