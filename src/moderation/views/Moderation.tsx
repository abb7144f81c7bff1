import { useCall } from '../browser/calls.ts';
import { useSession } from '../../people/browser/use-session.ts';
import { paths } from '../../platform/model/paths.ts';
import { mayAppoint } from '../../people/model/permissions.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { bounded } from '../../ui/Boundary.tsx';
import { Cases } from './Cases.tsx';
import { Decisions } from './Decisions.tsx';
import { Domains } from './Domains.tsx';
import { People } from './People.tsx';

/** What awaits the moderators, and what they have decided. */
export const Moderation = bounded(function Moderation() {
  const { user } = useSession();
  return (
    <div className="page-head mx-auto max-w-3xl">
      <h1 id="moderation" tabIndex={-1}>
        Moderation
      </h1>
      <p className="mb-6">
        Every decision needs a reason, tells the person concerned and stands in the{' '}
        <a className="underline underline-offset-2" href={paths.moderationLog()}>
          public log
        </a>
        .
      </p>
      {user ? <Desk owner={mayAppoint(user)} /> : <Loading what="Loading the queue" lines={6} />}
    </div>
  );
});

function Desk({ owner }: { owner: boolean }) {
  const { answer, retry } = useCall('GET /api/moderation/queue', {});
  const counts = answer?.ok ? answer.data.counts : undefined;
  return (
    <Tabs
      label="Moderation"
      tabs={[
        {
          value: 'report',
          label: <Counted name="Reports" count={counts?.report} />,
          panel: <Cases kind="report" onCounts={retry} />,
        },
        {
          value: 'held',
          label: <Counted name="Held" count={counts?.held} />,
          panel: <Cases kind="held" onCounts={retry} />,
        },
        {
          value: 'appeal',
          label: <Counted name="Appeals" count={counts?.appeal} />,
          panel: <Cases kind="appeal" onCounts={retry} />,
        },
        { value: 'decisions', label: 'Decisions', panel: <Decisions /> },
        { value: 'domains', label: 'Domains', panel: <Domains /> },
        { value: 'people', label: 'People', panel: <People mayAppoint={owner} /> },
      ]}
    />
  );
}

function Counted({ name, count }: { name: string; count: number | undefined }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {name} {count ? <Badge color="primary">{count}</Badge> : null}
    </span>
  );
}
