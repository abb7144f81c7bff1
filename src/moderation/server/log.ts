import { readComments } from '../../discussion/server/comments.ts';
import { isPublicOrUnlisted, isPublished } from '../../notes/model/note-access.ts';
import { readNotes } from '../../notes/server/notes.ts';
import { isPersonHidden } from '../../people/model/permissions.ts';
import { readUsers } from '../../people/server/people.ts';
import { paths } from '../../platform/model/paths.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { publicEntry, logPageSize, type DecisionsPage, type LogPage, type Subject } from '../model/entry.ts';
import { listEntries } from './store/cases.ts';

/** A page of the public log, newest first. */
export async function readLog(redis: Redis, page: number): Promise<LogPage> {
  const { total, entries } = await listEntries(redis, 'public', { page, size: logPageSize });
  return { page, pages: pagesOf(total), entries: entries.map(publicEntry) };
}

/** A page of all decisions with the moderators' names and what they are about, for moderators. */
export async function readDecisions(redis: Redis, page: number): Promise<DecisionsPage> {
  const { total, entries } = await listEntries(redis, 'all', { page, size: logPageSize });
  const subjects = entries.flatMap(({ subject }) => subject ?? []);
  const { personOf, aboutOf } = await readSubjects(
    redis,
    subjects,
    entries.map(({ by }) => by),
  );
  return {
    page,
    pages: pagesOf(total),
    entries: entries.map((entry) => ({
      ...entry,
      byHandle: personOf.get(entry.by)?.handle ?? '',
      about: entry.subject && aboutOf(entry.subject),
    })),
  };
}

/** The names and addresses of what decisions are about, and the people of these and of `others`. */
export async function readSubjects(redis: Redis, subjects: readonly Subject[], others: readonly string[] = []) {
  const idsOf = (kind: Subject['kind']) => subjects.filter((one) => one.kind === kind).map(({ id }) => id);
  const people = [...new Set([...others, ...idsOf('person')])];
  const [users, comments] = await Promise.all([readUsers(redis, people), readComments(redis, idsOf('comment'))]);
  const notes = await readNotes(redis, [...idsOf('note'), ...comments.flatMap((one) => one?.noteUuid ?? [])]);
  const personOf = new Map(users.map((user, at) => [people[at], user]));
  const noteOf = new Map(notes.flatMap((note) => (note && 'visibility' in note ? [[note.uuid, note]] : [])));
  const commentOf = new Map(comments.flatMap((comment) => (comment ? [[comment.id, comment]] : [])));

  function aboutOf({ kind, id }: Subject) {
    if (kind === 'person') {
      const person = personOf.get(id);
      return person
        ? { name: `@${person.handle}`, path: isPersonHidden(person) ? null : paths.person(person.handle) }
        : null;
    }
    const comment = kind === 'comment' ? commentOf.get(id) : undefined;
    const note = noteOf.get(comment?.noteUuid ?? id);
    if (!note || !isPublicOrUnlisted(note)) return null;
    const path = comment ? paths.comment(note.uuid, id) : paths.note(note);
    return { name: note.title, path: isPublished(note) ? path : null };
  }

  return { personOf, aboutOf };
}

function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / logPageSize));
}
