import { shortDate } from '../../platform/model/dates.ts';
import type { QueuedCase } from '../model/case.ts';
import { entryInWords, reportReasons } from '../model/words.ts';
import { useSession } from '../../people/browser/calls.ts';
import { maySuspend } from '../../people/model/permissions.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Notice.tsx';
import { openDecideModal, type DecideOptions } from './DecideModal.tsx';
import { SubjectView } from './SubjectView.tsx';
import { call, type NewDecision } from '../browser/calls.ts';

type Subject = { kind: 'note' | 'comment' | 'person'; id: string };
/** The subject of a decision, the case that it closes, and the revision of the note that the moderator read. */
type Of = { subject: Subject; case?: string | undefined; rev?: number | undefined };
type Words = Pick<DecideOptions, 'title' | 'explanation' | 'readers' | 'confirmLabel' | 'done' | 'danger' | 'term'>;

const told = 'The author is told why and can appeal.';

const words = {
  dismiss: {
    title: 'Dismiss the report?',
    explanation: 'Nothing changes, and it isn’t in the public log.',
    readers: 'Whoever reported it reads this.',
    confirmLabel: 'Dismiss',
    done: 'Dismissed',
  },
  hide: {
    title: 'Hide this?',
    explanation: `Readers can’t find it any more. You can bring it back. ${told}`,
    confirmLabel: 'Hide',
    done: 'Hidden',
  },
  remove: {
    title: 'Remove this?',
    explanation: `Readers see that it was removed. ${told}`,
    confirmLabel: 'Remove',
    done: 'Removed',
    danger: true,
  },
  lock: {
    title: 'Lock the thread?',
    explanation: 'Existing comments stay; nobody can add more. The author is told why.',
    confirmLabel: 'Lock',
    done: 'Locked',
  },
  release: {
    title: 'Publish this note?',
    explanation: 'Everyone can read it from now on, and its author is told.',
    confirmLabel: 'Publish',
    done: 'Published',
  },
  refuse: {
    title: 'Refuse this note?',
    explanation: `Only its author will see it. ${told}`,
    confirmLabel: 'Refuse',
    done: 'Refused',
    danger: true,
  },
  silence: {
    title: 'Silence this person?',
    explanation: 'They can still read, but can’t write. They’re told why and can appeal.',
    confirmLabel: 'Silence',
    done: 'Silenced',
    danger: true,
    term: 'silence',
  },
  ban: {
    title: 'Ban this person?',
    explanation: 'They can’t sign in or write. They’re told why when they try, and can appeal.',
    confirmLabel: 'Ban',
    done: 'Banned',
    danger: true,
    term: 'ban',
  },
} as const satisfies Record<string, Words>;

type DecisionName = keyof typeof words;

/** The dialog's texts for a decision, and the call that writes it: the server checks that all of it fits together. */
function asking(action: DecisionName, { subject, case: caseId, rev }: Of, onDecided: () => void): DecideOptions {
  return {
    ...words[action],
    about: `${action}:${subject.kind}:${subject.id}`,
    decide(given) {
      const body = {
        ...given,
        action,
        subject: subject.kind,
        id: subject.id,
        ...(caseId === undefined ? {} : { case: caseId }),
        ...(action === 'release' ? { rev } : {}),
      };
      return call('POST /api/moderation/decisions', { body: body as NewDecision });
    },
    onDecided,
  };
}

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

/** An open case: its subject, why it was opened, earlier decisions, and buttons to decide it. */
export function CaseCard({ queued, onDecided }: { queued: QueuedCase; onDecided: () => void }) {
  const { case: open, reports, note, comment, person, earlier } = queued;
  const { subject } = open;
  const { user } = useSession();
  const isHeld = note?.hidden?.kind === 'held';
  const decide = (name: DecisionName, of: Parameters<typeof asking>[1]) => openDecideModal(asking(name, of, onDecided));
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
                  · <bdi>@{report.handle}</bdi> ·{' '}
                  <time dateTime={report.at} className="whitespace-nowrap">
                    {shortDate(report.at)}
                  </time>
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
            <summary className="cursor-pointer py-1">Earlier decisions about this person</summary>
            <ul className="m-0 grid list-none gap-1 p-0 pt-1">
              {earlier.map((entry) => (
                <li key={entry.id}>
                  <time dateTime={entry.at}>{shortDate(entry.at)}</time> · {entryInWords(entry)} · {entry.reason}
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
          {person && user && maySuspend(user, person) && (
            <span className="-ms-3 flex w-full flex-wrap gap-x-2">
              {(['silence', 'ban'] as const).map((name) => (
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
            </span>
          )}
        </div>
      </Card>
    </li>
  );
}
