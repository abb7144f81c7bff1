import { hash } from 'node:crypto';
import type { ReadingAid, WrittenPoint } from '../../notes/model/reading-aid.ts';
import {
  renderPlainText,
  renderTokens,
  type RenderedMarkdown,
  parseMarkdown,
} from '../../notes/server/markdown/markdown.ts';
import { proseOf, type Block, type WeightedTerm } from './aid/sentences.ts';
import type { Token } from 'markdown-it';
import { extractFrom } from './aid/extract.ts';
import { textWork } from '../../notes/server/markdown-work.ts';
import { placedPoints } from './aid/written-points.ts';
import { isPublished } from '../../notes/model/note-access.ts';
import type { Note } from '../../notes/model/note.ts';
import type { PublishedNote } from '../model/content.ts';
import { log } from '../../platform/server/log.ts';
import { recent } from '../../platform/server/recent.ts';
import { installedSvg } from '../../platform/server/icons.ts';
import { emptyThreadTop, type ThreadTop, pageThread } from '../../discussion/server/threads.ts';
import type { Author } from '../../people/model/user.ts';

type PreparedMarkdown = RenderedMarkdown & {
  aid: ReadingAid;
  /** What the note is compared with others by. */
  terms: WeightedTerm[];
};

/**
 * The same without blocking other requests. A text whose rendering fails, though no such text is known, is shown as
 * typed, so that one note does not prevent others from being read.
 */
const prepareMarkdown = textWork(
  import.meta.url,
  'prepare-note',
  ({ body }: { body: string; title: string; points: readonly WrittenPoint[] | undefined }) => [body],
  ({ body, title, points }) =>
    preparedMarkdown(body, title, points).catch((error: unknown): PreparedMarkdown => {
      log('error', 'a text cannot be rendered and is shown as typed', { digest: hash('sha256', body), error });
      return { ...renderPlainText(body), aid: { engine: 'extract', points: [], names: [] }, terms: [] };
    }),
);

/** Everything that is shown of a note, parsing it once. `points`: the key points that a model wrote of it. */
export async function preparedMarkdown(
  body: string,
  title = '',
  points?: readonly WrittenPoint[],
): Promise<PreparedMarkdown> {
  const env = {};
  const tokens = parseMarkdown(body, env);
  const read = readingAid(tokens, title, points);
  return { ...(await renderTokens(body, tokens, env)), ...read };
}

/**
 * The reading aid of a parsed note, and what it is compared with others by. The key points are those that a model wrote,
 * if it did and each has its place in the text; everything else is extraction. Elements that the aid links to get an id
 * (`p-` and their place in the prose), so this is called before the tokens are rendered.
 */
export function readingAid(
  tokens: Token[],
  title: string,
  written?: readonly WrittenPoint[],
): { aid: ReadingAid; terms: WeightedTerm[] } {
  const blocks = proseOf(tokens);
  const { points: extracted, names, compared, level, language } = extractFrom(blocks, { title });
  const placed = written && placedPoints(title, blocks, written);
  const points = placed ?? extracted;
  const at = (block: number) => ledTo(blocks, block);
  return {
    aid: {
      engine: placed ? 'model' : 'extract',
      points: points.map(({ text, block }) => ({ text, at: at(block) })),
      ...(level && { level }),
      ...(language && { language }),
      names: names.map(({ name, block }) => ({ name, at: at(block) })),
    },
    terms: compared,
  };
}

/** The id of a block's element, which is set if it has none. */
function ledTo(blocks: readonly Block[], index: number): string {
  const token = blocks[index]?.token;
  const id = String(token?.attrGet('id') ?? `p-${index + 1}`);
  token?.attrSet('id', id);
  return id;
}

/** A stored note, with its author and the top of its discussion. */
export type ReadNote = { note: Note; author: Author; top: ThreadTop | undefined };

/** The texts that everyone may read and that were prepared last, by their digests: pages show the same ones again and again. */
const lastPrepared = recent<PreparedMarkdown>(4 * 1024 * 1024, ({ html }) => html.length);

/** The preparations under way: a long text that many request is queued only once. */
const underWay = new Map<string, Promise<PreparedMarkdown>>();

const prepareAgain: typeof prepareMarkdown = async (input) => {
  const key = hash('sha256', JSON.stringify(input), 'base64url');
  const before = lastPrepared.get(key) ?? underWay.get(key);
  if (before) return before;
  const making = prepareMarkdown(input).finally(() => underWay.delete(key));
  underWay.set(key, making);
  const made = await making;
  lastPrepared.set(key, made);
  return made;
};

/** A note prepared for display, with the top of its discussion. */
export async function publishedNote(note: Note, author: Author, top?: ThreadTop): Promise<PublishedNote> {
  const prepare = isPublished(note) ? prepareAgain : prepareMarkdown;
  return (await preparedNote({ note, author, top }, prepare)).entry;
}

/** A note prepared for display, and what it is compared with others by. */
export async function preparedNote(
  { note: { points, ...note }, author, top = emptyThreadTop }: ReadNote,
  prepare = prepareMarkdown,
): Promise<{ entry: PublishedNote; terms: WeightedTerm[] }> {
  const iconSvg = await installedSvg(note.icon);
  const { body, title } = note;
  const { terms, ...prepared } = await prepare({ body, title, points });
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
