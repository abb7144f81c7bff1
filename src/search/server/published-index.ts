import { openIndex, type SearchIndex, withFresh, type IndexChanges } from '../model/index.ts';
import { isPublic } from '../../notes/model/note-access.ts';
import { idOf, searchedNote, type SearchedNote } from '../model/note.ts';
import { withTimeout } from '../../platform/server/timeout.ts';
import { callOwnSite, servedRelease } from '../../platform/server/own-site.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { publishedNote } from '../../reading/server/prepared-note.ts';
import { changedSincePublished } from './store/fresh-notes.ts';
import { find, type Found, type Reorder } from '../model/find.ts';
import type { RelatedNote } from '../../notes/model/related.ts';

const timeoutMs = 3_000;

/** Reading old notes loads a few files of the index for each. After this many files, the index is opened again. */
const maxFiles = 400;

/** `release`: the release that was served when the published build was last checked, if this process knows it. */
let cached: { origin: string; release: object | undefined; build: string; index: Promise<SearchIndex> } | undefined;

/**
 * The search index of the published site, read from the site's own files as browsers read it, and cached while that build
 * is the published one. Rejects if the files cannot be reached.
 */
async function publishedIndex(origin: string): Promise<SearchIndex> {
  // Taken before anything is read, which can then only be newer.
  const release = servedRelease(origin);
  if (release && cached?.release === release && cached.origin === origin) return cached.index;
  let files = 0;
  const load = async (path: string) => {
    files += 1;
    if (files > maxFiles && cached?.index === index) forgetPublishedIndex();
    const answer = await callOwnSite(new URL(path, origin), { timeoutMs });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const build = new TextDecoder().decode(await load('/builds/latest.json'));
  if (cached?.origin === origin && cached.build === build) {
    cached.release = release;
    return cached.index;
  }
  const index = openIndex(load);
  cached = { origin, release, build, index };
  index.catch(() => forgetPublishedIndex());
  return index;
}

/**
 * The notes in the published files at `origin`, and in `fresh`, that match a query, best first. `near`: the uuids of
 * semantically similar notes, which are ranked together with these. Rejects if the files cannot be reached.
 */
export async function findPublished(
  origin: string,
  query: string,
  count: number,
  { fresh, near }: { fresh: IndexChanges; near: readonly string[] },
): Promise<Found> {
  const search = async () =>
    find(withFresh(await publishedIndex(origin), fresh), query, count, similarityReorder(near));
  // A build that was published meanwhile may have removed files.
  return search().catch(() => {
    forgetPublishedIndex();
    return search();
  });
}

/** Forgets the index, whose files may be gone if a build is published while they are read. */
export function forgetPublishedIndex(): void {
  cached = undefined;
}

/** Builds follow writes within minutes, so more than this wait only while publishing fails. */
const maxFresh = 100;

/** What changed since the index of the published build: public notes as they are now, and the uuids of removed ones. */
export async function readIndexChanges(redis: Redis): Promise<IndexChanges> {
  const before = lastChanges;
  const { version, changed } = await changedSincePublished(redis, maxFresh, before?.version ?? '');
  if (before && !changed) return before.changes;
  const notes: SearchedNote[] = [];
  const gone: string[] = [];
  for (const { note, author } of changed ?? []) {
    if (author && 'visibility' in note && isPublic(note)) {
      // Icons are not searched, and the assistant's function is bundled without them.
      notes.push(searchedNote(await publishedNote({ ...note, icon: null }, author)));
    } else gone.push(note.uuid);
  }
  lastChanges = { version, changes: { notes, gone } };
  return lastChanges.changes;
}

/** The last answer, and the state of the store that it describes. */
let lastChanges: { version: string; changes: IndexChanges } | undefined;

/** Makes the first place worth little more than the second, so that being in both lists decides. */
const evenness = 60;

/**
 * Merges rankings by reciprocal rank fusion: each item counts 1 / (60 + place) in each list that has it. Of equal items,
 * the one that an earlier list names first comes first.
 */
export function fuseRankings<Item>(rankings: readonly (readonly Item[])[]): Item[] {
  const worth = new Map<Item, number>();
  for (const ranking of rankings) {
    for (const [place, item] of [...new Set(ranking)].entries()) {
      worth.set(item, (worth.get(item) ?? 0) + 1 / (evenness + place + 1));
    }
  }
  return [...worth.keys()].sort((one, other) => (worth.get(other) ?? 0) - (worth.get(one) ?? 0));
}

/**
 * Ranks notes found by words together with semantically similar ones, most similar first; undefined if there are none of
 * these.
 */
export function similarityReorder(near: readonly string[]): Reorder | undefined {
  if (near.length === 0) return undefined;
  const ids = near.map(idOf);
  return (found) => fuseRankings([found, ids]);
}

/** How long a page waits for what to read next. */
const nextTimeoutMs = 1_000;

/**
 * What to read after a note according to the published build's files, so that pages rendered by a function show the same
 * as built ones. Empty for a note that is in no build yet, and if the files do not come in time.
 */
export async function publishedNext(origin: string, uuid: string): Promise<RelatedNote[]> {
  const next = publishedIndex(origin).then((index) => readNextFor(index, uuid));
  return withTimeout(nextTimeoutMs, next).catch(() => []);
}

/** What to read after a note according to an index, as its page shows it. */
export async function readNextFor(index: SearchIndex, uuid: string): Promise<RelatedNote[]> {
  const one = async (wanted: string) => (await index.read([idOf(wanted)])).find((note) => note.uuid === wanted);
  const { next = [] } = (await one(uuid)) ?? {};
  const found = await Promise.all(next.map(async ([other, why]) => ({ note: await one(other), why })));
  return found.flatMap(({ note, why }) => {
    if (!note) return [];
    const { title, author: name, handle, minutes, path } = note;
    const slug = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
    return [{ note: { uuid: note.uuid, slug, title }, author: { handle, name }, minutes, why }];
  });
}
