import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Note } from '../../notes/model/note.ts';
import { readNotes } from '../../notes/server/notes.ts';
import { hasRoom } from '../../people/server/storage.ts';
import { hostOf } from '../../platform/model/url.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { callForTask } from '../../platform/server/own-call.ts';
import { claimCopies, endClaims, wantsCopies } from './store/wanted-copies.ts';

/**
 * The limits of one run, every five minutes: sites should not notice it, so their pages are read one after the other, a
 * second apart; and a page takes memory until it is stored.
 */
const limits = { links: 150, claimed: 30, sitesAtOnce: 3, betweenMs: 1000 };
/** The room that a page and its pictures may take. In bytes. */
const pageBytes = 64 * 1024;

/** A page and its pictures take at most 15 seconds. In milliseconds. */
const copyMs = 25_000;

/**
 * Has the capture function make a copy, which alone has the code that decodes pictures. Returns whether readers see the note
 * differently since.
 */
export async function askForCopy(uuid: string, now: Date): Promise<boolean> {
  const answer = await callForTask('/api/_copy', `copy:${uuid}`, now, copyMs);
  return answer.ok && CopyMade.parse(await answer.json()).shown;
}

const CopyMade = z.object({ shown: z.boolean() });

type Found = Awaited<ReturnType<typeof readNotes>>[number];

/**
 * Has copies made of links that are due, by `copy`, and returns the notes for which it was true: those that readers see
 * differently since. What cannot be copied stays as it is: nobody waits for it, and the link checks say what is broken.
 */
export async function makeWantedCopies(
  redis: Redis,
  { now, copy }: { now: () => Date; copy: (uuid: string) => Promise<boolean> },
  mayGoOn: () => boolean,
): Promise<string[]> {
  const shown: string[] = [];
  for (let left = limits.links; left > 0 && mayGoOn();) {
    const uuids = await claimCopies(redis, now(), Math.min(left, limits.claimed));
    if (uuids.length === 0) break;
    left -= uuids.length;
    const wanted = await wantedNow(redis, await readNotes(redis, uuids), now());
    const sites = Map.groupBy(wanted, ({ url }) => hostOf(url ?? '')).values();
    const copySites = async () => {
      for (const ofSite of sites) {
        for (const [at, { uuid }] of ofSite.entries()) {
          if (!mayGoOn()) return;
          if (at > 0) await pause(limits.betweenMs);
          if (await copy(uuid)) shown.push(uuid);
          await endClaims(redis, [uuid]);
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
