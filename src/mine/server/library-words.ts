import { setImmediate as turn } from 'node:timers/promises';
import { textOf } from '../../search/model/note.ts';
import { hostOf } from '../../platform/model/url.ts';
import { excerptOf, readingMinutes } from '../../notes/server/markdown/markdown.ts';
import { mapWithYields } from '../../notes/server/markdown-work.ts';
import type { LibraryItem, LibraryTexts } from '../model/library.ts';
import { type Changes, type LibraryNote, readChanges } from './store/library.ts';
import { openOwnIndex, ownMemory, type OwnIndex } from '../../search/model/own/own-index.ts';
import { isReadOnly, ignoreReadOnly, type Redis } from '../../platform/server/store/redis.ts';
import { type IndexQuery, documentOf } from '../model/library-found.ts';
import { hitsOf, type OwnFound } from '../../search/model/own/search.ts';
import { forgetWords, ConcurrentWrite, wordStorage } from './store/library-words.ts';

/** The changed items as a library holds them, and the uuids of those no longer in it. */
export async function itemsOf({ changes }: Changes): Promise<{ items: LibraryItem[]; gone: string[] }> {
  const there = changes.flatMap(({ had }) => had ?? []);
  return {
    items: await mapWithYields(there, itemOf),
    gone: changes.filter(({ had }) => had === undefined).map(({ uuid }) => uuid),
  };
}

export function itemOf(had: LibraryNote): LibraryItem {
  const { note, copy } = had;
  return { ...factsOf(had), excerpt: excerptOf(note.body), minutes: copy?.minutes ?? readingMinutes(note.body) };
}

/** What an item has besides what its text has to be parsed for. */
export function factsOf({
  note,
  author,
  reading,
  progress,
  copy,
  highlights,
  collections,
  comments,
  link,
}: LibraryNote): Omit<LibraryItem, 'excerpt' | 'minutes'> {
  const { uuid, rev, kind, url, title, slug, tags, visibility, createdAt, updatedAt, publishedAt, icon, pictures } =
    note;
  const { savedAt, ...place } = reading ?? { savedAt: publishedAt ?? createdAt };
  const own = author === undefined;
  return {
    note: {
      ...{ uuid, rev, kind, url, title, slug, tags, visibility, createdAt, updatedAt, publishedAt, icon },
      ...(pictures && { pictures }),
      own,
      author: author ?? null,
      ...(note.hidden && { hidden: note.hidden.kind }),
    },
    site: url === null ? '' : hostOf(url).toLowerCase(),
    ...(link?.broken === true && link.url === url && { broken: { status: link.status, since: link.since } }),
    copy: copy ? { title: copy.facts.title, author: copy.facts.author } : null,
    reading: 'state' in place ? place : null,
    progress,
    highlights: highlights.length,
    comments: comments.length,
    collections,
    savedAt: own ? createdAt : savedAt,
  };
}

/** The texts by which an item is found: the person's text, copy, highlights and comments. */
export function textsOf({ note, copy, highlights, comments }: LibraryNote): LibraryTexts {
  return {
    text: note.body,
    copy: copy ? textOf(copy.html) : '',
    highlights: highlights.map(({ id, quote, comment }) => ({ id, text: comment ? `${quote}\n${comment}` : quote })),
    comments: comments.map(({ id, body }) => ({ id, text: body })),
  };
}

const changesAtOnce = 500;
/** How long a call reads changes. After that it answers with what has been read; the next call continues. */
const timeoutMs = 1500;
/** The memory that all indexes share. */
const memory = ownMemory({ files: 12 * 2 ** 20, lists: 36 * 2 ** 20 });
/** How many documents the open indexes of a process may have; the least recently used are closed first. */
const heldDocuments = 100_000;

/** An index, the number of its documents, and the revision of the log that it reaches, as far as this process knows. */
interface Reading {
  index: OwnIndex;
  documents: number;
  upTo: number;
  store: string;
}

const reading = new WeakMap<Redis, Map<string, Reading>>();

/** A person's index; opens it if it is not open, or no longer. */
function readingOf(redis: Redis, userId: string): Reading {
  const all = reading.get(redis) ?? new Map<string, Reading>();
  reading.set(redis, all);
  const known = all.get(userId) ?? {
    index: openOwnIndex(wordStorage(redis, userId), { memory }),
    ...{ documents: 0, upTo: 0, store: '' },
  };
  all.delete(userId);
  all.set(userId, known);
  let count = 0;
  for (const [at, [id, { documents }]] of [...all].reverse().entries()) {
    // An empty index takes memory too.
    count += documents + 100;
    if (at > 0 && count > heldDocuments) all.delete(id);
  }
  return known;
}

/** The state of a person's log: its last revision, and the store that it belongs to. */
type Log = Pick<Reading, 'upTo' | 'store'>;

/** An index up to the end of the log, or `behind` changes short of it. With `log`, the store is read only for newer changes. */
async function indexNow(
  redis: Redis,
  userId: string,
  log?: Log,
): Promise<{ index: OwnIndex; upTo: number; behind: number }> {
  const known = readingOf(redis, userId);
  if (log && log.upTo === known.upTo && log.store === known.store) return { ...known, behind: 0 };
  const { behind, ...now } = await bringUpToDate(redis, userId);
  Object.assign(known, now);
  return { ...known, behind };
}

/** Searches a person's library, all texts included, and scores the matches; `behind` changes have not been read yet. */
export async function findWords(
  redis: Redis,
  userId: string,
  { words, within }: IndexQuery,
  log?: Log,
): Promise<OwnFound & { behind: number }> {
  const { index, upTo, behind } = await indexNow(redis, userId, log);
  return { ...(await index.search(words, { within, upTo })), behind };
}

/** Items of a person's library with any of these words, best first, at most `max` uuids. */
export async function findAnyWord(
  redis: Redis,
  userId: string,
  words: readonly string[],
  max: number,
): Promise<string[]> {
  const { index, upTo } = await indexNow(redis, userId);
  // The space marks the word as complete.
  const found = await Promise.all(words.map((word) => index.search(`${word} `, { upTo })));
  const scores = new Map<string, number>();
  for (const { id, score } of found.flatMap(hitsOf)) scores.set(id, (scores.get(id) ?? 0) + score);
  return [...scores]
    .sort(([, a], [, b]) => b - a)
    .slice(0, max)
    .map(([id]) => id);
}

/** Reads the changes since the index was written. If another process is doing that, leaves it to that one. */
async function bringUpToDate(redis: Redis, userId: string): Promise<Omit<Reading, 'index'> & { behind: number }> {
  const until = performance.now() + timeoutMs;
  const index = openOwnIndex(wordStorage(redis, userId), { pause: () => turn() });
  let { upTo, documents } = await index.state();
  // Files of an index in another form, or of another store, only take up space.
  if (upTo === 0) await ignoreReadOnly(forgetWords(redis, userId));
  for (;;) {
    const part = await readChanges(redis, userId, upTo, changesAtOnce);
    // A store that was restored to an earlier state: starts again.
    if (part.head < upTo) {
      await forgetWords(redis, userId);
      upTo = 0;
      continue;
    }
    if (part.changes.length === 0) return { upTo, documents, store: part.store, behind: 0 };
    const there = part.changes.flatMap(({ had }) => (had ? [documentOf(factsOf(had), textsOf(had))] : []));
    const gone = part.changes.filter(({ had }) => !had).map(({ uuid }) => uuid);
    try {
      await index.update(there, gone, part.upTo);
      await index.tidy();
    } catch (error) {
      // The store takes no writes now, or another process has written meanwhile: answer with the index as it is.
      if (isReadOnly(error)) return { upTo, documents, store: part.store, behind: part.behind + part.changes.length };
      if (error instanceof ConcurrentWrite) return { upTo: -1, documents, store: part.store, behind: part.behind };
      throw error;
    }
    upTo = part.upTo;
    documents += there.length;
    if (part.behind === 0 || performance.now() > until)
      return { upTo, documents, store: part.store, behind: part.behind };
  }
}
