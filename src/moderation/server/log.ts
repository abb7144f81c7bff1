import { readComments } from '../../discussion/server/comments.ts';
import { isPublicOrUnlisted, isPublished } from '../../notes/model/note-access.ts';
import { readNotes } from '../../notes/server/notes.ts';
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
  const idsOf = (kind: Subject['kind']) => subjects.filter((one) => one.kind === kind).map(({ id }) => id);
  const people = [...new Set([...entries.map(({ by }) => by), ...idsOf('person')])];
  const [users, comments] = await Promise.all([readUsers(redis, people), readComments(redis, idsOf('comment'))]);
  const notes = await readNotes(redis, [...idsOf('note'), ...comments.flatMap((one) => one?.noteUuid ?? [])]);
  const handles = new Map(users.map((user, at) => [people[at], user?.handle]));
  const noteOf = new Map(notes.flatMap((note) => (note && 'visibility' in note ? [[note.uuid, note]] : [])));
  const commentOf = new Map(comments.flatMap((comment) => (comment ? [[comment.id, comment]] : [])));

  function aboutOf({ kind, id }: Subject) {
    const handle = handles.get(id);
    if (kind === 'person') return handle === undefined ? null : { name: `@${handle}`, path: paths.person(handle) };
    const comment = kind === 'comment' ? commentOf.get(id) : undefined;
    const note = noteOf.get(comment?.noteUuid ?? id);
    if (!note || !isPublicOrUnlisted(note)) return null;
    const path = comment ? paths.comment(note.uuid, id) : paths.note(note);
    return { name: note.title, path: isPublished(note) ? path : null };
  }

  return {
    page,
    pages: pagesOf(total),
    entries: entries.map((entry) => ({
      ...entry,
      byHandle: handles.get(entry.by) ?? '',
      about: entry.subject && aboutOf(entry.subject),
    })),
  };
}

function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / logPageSize));
}
