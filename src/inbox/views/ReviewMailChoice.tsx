import { useState } from 'react';
import type { Failure } from '../../platform/browser/api.ts';
import { Select } from '../../ui/forms/Input.tsx';
import { NotChanged } from '../../ui/LoadFailure.tsx';
import { call, useCall } from '../browser/calls.ts';
import type { ReviewMail } from '../model/notification.ts';

const ways = { never: 'Never', daily: 'Every day', weekly: 'On Mondays' } as const;

/** How often highlights that are due come by mail. Nothing stands here until that is known. */
export function ReviewMailChoice() {
  const { answer } = useCall('GET /api/inbox/review', {});
  const [chosen, setChosen] = useState<ReviewMail['every']>();
  const [failure, setFailure] = useState<Failure>();
  if (!answer?.ok) return null;
  const before = chosen ?? answer.data.every;

  async function choose(every: ReviewMail['every']) {
    setFailure(undefined);
    setChosen(every);
    const stored = await call('PUT /api/inbox/review', { body: { every } });
    if (stored.ok) return;
    setChosen(before);
    setFailure(stored);
  }

  return (
    <div>
      <label className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[1fr_15rem]">
        <span>
          <span className="font-medium">Highlights</span>{' '}
          <span className="text-sm text-muted">to review, by email</span>
        </span>
        <Select value={before} onChange={({ target }) => void choose(target.value as ReviewMail['every'])}>
          {Object.entries(ways).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </label>
      {failure && <NotChanged failure={failure} />}
    </div>
  );
}
