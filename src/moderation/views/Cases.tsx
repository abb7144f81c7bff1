import { useCall } from '../browser/calls.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AppealCard } from './AppealCard.tsx';
import { CaseCard } from './CaseCard.tsx';
import { Panel } from './Panel.tsx';

const empty = {
  report: 'No reports wait. Readers report what they find from its page.',
  held: 'No notes are held. What looks like spam from a new person waits here.',
  appeal: 'No appeals wait. Each decision can be appealed against once.',
} as const;

type Props = { kind: keyof typeof empty; onCounts: () => void };

/** What waits of one kind, the oldest first. */
export function Cases({ kind, onCounts }: Props) {
  const { answer, retry } = useCall('GET /api/moderation/queue', { query: { kind } });
  const decided = () => {
    retry();
    onCounts();
  };
  return (
    <Panel what="the queue" answer={answer} retry={retry}>
      {({ cases, appeals, counts }) =>
        cases.length + appeals.length === 0 ? (
          <EmptyState>{empty[kind]}</EmptyState>
        ) : (
          <>
            <ul className="m-0 grid list-none gap-4 p-0">
              {cases.map((queued) => (
                <CaseCard key={queued.case.id} queued={queued} onDecided={decided} />
              ))}
              {appeals.map((queued) => (
                <AppealCard key={queued.entry.id} queued={queued} onDecided={decided} />
              ))}
            </ul>
            {counts[kind] > cases.length + appeals.length && (
              <p className="text-muted">The oldest are shown; the others move up as these are decided.</p>
            )}
          </>
        )
      }
    </Panel>
  );
}
