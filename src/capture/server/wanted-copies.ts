import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { Note } from '../../notes/model/note.ts';
import { readNotes } from '../../notes/server/notes.ts';
import { hasRoom } from '../../people/server/storage.ts';
import { causeOf } from '../../platform/model/cause.ts';
import { hostOf } from '../../platform/model/url.ts';
import { log } from '../../platform/server/log.ts';
import { callForTask } from '../../platform/server/own-call.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import {
  beginCopying,
  claimCopies,
  endClaims,
  endCopying,
  hasNoCopy,
  putOff,
  wantsCopies,
} from './store/wanted-copies.ts';

/**
 * The limits of one run, of which there is one at a time. Sites should not notice it: their pages are read one after the
 * other, a second apart; and a page takes memory until it is stored.
 */
const limits = { links: 150, claimed: 30, sitesAtOnce: 3, betweenMs: 1000 };
/** The room that a page and its pictures may take. In bytes. */
const pageBytes = 64 * 1024;
/** How long one copy may take: longer than the platform lets the capture function run. In milliseconds. */
const copyMs = 60_000;

/** What became of a copy. `isFinal`: trying again is of no use. `isShown`: readers see the note differently since. */
export const CopyOutcome = z.object({ isFinal: z.boolean(), isShown: z.boolean() });
export type CopyOutcome = z.infer<typeof CopyOutcome>;

/** Has the capture function make a copy: it alone has the code that decodes pictures. */
export async function askForCopy(uuid: string, now: Date): Promise<CopyOutcome> {
  const answer = await callForTask('/api/_copy', `copy:${uuid}`, now, copyMs);
  if (!answer.ok) throw new Error(`The capture function answers ${answer.status}.`);
  return CopyOutcome.parse(await answer.json());
}

type Found = Awaited<ReturnType<typeof readNotes>>[number];
type Options = { now: () => Date; copy: (uuid: string) => Promise<CopyOutcome> };

/**
 * Has copies made of links that are due, by `copy`, and returns the notes that readers see differently since. A link that
 * fails for a reason that may pass, or whose owner has no room, is tried again the next day.
 */
export async function makeWantedCopies(redis: Redis, options: Options, mayGoOn: () => boolean): Promise<string[]> {
  if (!(await beginCopying(redis))) return [];
  try {
    return await copyDue(redis, options, mayGoOn);
  } finally {
    await endCopying(redis);
  }
}

async function copyDue(redis: Redis, { now, copy }: Options, mayGoOn: () => boolean): Promise<string[]> {
  const shown: string[] = [];
  /** When the last page of a site was asked for. */
  const askedAt = new Map<string, number>();
  for (let left = limits.links; left > 0 && mayGoOn();) {
    const uuids = await claimCopies(redis, now(), Math.min(left, limits.claimed));
    if (uuids.length === 0) break;
    left -= uuids.length;
    const { wanted, full } = await wantedNow(redis, await readNotes(redis, uuids), now());
    const sites = Map.groupBy(wanted, ({ url }) => hostOf(url ?? ''));
    const turns = sites.entries();
    const copySites = async () => {
      for (const [site, links] of turns) {
        for (const { uuid } of links) {
          const wait = (askedAt.get(site) ?? -Infinity) + limits.betweenMs - performance.now();
          if (wait > 0) await pause(wait);
          if (!mayGoOn()) return;
          askedAt.set(site, performance.now());
          const { isFinal, isShown } = await copy(uuid).catch((error: unknown) => {
            log('warn', 'a copy was not made', { error: causeOf(error) });
            return { isFinal: false, isShown: false };
          });
          if (isShown) shown.push(uuid);
          await (isFinal ? endClaims(redis, [uuid]) : putOff(redis, [uuid], now()));
        }
      }
    };
    const others = new Set(uuids).difference(new Set([...wanted, ...full].map(({ uuid }) => uuid)));
    await endClaims(redis, [...others]);
    await putOff(
      redis,
      full.map(({ uuid }) => uuid),
      now(),
    );
    await Promise.all(Array.from({ length: limits.sitesAtOnce }, copySites));
  }
  return shown;
}

/** The notes of these that are still to be copied, and those whose owners have no room for it (`full`). */
async function wantedNow(redis: Redis, notes: readonly Found[], now: Date): Promise<{ wanted: Note[]; full: Note[] }> {
  const links = notes.flatMap((note) => (note && !('deletedAt' in note) && note.url !== null ? [note] : []));
  const owners = [...new Set(links.map(({ authorId }) => authorId))];
  const [lacking, wants, rooms] = await Promise.all([
    Promise.all(links.map(({ uuid }) => hasNoCopy(redis, uuid))),
    Promise.all(owners.map((owner) => wantsCopies(redis, owner))),
    Promise.all(owners.map((owner) => hasRoom(owner, pageBytes, now))),
  ]);
  const asked = links.filter(({ authorId }, at) => lacking[at] && wants[owners.indexOf(authorId)]);
  const hasRoomFor = ({ authorId }: Note) => rooms[owners.indexOf(authorId)] === true;
  return { wanted: asked.filter(hasRoomFor), full: asked.filter((note) => !hasRoomFor(note)) };
}
