import type { Comment } from '../../discussion/model/thread.ts';
import { shortDate } from '../../platform/model/dates.ts';
import { hiddenLabels, isPublished } from '../../notes/model/note-access.ts';
import type { ModeratedPerson } from '../model/case.ts';
import type { Note } from '../../notes/model/note.ts';
import { paths } from '../../platform/model/paths.ts';
import { suspensionOf, termInWords } from '../../people/model/permissions.ts';
import { Badge } from '../../ui/Badge.tsx';
import { cutTo } from '../../platform/model/text/plain-text.ts';

type Props = {
  kind: 'note' | 'comment' | 'person';
  note: Note | null;
  comment: Comment | null;
  person: ModeratedPerson | null;
};

/** The subject of a case, as far as a decision needs it: its text, its author, and since when they have an account. */
export function SubjectView({ kind, note, comment, person }: Props) {
  const text = kind === 'note' ? note?.body : kind === 'comment' ? comment?.body : person?.bio;
  const gone = kind === 'note' ? !note : kind === 'comment' ? !comment || comment.deletedAt !== null : !person;
  return (
    <div className="grid gap-2">
      {kind !== 'person' && note && (
        <h2 className="m-0 font-display text-lg leading-snug font-semibold" dir="auto">
          {kind === 'comment' && <span className="font-normal text-muted">Comment on </span>}
          {isPublished(note) ? (
            <a className="hover:text-primary" href={paths.note(note) + (kind === 'comment' ? `#c-${comment?.id}` : '')}>
              {note.title}
            </a>
          ) : (
            note.title
          )}{' '}
          {note.hidden && <Badge>{hiddenLabels[note.hidden.kind]}</Badge>} {note.locked && <Badge>Locked</Badge>}
        </h2>
      )}
      {kind === 'person' && <h2 className="m-0 font-display text-lg font-semibold">{person?.name ?? 'A person'}</h2>}
      {kind === 'note' && note?.url && (
        <p className="m-0 text-sm wrap-anywhere text-muted">
          Links to <bdi>{note.url}</bdi>
        </p>
      )}
      {gone ? (
        <p className="m-0 text-muted">Its author has since deleted it.</p>
      ) : (
        text && (
          <blockquote
            dir="auto"
            tabIndex={0}
            aria-label="What it says"
            className="m-0 max-h-52 overflow-y-auto rounded-lg bg-sunken px-4 py-3 text-[0.9375rem] whitespace-pre-wrap text-ink"
          >
            {cutTo(text, 4000)}
          </blockquote>
        )
      )}
      {person && <Person person={person} by={kind !== 'person'} />}
    </div>
  );
}

function Person({ person, by }: { person: ModeratedPerson; by: boolean }) {
  const suspension = suspensionOf(person, new Date());
  return (
    <p className="m-0 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      <span>
        {by && 'By '}
        <a className="text-ink underline underline-offset-2" href={paths.person(person.handle)}>
          <bdi>@{person.handle}</bdi>
        </a>
        , here since <time dateTime={person.createdAt}>{shortDate(person.createdAt)}</time>
      </span>
      {person.role && <Badge color="primary">{person.role}</Badge>}
      {suspension && (
        <Badge color="danger">
          {suspension.kind} {termInWords(suspension)}
        </Badge>
      )}
    </p>
  );
}
