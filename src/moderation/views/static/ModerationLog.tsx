import { shortDate } from '../../../platform/model/dates.ts';
import type { LogPage } from '../../model/entry.ts';
import { entryInWords } from '../../model/words.ts';
import { paths } from '../../../platform/model/paths.ts';
import { Pagination } from '../../../ui/static/Pagination.tsx';

/** The public log of moderators' decisions, each with its reason and without names. */
export function ModerationLog({ page, pages, entries }: LogPage) {
  return (
    <div className="page-head log">
      <h1>Moderation log</h1>
      <p>
        What moderators decided, and why. Names and titles are left out. The people concerned were told and can appeal.
      </p>
      {entries.length === 0 && (
        <p className="nothing">No decisions yet. What breaks the rules can be reported below each note and comment.</p>
      )}
      <ol className="log-entries">
        {entries.map((entry) => (
          <li key={entry.id} id={entry.id}>
            <p>
              <strong>{entryInWords(entry)}</strong>
              {entry.undone && ' (taken back later)'}
            </p>
            <p dir="auto">“{entry.reason}”</p>
            <p className="log-when">
              <time dateTime={entry.at}>{shortDate(entry.at)}</time>, by{' '}
              {entry.by === 'owner' ? 'an owner' : 'a moderator'}
            </p>
          </li>
        ))}
      </ol>
      <Pagination number={page} count={pages} pathOf={paths.moderationLog} />
    </div>
  );
}
