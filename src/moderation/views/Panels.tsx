import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, Loaded } from '../../ui/Loading.tsx';
import { Card } from '../../ui/Notice.tsx';
import { useCall, call } from '../browser/calls.ts';
import { ChosenName } from '../../inbox/views/ChosenRow.tsx';
import { CaseCard } from './CaseCard.tsx';
import { shortDate } from '../../platform/model/dates.ts';
import type { QueuedAppeal } from '../model/case.ts';
import { entryInWords } from '../model/words.ts';
import { logReaders, openDecideModal } from './DecideModal.tsx';
import { SubjectView } from './SubjectView.tsx';
import { focusOn } from '../../platform/browser/use-browser.ts';
import type { DecisionsPage } from '../model/entry.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Pagination } from '../../ui/static/Pagination.tsx';

const empty = {
  report: 'No reports. Anything readers report appears here.',
  held: 'No notes are waiting. Suspicious notes from newcomers are held here for review.',
  appeal: 'No appeals. Each decision can be appealed once.',
} as const;

type CasesProps = { kind: keyof typeof empty; onCounts: () => void };

/** The cases or appeals of one kind that wait for a decision, oldest first. */
export function Cases({ kind, onCounts }: CasesProps) {
  const { answer, retry } = useCall('GET /api/moderation/queue', { query: { kind } });
  const decided = () => {
    retry();
    onCounts();
  };
  return (
    <Loaded what="the queue" answer={answer} retry={retry}>
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
    </Loaded>
  );
}

/** An appeal: the decision, its subject, the person's text, and buttons to decide it. */
function AppealCard({ queued, onDecided }: { queued: QueuedAppeal; onDecided: () => void }) {
  const { appeal, entry, note, comment, person, mine } = queued;
  const decide = (granted: boolean) =>
    openDecideModal({
      about: `appeal:${entry.id}:${granted}`,
      title: granted ? 'Take the decision back?' : 'Decline the appeal?',
      explanation: granted
        ? 'Everything goes back to how it was, and the person is told.'
        : 'The decision stands, and the person is told why. They can’t appeal again.',
      confirmLabel: granted ? 'Take it back' : 'Decline',
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
            · <time dateTime={entry.at}>{shortDate(entry.at)}</time> · {entry.reason}
          </span>
        </p>
        {entry.subject && <SubjectView kind={entry.subject.kind} {...{ note, comment, person }} />}
        <div>
          <p className="m-0 text-sm text-muted">
            The appeal, <time dateTime={appeal.at}>{shortDate(appeal.at)}</time>
          </p>
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

type ShownEntry = DecisionsPage['entries'][number];

const named = (entry: ShownEntry) => entryInWords(entry) + (entry.about ? `: ${entry.about.name}` : '');

const final = ['dismiss', 'release', 'remove-picture', 'undo', 'uphold'];

/** All decisions, newest first, with buttons to undo them. */
export function Decisions() {
  const [page, setPage] = useState(1);
  const { answer, retry } = useCall('GET /api/moderation/decisions', { query: { page } });
  const show = (next: number) => {
    focusOn('moderation');
    setPage(next);
  };
  const undo = (entry: ShownEntry) =>
    openDecideModal({
      about: `undo:${entry.id}`,
      title: 'Take this decision back?',
      explanation: `${named(entry)}. Everything goes back to how it was${entry.personId ? ', and the person is told' : ''}.`,
      ...(entry.personId ? {} : { readers: logReaders }),
      confirmLabel: 'Take it back',
      done: 'Taken back',
      decide: ({ reason }) =>
        call('POST /api/moderation/decisions', { body: { action: 'undo', entry: entry.id, reason } }),
      onDecided: retry,
    });
  return (
    <Loaded what="the decisions" answer={answer} retry={retry}>
      {({ entries, pages }) => (
        <>
          {entries.length === 0 && <EmptyState>No decisions yet.</EmptyState>}
          <ul className="m-0 list-none p-0">
            {entries.map((entry) => (
              <li
                key={entry.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-3 first:border-t-0"
              >
                <span className="min-w-0">
                  {entryInWords(entry)}
                  {entry.about && ': '}
                  {entry.about && <ChosenName {...entry.about} />} {entry.undoneBy && <Badge>Taken back</Badge>}
                  <span className="block text-sm text-muted">
                    <time dateTime={entry.at}>{shortDate(entry.at)}</time> · <bdi>@{entry.byHandle}</bdi> ·{' '}
                    {entry.reason}
                  </span>
                </span>
                {!entry.undoneBy && !final.includes(entry.action) && (
                  <Button
                    size="xs"
                    variant="ghost"
                    color="neutral"
                    className="-mx-3"
                    aria-haspopup="dialog"
                    aria-label={`Undo: ${named(entry)}`}
                    onClick={() => undo(entry)}
                  >
                    Undo
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <Pagination number={page} count={pages} onPage={show} />
        </>
      )}
    </Loaded>
  );
}
