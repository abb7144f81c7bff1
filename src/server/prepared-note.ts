import type { Author, Note } from '../domain/note.ts';
import type { PublishedNote } from '../domain/published-note.ts';
import type { WeightedTerm } from './assistant/terms.ts';
import { installedSvg } from './icons.ts';
import { preparedMarkdown } from './markdown.ts';
import { noTop, type ThreadTop } from './store/threads.ts';
import { pageThread } from './threads.ts';

/** A note as it was read, with its author and the top of its discussion. */
export type ReadNote = { note: Note; author: Author; top: ThreadTop | undefined };

/** A note ready to be shown, and what it is compared with others by. */
export type PreparedNote = { entry: PublishedNote; terms: WeightedTerm[] };

/** Makes notes ready, in their order. */
export type PrepareNotes = (notes: readonly ReadNote[]) => Promise<PreparedNote[]>;

export const preparedNotes: PrepareNotes = async (notes) => {
  const prepared: PreparedNote[] = [];
  for (const read of notes) prepared.push(await preparedNote(read));
  return prepared;
};

/** A note made ready to be shown, with the top of its discussion. */
export async function publishedNote(note: Note, author: Author, top?: ThreadTop): Promise<PublishedNote> {
  return (await preparedNote({ note, author, top })).entry;
}

async function preparedNote({ note: { points, ...note }, author, top = noTop }: ReadNote): Promise<PreparedNote> {
  const iconSvg = await installedSvg(note.icon);
  const { terms, ...prepared } = await preparedMarkdown(note.body, note.title, points);
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
