import { useCall, call } from '../browser/calls.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CaseCard } from './CaseCard.tsx';
import { Panel } from './Panel.tsx';
import { shortDate } from '../../platform/model/dates.ts';
import type { QueuedAppeal } from '../model/case.ts';
import { entryInWords } from '../model/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { askToDecide } from './DecideModal.tsx';
import { SubjectView } from './SubjectView.tsx';

const empty = {
  report: 'No reports. Anything readers report appears here.',
  held: 'No notes are waiting. Suspicious notes from newcomers are held here for review.',
  appeal: 'No appeals. Each decision can be appealed once.',
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
              <p className="text-muted">Showing the oldest. More appear as you decide these.</p>
            )}
          </>
        )
      }
    </Panel>
  );
}

/** One appeal: the decision, what it was about, what the person says, and what can be decided. */
function AppealCard({ queued, onDecided }: { queued: QueuedAppeal; onDecided: () => void }) {
  const { appeal, entry, note, comment, person, mine } = queued;
  const decide = (granted: boolean) =>
    askToDecide({
      about: `appeal:${entry.id}:${granted}`,
      title: granted ? 'Take the decision back?' : 'Decline the appeal?',
      say: granted
        ? 'Everything goes back to how it was, and the person is told.'
        : 'The decision stands, and the person is told why. They can’t appeal again.',
      yes: granted ? 'Take it back' : 'Decline',
      done: granted ? 'Taken back' : 'Declined',
      decide: ({ reason }) =>
        call('POST /api/moderation/appeals/{id}', { at: { id: entry.id }, body: { granted, reason } }),
      onDecided,
    });
  return (
    <li>
      <Card>
        <p className="m-0 text-[0.9375rem]">
          <strong className="font-medium">{entryInWords(entry)}</strong>
          <span className="text-muted">
            {' '}
            · {shortDate(entry.at)} · {entry.reason}
          </span>
        </p>
        {entry.subject && <SubjectView kind={entry.subject.kind} {...{ note, comment, person }} />}
        <div>
          <p className="m-0 text-sm text-muted">The appeal, {shortDate(appeal.at)}</p>
          <p dir="auto" className="m-0 whitespace-pre-wrap">
            {appeal.text}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 pt-1">
          <Button size="xs" aria-haspopup="dialog" onClick={() => decide(true)}>
            Take the decision back
          </Button>
          <Button size="xs" variant="outline" color="neutral" aria-haspopup="dialog" onClick={() => decide(false)}>
            Decline
          </Button>
        </div>
        {mine && (
          <p className="m-0 text-sm text-muted">
            You made this decision, so another moderator should decide the appeal, if possible.
          </p>
        )}
      </Card>
    </li>
  );
}
