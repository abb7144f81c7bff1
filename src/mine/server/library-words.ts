import { setImmediate as turn } from 'node:timers/promises';
import { openOwnIndex, type OwnIndex } from '../../search/model/own/own-index.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { AskedWords } from '../model/library-found.ts';
import type { Scores } from '../model/library-find.ts';
import { documentOf } from '../model/library-found.ts';
import { itemOf, textsOf } from './library-items.ts';
import { readChanges } from './store/library.ts';
import { forgetWords, Overtaken, wordStorage } from './store/library-words.ts';

const changesAtOnce = 500;
/** A call answers by what is found so far when reading the rest would take longer; the next one goes on. */
const patienceMs = 1500;
/** Bytes of an index that stay in memory, and indexes of which some do. */
const [remembered, indexes] = [8 * 2 ** 20, 20];

const reading = new WeakMap<Redis, Map<string, OwnIndex>>();

/** What finds in a person's index; the ones that were asked for least recently are opened anew. */
function indexOf(redis: Redis, userId: string): OwnIndex {
  const all = reading.get(redis) ?? new Map<string, OwnIndex>();
  reading.set(redis, all);
  const index = all.get(userId) ?? openOwnIndex(wordStorage(redis, userId), { remembered });
  all.delete(userId);
  all.set(userId, index);
  const [oldest] = all.keys();
  if (all.size > indexes && oldest !== undefined) all.delete(oldest);
  return index;
}

/** How well what is in a person's library answers words, by everything that is written there; `behind` is not read yet. */
export async function findWords(
  redis: Redis,
  userId: string,
  { words, within }: AskedWords,
): Promise<{ scores: Scores; terms: ReadonlySet<string>; behind: number }> {
  const behind = await bringUpToDate(redis, userId);
  const { hits, terms } = await indexOf(redis, userId).search(words, within);
  return { terms, scores: new Map(hits.map(({ id, score }) => [id, score])), behind };
}

/** What in a person's library has any of these words, the best first, at most `most` uuids. */
export async function findAnyWord(
  redis: Redis,
  userId: string,
  words: readonly string[],
  most: number,
): Promise<string[]> {
  await bringUpToDate(redis, userId);
  const index = indexOf(redis, userId);
  // The space says that a word is whole.
  const found = await Promise.all(words.map((word) => index.search(`${word} `)));
  const scores = new Map<string, number>();
  for (const { id, score } of found.flatMap(({ hits }) => hits)) scores.set(id, (scores.get(id) ?? 0) + score);
  return [...scores]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([id]) => id);
}

/** Reads what changed since the index was written. Where another process does that, it is left to that one. */
async function bringUpToDate(redis: Redis, userId: string): Promise<number> {
  const until = performance.now() + patienceMs;
  const index = openOwnIndex(wordStorage(redis, userId), { pause: () => turn() });
  let { upTo } = await index.state();
  // What an index in another form or of another store left takes room alone.
  if (upTo === 0) await forgetWords(redis, userId);
  for (;;) {
    const part = await readChanges(redis, userId, upTo, changesAtOnce);
    // A store that was restored to an earlier day begins anew.
    if (part.head < upTo) {
      await forgetWords(redis, userId);
      upTo = 0;
      continue;
    }
    if (part.changes.length === 0) return 0;
    const there = part.changes.flatMap(({ had }) => (had ? [documentOf(itemOf(had), textsOf(had))] : []));
    const gone = part.changes.filter(({ had }) => !had).map(({ uuid }) => uuid);
    try {
      await index.update(there, gone, part.upTo);
      await index.tidy();
    } catch (error) {
      if (error instanceof Overtaken) return part.behind;
      throw error;
    }
    upTo = part.upTo;
    if (part.behind === 0 || performance.now() > until) return part.behind;
  }
}
