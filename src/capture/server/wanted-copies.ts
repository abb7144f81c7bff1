import { setTimeout as pause } from 'node:timers/promises';
import type { Note } from '../../notes/model/note.ts';
import { readNotes } from '../../notes/server/notes.ts';
import { addStored, hasRoom } from '../../people/server/storage.ts';
import { hostOf } from '../../platform/model/url.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { CaptureOptions } from './capture-page.ts';
import { renewCopy } from './captures.ts';
import { claimCopies, endClaims, wantsCopies } from './store/wanted-copies.ts';

/**
 * The limits of one run, every five minutes: sites should not notice it, so their pages are read one after the other, a
 * second apart; and a page takes memory until it is stored.
 */
const limits = { links: 150, claimed: 30, sitesAtOnce: 3, betweenMs: 1000 };
/** The room that a page and its pictures may take. In bytes. */
const pageBytes = 64 * 1024;

type Found = Awaited<ReturnType<typeof readNotes>>[number];
type Options = Omit<CaptureOptions, 'now' | 'withinMs'> & { now: () => Date };

/**
 * Makes copies of links that are due, and returns the notes that readers see differently since then. What cannot be copied
 * stays as it is: nobody waits for it, and the link checks say what is broken.
 */
export async function makeWantedCopies(redis: Redis, options: Options, mayGoOn: () => boolean): Promise<string[]> {
  const shown: string[] = [];
  for (let left = limits.links; left > 0 && mayGoOn();) {
    const uuids = await claimCopies(redis, options.now(), Math.min(left, limits.claimed));
    if (uuids.length === 0) break;
    left -= uuids.length;
    const wanted = await wantedNow(redis, await readNotes(redis, uuids), options.now());
    const sites = Map.groupBy(wanted, ({ url }) => hostOf(url ?? '')).values();
    const copySites = async () => {
      for (const ofSite of sites) {
        for (const [at, note] of ofSite.entries()) {
          if (!mayGoOn()) return;
          if (at > 0) await pause(limits.betweenMs);
          if (await copy(redis, note, options)) shown.push(note.uuid);
          await endClaims(redis, [note.uuid]);
        }
      }
    };
    const others = new Set(uuids).difference(new Set(wanted.map(({ uuid }) => uuid)));
    await Promise.all([endClaims(redis, [...others]), ...Array.from({ length: limits.sitesAtOnce }, copySites)]);
  }
  return shown;
}

/** The notes whose owners still want a copy, and have room for it. */
async function wantedNow(redis: Redis, notes: readonly Found[], now: Date): Promise<Note[]> {
  const links = notes.flatMap((note) => (note && !('deletedAt' in note) && note.url !== null ? [note] : []));
  const isWanted = await Promise.all(
    links.map(async ({ authorId }) => (await wantsCopies(redis, authorId)) && hasRoom(authorId, pageBytes, now)),
  );
  return links.filter((_, at) => isWanted[at]);
}

/** Makes a copy, and returns whether readers see the note differently since. */
async function copy(redis: Redis, note: Note, options: Options): Promise<boolean> {
  const now = options.now();
  const renewed = await renewCopy(redis, note, note.authorId, { ...options, now });
  if (!renewed.ok) return false;
  await addStored(note.authorId, renewed.grown, now);
  return renewed.revision !== null;
}
