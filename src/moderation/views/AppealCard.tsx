import { shortDate } from '../../platform/model/dates.ts';
import type { QueuedAppeal } from '../model/case.ts';
import { entryInWords } from '../model/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { call } from '../browser/calls.ts';
import { askToDecide } from './DecideModal.tsx';
import { SubjectView } from './SubjectView.tsx';

/** One appeal: the decision, what it was about, what the person says, and what can be decided. */
export function AppealCard({ queued, onDecided }: { queued: QueuedAppeal; onDecided: () => void }) {
  const { appeal, entry, note, comment, person, mine } = queued;
  const decide = (granted: boolean) =>
    askToDecide({
      title: granted ? 'Take the decision back?' : 'Decline the appeal?',
      say: granted
        ? 'Everything is as it was before the decision, and the person is told.'
        : 'The decision stands, and the person is told why. They cannot appeal again.',
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
            You made this decision: another moderator decides the appeal, if there is one.
          </p>
        )}
      </Card>
    </li>
  );
}
