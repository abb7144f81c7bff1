import { useState } from 'react';
import { focusOn } from '../../platform/browser/use-browser.ts';
import { call, useCall } from '../browser/calls.ts';
import { shortDate } from '../../platform/model/dates.ts';
import type { DecisionsPage } from '../model/entry.ts';
import { entryInWords } from '../model/words.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { askToDecide } from './DecideModal.tsx';
import { Pagination } from '../../ui/static/Pagination.tsx';
import { Panel } from './Panel.tsx';

const final = ['dismiss', 'release', 'remove-picture', 'undo', 'uphold'];

/** Everything that was decided, newest first, each with the way to take it back. */
export function Decisions() {
  const [page, setPage] = useState(1);
  const { answer, retry } = useCall('GET /api/moderation/decisions', { query: { page } });
  const show = (next: number) => {
    focusOn('moderation');
    setPage(next);
  };
  const undo = (entry: DecisionsPage['entries'][number]) =>
    askToDecide({
      about: `undo:${entry.id}`,
      title: 'Take this decision back?',
      say: `${entryInWords(entry)}. Everything goes back to how it was, and the person is told.`,
      yes: 'Take it back',
      done: 'Taken back',
      decide: ({ reason }) =>
        call('POST /api/moderation/decisions', { body: { action: 'undo', entry: entry.id, reason } }),
      onDecided: retry,
    });
  return (
    <Panel what="the decisions" answer={answer} retry={retry}>
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
                  {entryInWords(entry)} {entry.undoneBy && <Badge>Taken back</Badge>}
                  <span className="block text-sm text-muted">
                    {shortDate(entry.at)} · <bdi>@{entry.byHandle}</bdi> · {entry.reason}
                  </span>
                </span>
                {!entry.undoneBy && !final.includes(entry.action) && (
                  <Button
                    size="xs"
                    variant="ghost"
                    color="neutral"
                    aria-haspopup="dialog"
                    aria-label={`Undo: ${entryInWords(entry)}`}
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
    </Panel>
  );
}
