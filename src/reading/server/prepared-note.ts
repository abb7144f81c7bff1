import type { Note } from '../../notes/model/note.ts';
import type { PublishedNote } from '../model/content.ts';
import type { WeightedTerm } from './aid/terms.ts';
import { installedSvg } from '../../platform/server/icons.ts';
import { prepareMarkdown } from './prepared-markdown.ts';
import { noTop, type ThreadTop } from '../../discussion/server/threads.ts';
import { pageThread } from '../../discussion/server/threads.ts';
import type { Author } from '../../people/model/user.ts';

/** A note as it was read, with its author and the top of its discussion. */
export type ReadNote = { note: Note; author: Author; top: ThreadTop | undefined };

/** A note made ready to be shown, with the top of its discussion. */
export async function publishedNote(note: Note, author: Author, top?: ThreadTop): Promise<PublishedNote> {
  return (await preparedNote({ note, author, top })).entry;
}

/** A note ready to be shown, and what it is compared with others by. */
export async function preparedNote({
  note: { points, ...note },
  author,
  top = noTop,
}: ReadNote): Promise<{ entry: PublishedNote; terms: WeightedTerm[] }> {
  const iconSvg = await installedSvg(note.icon);
  const { body, title } = note;
  const { terms, ...prepared } = await prepareMarkdown({ body, title, points });
  const entry = {
    note,
    author,
    ...prepared,
    ...(iconSvg === undefined ? {} : { iconSvg }),
    counts: { votes: top.votes, saves: top.saves, comments: top.count },
    thread: await pageThread(top),
  };
  return { entry, terms };
}
