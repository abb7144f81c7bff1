import type { z } from 'zod';
import { Note } from '../domain/note.ts';
import type { JsonFormat } from './json.ts';

const Exported = Note.omit({ authorId: true, slug: true, kind: true, hidden: true, locked: true });

/** Our own export: every note comes back as it was, under its own id. */
export const ownJson: JsonFormat<z.infer<typeof Exported>> = {
  name: 'Commonplace (JSON)',
  list: 'notes',
  item: Exported,
  read: ({ uuid, rev, url, title, body, tags, visibility, icon, createdAt, updatedAt, publishedAt }) => ({
    title,
    url: url ?? undefined,
    body,
    tags,
    at: createdAt,
    source: `commonplace:${uuid}`,
    shared: visibility === 'public',
    own: { uuid, rev, icon, visibility, updatedAt, publishedAt },
  }),
};
