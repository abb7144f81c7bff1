import { shortDate } from '../../platform/model/dates.ts';
import type { QueuedCase } from '../model/case.ts';
import { entryInWords, reportReasons } from '../model/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { askToDecide } from './DecideModal.tsx';
import { asking, type DecisionName } from './decisions.ts';
import { SubjectView } from './SubjectView.tsx';

const offered: Record<'held' | 'note' | 'comment' | 'person', readonly (readonly [DecisionName, string])[]> = {
  held: [
    ['release', 'Publish'],
    ['refuse', 'Refuse'],
  ],
  note: [
    ['dismiss', 'Dismiss'],
    ['hide', 'Hide'],
    ['remove', 'Remove'],
    ['lock', 'Lock thread'],
  ],
  comment: [
    ['dismiss', 'Dismiss'],
    ['hide', 'Hide'],
    ['remove', 'Remove'],
  ],
  person: [['dismiss', 'Dismiss']],
};

/** One open case: what it is about, why it is here, what was decided before, and what can be decided now. */
export function CaseCard({ queued, onDecided }: { queued: QueuedCase; onDecided: () => void }) {
  const { case: open, reports, note, comment, person, earlier } = queued;
  const { subject } = open;
  const isHeld = note?.hidden?.kind === 'held';
  const decide = (name: DecisionName, of: Parameters<typeof asking>[1]) => askToDecide(asking(name, of, onDecided));
  return (
    <li>
      <Card>
        <SubjectView kind={subject.kind} {...{ note, comment, person }} />
        {open.reason && <p className="m-0 text-[0.9375rem]">Held because: {open.reason}</p>}
        {reports.length > 0 && (
          <ul aria-label="Reports" className="m-0 grid list-none gap-1.5 p-0 text-[0.9375rem]">
            {reports.map((report) => (
              <li key={report.by}>
                <strong className="font-medium">{reportReasons[report.reason]}</strong>
                <span className="text-muted">
                  {' '}
                  · @{report.handle} · {shortDate(report.at)}
                </span>
                {report.text && (
                  <p dir="auto" className="m-0 text-muted">
                    {report.text}
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
        {earlier.length > 0 && (
          <details className="text-sm text-muted">
            <summary className="cursor-pointer py-1">Decided about this person before</summary>
            <ul className="m-0 grid list-none gap-1 p-0 pt-1">
              {earlier.map((entry) => (
                <li key={entry.id}>
                  {shortDate(entry.at)} · {entryInWords(entry)} · {entry.reason}
                </li>
              ))}
            </ul>
          </details>
        )}
        <div className="flex flex-wrap gap-2 pt-1">
          {offered[isHeld ? 'held' : subject.kind].map(([name, label]) => (
            <Button
              key={name}
              size="xs"
              variant="outline"
              color={name === 'remove' || name === 'refuse' ? 'danger' : 'neutral'}
              aria-haspopup="dialog"
              onClick={() => decide(name, { subject, case: open.id, rev: note?.rev })}
            >
              {label}
            </Button>
          ))}
          {person &&
            (['silence', 'ban'] as const).map((name) => (
              <Button
                key={name}
                size="xs"
                variant="ghost"
                color="danger"
                aria-haspopup="dialog"
                onClick={() =>
                  decide(name, {
                    subject: { kind: 'person', id: person.id },
                    case: subject.kind === 'person' ? open.id : undefined,
                  })
                }
              >
                {name === 'silence' ? `Silence @${person.handle}` : `Ban @${person.handle}`}
              </Button>
            ))}
        </div>
      </Card>
    </li>
  );
}
