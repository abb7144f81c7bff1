import type { ReactNode } from 'react';
import { momentOf } from '../../platform/browser/relative-time.ts';
import { usePublishing } from '../browser/use-publishing.ts';
import { type PublishingState, phaseOf, type PublishingPhase } from '../model/publishing.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';

const phases: Record<PublishingPhase, { label: string; says: string }> = {
  published: { label: 'Published', says: 'Every change is on the site.' },
  waiting: { label: 'Waiting', says: 'A build is about to start.' },
  building: { label: 'Building', says: 'New pages are being made.' },
  failed: { label: 'Failed', says: 'The last build failed. The site stays as it was before.' },
  behind: {
    label: 'Behind',
    says: 'There are changes that no build has been asked for yet. One is asked for by itself.',
  },
};

/** How far the site is behind what was written, and a way to hurry it. */
export function Publishing() {
  const { state, failure, busy, publish, again } = usePublishing();
  return (
    <section aria-labelledby="publishing" className="grid justify-items-start gap-5">
      <h1 id="publishing">Publishing</h1>
      {state ? <State state={state} /> : !failure && <Loading what="Loading the state of publishing" lines={3} />}
      {failure && (
        <Notice kind="danger" className="w-full">
          <span>
            {failure.status === 0
              ? 'The server could not be reached.'
              : failure.problem.detail || failure.problem.title}
          </span>
          <Button size="xs" variant="outline" color="neutral" className="justify-self-start" onClick={again}>
            Look again
          </Button>
        </Notice>
      )}
      <Button variant="outline" loading={busy} disabled={!state} onClick={() => void publish()}>
        Publish now
      </Button>
    </section>
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
            It was asked for at {timeOf(asked.since)}. If it has not begun by {timeOf(asked.until)}, it is asked for
            again.
          </span>
        )}
        {phase === 'failed' && failure && (
          <span className="text-sm text-muted">
            {failure.attempts > 1 && `${failure.attempts} builds in a row failed. `}
            The next try is at {timeOf(failure.retryAt)}; “Publish now” tries at once.
          </span>
        )}
        {building?.progress && (
          <>
            <progress
              className="h-1.5 w-48 accent-primary"
              value={building.progress.done}
              max={building.progress.total}
            >
              {Math.round((building.progress.done / building.progress.total) * 100)} %
            </progress>
            <span className="text-sm text-muted">
              {building.progress.done} of {building.progress.total} files
            </span>
          </>
        )}
      </div>
      {state.outage && (
        <Notice className="w-full">
          <span>
            The store was away from {momentOf(state.outage.since)} until {momentOf(state.outage.until)}. It said:{' '}
            <q>{state.outage.words}</q>
          </span>
        </Notice>
      )}
      {phase === 'failed' && failure && (
        <pre className="m-0 max-h-48 w-full overflow-auto rounded-md bg-danger-soft p-3 text-xs whitespace-pre-wrap wrap-anywhere">
          {failure.message}
        </pre>
      )}
      <dl className="m-0 grid w-full grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-[0.9375rem]">
        <Fact name="Written">revision {head}</Fact>
        <Fact name="On the site">{published ? `revision ${published.revision}` : 'nothing yet'}</Fact>
        {published && <Fact name="Since">{momentOf(published.at)}</Fact>}
        {published && <Fact name="Build">{published.buildId}</Fact>}
        {head > (published?.revision ?? 0) && <Fact name="Waiting">{changes(head - (published?.revision ?? 0))}</Fact>}
        {building && <Fact name="Building since">{momentOf(building.since)}</Fact>}
      </dl>
    </>
  );
}

const timeOf = (iso: string): string => new Date(iso).toLocaleTimeString('en-GB', { timeStyle: 'medium' });

function changes(count: number): string {
  return count === 1 ? 'one change' : `${count} changes`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="m-0 min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
