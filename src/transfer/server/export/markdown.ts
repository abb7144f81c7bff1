import type { Note, OwnNote } from '../../../notes/model/note.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { frontMatter } from './front-matter.ts';
import { ownNotes } from './own-notes.ts';
import type { ZipFile } from './zip.ts';

/** A Markdown file a note, with everything else that the note has as front matter. */
export async function* markdownFiles(redis: Redis, userId: string): AsyncGenerator<ZipFile, void> {
  for await (const { note } of ownNotes(redis, userId)) {
    yield { name: `notes/${fileNameOf(note)}.md`, at: note.updatedAt, text: async () => markdownOf(note) };
  }
}

/** Readable, and one of its own for every note. */
export function fileNameOf({ slug, uuid }: Pick<Note, 'slug' | 'uuid'>): string {
  return `${slug.slice(0, 80)}-${uuid.slice(-12)}`;
}

/** A note as a Markdown file. */
export function markdownOf({
  body,
  kind: _,
  authorId: _author,
  slug: _slug,
  hidden: _hidden,
  locked: _locked,
  points: _points,
  ...note
}: OwnNote): string {
  const { title, url, tags, createdAt, ...rest } = note;
  const head = { title, ...(url === null ? {} : { url }), tags, created: createdAt, ...rest };
  return `${frontMatter(head)}\n${body}\n`;
}
