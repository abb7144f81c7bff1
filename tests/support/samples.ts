import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { forEachDetail } from '../../src/notes/model/details.ts';
import { type DeletedNote, type Note, noCounts } from '../../src/notes/model/note.ts';
import { emptyThread } from '../../src/discussion/model/thread.ts';
import type { User } from '../../src/people/model/user.ts';

const noon = '2025-06-01T12:00:00.000Z';

/** A public text note by `u_ann`, unless `fields` say otherwise. */
export function sampleNote(fields: Partial<Note> = {}): Note {
  const visibility = fields.visibility ?? 'public';
  const published = visibility === 'public' || visibility === 'unlisted';
  return {
    uuid: uuidv7(),
    rev: 1,
    authorId: 'u_ann',
    kind: 'text',
    url: null,
    title: 'On keeping notes',
    slug: 'on-keeping-notes',
    body: 'Write it down.',
    tags: [],
    visibility,
    ...forEachDetail(() => null),
    createdAt: noon,
    updatedAt: noon,
    publishedAt: published ? (fields.createdAt ?? noon) : null,
    ...fields,
  };
}

/** The next revision of a note, with these fields changed. */
export function nextRevision(note: Note, fields: Partial<Note> = {}): Note {
  return { ...note, rev: note.rev + 1, publishedAt: note.publishedAt ?? noon, ...fields };
}

export function tombstoneOf(note: Note): DeletedNote {
  return { uuid: note.uuid, rev: note.rev + 1, authorId: note.authorId, deletedAt: noon };
}

/** A user with a unique id, handle and e-mail address, unless `fields` say otherwise. */
export function sampleUser(fields: Partial<User> = {}): User {
  const handle = `p${randomBytes(4).toString('hex')}`;
  return {
    id: `u_${handle}`,
    handle,
    name: `Ann ${handle}`,
    email: `${handle}@example.org`,
    bio: '',
    createdAt: noon,
    ...fields,
  };
}

/** The counts and thread of a published note without comments or votes. */
export const undiscussed = { counts: noCounts, thread: emptyThread };
