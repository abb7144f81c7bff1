import { openIndex, type SearchIndex, withFresh, type Fresh } from '../model/index.ts';
import { isPublic } from '../../notes/model/note-access.ts';
import { idOf, searchedNote, type SearchedNote } from '../model/note.ts';
import { inTime } from '../../platform/server/in-time.ts';
import { askSite, servedRelease } from '../../platform/server/own-site.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { publishedNote } from '../../reading/server/prepared-note.ts';
import { changedSincePublished } from './store/fresh-notes.ts';
import { find, type Found, type Reorder } from '../model/find.ts';
import type { RelatedNote } from '../../notes/model/related.ts';

const timeoutMs = 3_000;

/** Whoever reads through old notes has a few files of the index loaded for each; beyond so many it is opened anew. */
const maxFiles = 400;

/** `release`: the served files at the time when the published build was last asked for, where this process knows them. */
let kept: { origin: string; release: object | undefined; build: string; index: Promise<SearchIndex> } | undefined;

/**
 * The search index of the published site, read from the site's own files as browsers read it, and kept as long as that
 * build is the published one. Rejects when they cannot be reached.
 */
async function publishedIndex(origin: string): Promise<SearchIndex> {
  // Taken before anything is read, which can then only be newer.
  const release = servedRelease(origin);
  if (release && kept?.release === release && kept.origin === origin) return kept.index;
  let files = 0;
  const load = async (path: string) => {
    files += 1;
    if (files > maxFiles && kept?.index === index) forgetPublishedIndex();
    const answer = await askSite(new URL(path, origin), { timeoutMs });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const build = new TextDecoder().decode(await load('/builds/latest.json'));
  if (kept?.origin === origin && kept.build === build) {
    kept.release = release;
    return kept.index;
  }
  const index = openIndex(load);
  kept = { origin, release, build, index };
  index.catch(() => forgetPublishedIndex());
  return index;
}

/**
 * What the published files at `origin` and what is `fresh` have to answer a query, the best first. `near`: the uuids of
 * notes that are near in meaning, which are ranked together with these. Rejects when the files cannot be reached.
 */
export async function findPublished(
  origin: string,
  query: string,
  count: number,
  { fresh, near }: { fresh: Fresh; near: readonly string[] },
): Promise<Found> {
  const search = async () => find(withFresh(await publishedIndex(origin), fresh), query, count, fusedWith(near));
  // A build that was published meanwhile may have taken files along.
  return search().catch(() => {
    forgetPublishedIndex();
    return search();
  });
}

/** When a build is published while its files are read, they may be gone. */
export function forgetPublishedIndex(): void {
  kept = undefined;
}

/** Builds follow writes within minutes: more than this waits only while publishing fails. */
const maxFresh = 100;

/** What the index of the published build does not know yet: public notes as they are now, and what is gone. */
export async function freshNotes(redis: Redis): Promise<Fresh> {
  const notes: SearchedNote[] = [];
  const gone: string[] = [];
  for (const { note, author } of await changedSincePublished(redis, maxFresh)) {
    if (author && 'visibility' in note && isPublic(note)) {
      // No icon is searched, and the assistant's function comes without them.
      notes.push(searchedNote(await publishedNote({ ...note, icon: null }, author)));
    } else gone.push(note.uuid);
  }
  return { notes, gone };
}

/** What place counts: the first of a list is worth little more than the second, so that being in both lists decides. */
const evenness = 60;

/**
 * One ranking from several, by reciprocal ranks: each item counts 1 / (60 + place) in each list that has it. Of equal
 * items the one that an earlier list names first comes first.
 */
export function fused<Item>(rankings: readonly (readonly Item[])[]): Item[] {
  const worth = new Map<Item, number>();
  for (const ranking of rankings) {
    for (const [place, item] of [...new Set(ranking)].entries()) {
      worth.set(item, (worth.get(item) ?? 0) + 1 / (evenness + place + 1));
    }
  }
  return [...worth.keys()].sort((one, other) => (worth.get(other) ?? 0) - (worth.get(one) ?? 0));
}

/** Ranks what words find together with notes that are near in meaning, the nearest first; undefined where there are none. */
export function fusedWith(near: readonly string[]): Reorder | undefined {
  if (near.length === 0) return undefined;
  const ids = near.map(idOf);
  return (found) => fused([found, ids]);
}

/** A page does not wait longer to say what to read next. */
const nextTimeoutMs = 1_000;

/**
 * What to read after a note as the published build knows it, from the site's own files: pages that no build made say the
 * same as those that one did. Nothing for a note that no build has seen, and where the files do not come in time.
 */
export async function publishedNext(origin: string, uuid: string): Promise<RelatedNote[]> {
  const next = publishedIndex(origin).then((index) => nextIn(index, uuid));
  return inTime(nextTimeoutMs, next).catch(() => []);
}

/** What an index says to read after a note, as its page shows it. */
export async function nextIn(index: SearchIndex, uuid: string): Promise<RelatedNote[]> {
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
