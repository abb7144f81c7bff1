import type { ReactNode } from 'react';
import { countedOf } from '../../platform/model/counted.ts';
import { localTime } from '../../platform/browser/relative-time.ts';
import { usePublishing } from '../browser/use-publishing.ts';
import { type PublishingState, phaseOf, type PublishingPhase } from '../model/publishing.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';

const phases: Record<PublishingPhase, { label: string; says: string }> = {
  published: { label: 'Up to date', says: 'Everything you’ve written is on the site.' },
  waiting: { label: 'Waiting', says: 'The site is about to be updated.' },
  building: { label: 'Updating', says: 'The latest changes are on their way to the site.' },
  failed: {
    label: 'Failed',
    says: 'The last update failed. The site is as it was before, and what you wrote is safe.',
  },
  behind: {
    label: 'Behind',
    says: 'Some changes aren’t on the site yet. It’ll be updated soon, without you doing anything.',
  },
};

/** How far the site is behind what was written, and a button to publish now. */
export function Publishing() {
  const { state, failure, busy, publish, retry } = usePublishing();
  return (
    <div className="grid justify-items-start gap-5">
      {state ? <State state={state} /> : !failure && <Loading what="Loading what’s on the site" lines={3} />}
      {failure && (
        <Notice kind="danger" className="w-full">
          <span>
            {failure.status === 0 ? 'The server couldn’t be reached.' : failure.problem.detail || failure.problem.title}
          </span>
          <Button size="xs" variant="outline" color="neutral" className="justify-self-start" onClick={retry}>
            Check again
          </Button>
        </Notice>
      )}
      <Button variant="outline" color="neutral" loading={busy} disabled={!state} onClick={() => void publish()}>
        Publish now
      </Button>
    </div>
  );
}

function State({ state }: { state: PublishingState }) {
  const { published, building, failure, head } = state;
  const phase = phaseOf(state);
  const { label, says } = phases[phase];
  const { asked } = state;
  return (
    <>
      <div role="status" className="grid justify-items-start gap-2">
        <Badge color={phase === 'failed' ? 'danger' : phase === 'published' ? 'primary' : 'neutral'}>{label}</Badge>
        <span className="text-[0.9375rem]">{says}</span>
        {phase === 'waiting' && asked && (
          <span className="text-sm text-muted">
            Requested at {timeOf(asked.since)}. If nothing has started by {timeOf(asked.until)}, it’ll be tried again.
          </span>
        )}
        {phase === 'failed' && failure && (
          <span className="text-sm text-muted">
            {failure.attempts > 1 && `It has failed ${failure.attempts} times in a row. `}
            The next try is at {timeOf(failure.retryAt)}. “Publish now” tries straight away.
          </span>
        )}
        {building?.progress && (
          <>
            <progress
              className="h-1.5 w-48 accent-primary"
              value={building.progress.done}
              max={building.progress.total}
            >
              {Math.round((building.progress.done / building.progress.total) * 100)}%
            </progress>
            <span className="text-sm text-muted">
              {building.progress.done} of {building.progress.total} pages and files
            </span>
          </>
        )}
      </div>
      {state.outage && (
        <Notice className="w-full">
          <span>
            The database couldn’t be reached from {localTime(state.outage.since)} until {localTime(state.outage.until)}.
            The reason given: <q>{state.outage.words}</q>
          </span>
        </Notice>
      )}
      {phase === 'failed' && failure && (
        <pre className="m-0 max-h-48 w-full overflow-auto rounded-md bg-danger-soft p-3 text-xs whitespace-pre-wrap wrap-anywhere">
          {failure.message}
        </pre>
      )}
      <dl className="m-0 grid w-full min-[22rem]:grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-[0.9375rem]">
        <Fact name="Last updated">{published ? localTime(published.at) : 'Not yet'}</Fact>
        {head > (published?.revision ?? 0) && (
          <Fact name="Still to come">{countedOf(head - (published?.revision ?? 0), 'change')}</Fact>
        )}
        {building && <Fact name="Updating since">{localTime(building.since)}</Fact>}
      </dl>
    </>
  );
}

const timeOf = (iso: string): string => new Date(iso).toLocaleTimeString('en-GB', { timeStyle: 'short' });

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="m-0 min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
