import { forEachDetail } from './details.ts';
import { isMeantForOthers } from './note-access.ts';
import type { NewNote, Note, NotePatch } from './note.ts';
import { slugOf } from '../../platform/model/url.ts';

/** The first revision of a note. `now` is when it is written. */
export function noteFrom(draft: NewNote, by: { uuid: string; authorId: string; now: Date }): Note {
  const at = by.now.toISOString();
  return {
    uuid: by.uuid,
    rev: 1,
    authorId: by.authorId,
    kind: draft.url ? 'link' : 'text',
    url: draft.url ?? null,
    title: draft.title,
    slug: slugOf(draft.title),
    body: draft.body,
    tags: draft.tags,
    visibility: draft.visibility,
    ...forEachDetail((name) => draft[name] ?? null),
    createdAt: at,
    updatedAt: at,
    publishedAt: isMeantForOthers(draft) ? at : null,
    ...(draft.noModel && { noModel: true }),
  };
}

/** The next revision: fields left out of the patch stay, null clears the ones that may be empty. */
export function changedNote({ points, pictures, noModel: refused, ...note }: Note, patch: NotePatch, now: Date): Note {
  const url = patch.url === undefined ? note.url : patch.url;
  const title = patch.title ?? note.title;
  const body = patch.body ?? note.body;
  const visibility = patch.visibility ?? note.visibility;
  const noModel = patch.noModel ?? refused;
  // What a model wrote is about the words that it was given.
  const stillSaid = points && !noModel && title === note.title && body === note.body;
  const at = now.toISOString();
  return {
    ...note,
    rev: note.rev + 1,
    kind: url ? 'link' : 'text',
    url,
    title,
    slug: slugOf(title),
    body,
    tags: patch.tags ?? note.tags,
    visibility,
    ...forEachDetail((name) => (patch[name] === undefined ? note[name] : patch[name])),
    updatedAt: at,
    publishedAt: note.publishedAt ?? (isMeantForOthers({ visibility }) ? at : null),
    ...(noModel && { noModel }),
    ...(stillSaid && { points }),
    ...(pictures && url === note.url && { pictures }),
  };
}
