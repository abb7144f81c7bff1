import { memberships } from '../../../library/server/collections.ts';
import type { DeletedNote, Note } from '../../../notes/model/note.ts';
import { readNotes, sameDigest } from '../../../notes/server/notes.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { fragmentOf } from '../../../platform/model/url.ts';
import { belongingsOf, findImported, nothingFound } from '../store/import-findings.ts';
import type { Draft, Listed } from './import-belongings.ts';
import type { PlannedEntry } from './planned-entry.ts';

/** Whose import a part is of. */
export type To = {
  userId: string;
  id: string;
  isNew: boolean;
  /** The collections into which an entry goes. */
  collectionsOf: (entry: Pick<PlannedEntry, 'folders'>) => string[];
  listed: Listed;
};

/** What is known, and made, while a part is planned. */
export type Here = Awaited<ReturnType<typeof whatIsHere>>;
export type Entry = PlannedEntry & { note: Note; digest: string | undefined };

export async function whatIsHere(redis: Redis, to: To, wanted: readonly Entry[]) {
  const digests = [...new Set(wanted.flatMap(({ digest }) => digest ?? []))];
  const asked = { digests, ids: [...new Set(wanted.flatMap((entry) => entry.ids))] };
  const { byDigest, byId, links } = to.isNew ? nothingFound() : await findImported(redis, to.userId, asked);
  const uuids = [
    ...new Set([...[...byDigest.values()].flat(), ...byId.values(), ...wanted.flatMap(({ own }) => own ?? [])]),
  ];
  const found = await readNotes(redis, uuids);
  const stored = new Map<string, Note | DeletedNote>();
  for (const [at, note] of found.entries()) if (note) stored.set(uuids[at] ?? '', note);
  const mine = [...stored.values()].filter((note) => 'visibility' in note && note.authorId === to.userId);
  const belongings = await belongingsOf(
    redis,
    to,
    mine.map(({ uuid }) => uuid),
  );
  const collected = wanted.some(({ folders }) => folders)
    ? await memberships(
        redis,
        to.userId,
        mine.map(({ uuid }) => uuid),
      )
    : new Map<string, string[]>();
  const drafts = new Map<string, Draft>();
  /** The notes that this part makes, by what they are found by. */
  const made = new Map<string, string[]>();
  /** Every id of this part with the note that it is now. */
  const ids = new Map<string, string>();
  /** What comes into which collections, in the order of the entries. */
  const into = new Map<string, Set<string>>();
  return { to, byDigest, byId, links, stored, belongings, collected, into, drafts, made, ids };
}

/**
 * The note that an entry is the same as: by an id, else by its whole address, else by title and text. `isSame`: it is
 * the note that we exported once.
 */
export function sameNote(here: Here, entry: Entry): { same: string; isSame: boolean } | undefined {
  const { ids, own, note, passage, digest } = entry;
  const isMine = (uuid: string | undefined) => {
    const found = uuid === undefined ? undefined : (here.drafts.get(uuid)?.note ?? here.stored.get(uuid));
    if (!found || !('visibility' in found) || found.authorId !== here.to.userId) return false;
    return !passage || sameDigest(found) === digest;
  };
  for (const id of ids) {
    const uuid = here.ids.get(id) ?? here.byId.get(id);
    if (uuid !== undefined && isMine(uuid)) return { same: uuid, isSame: id === `commonplace:${own}` };
  }
  if (own !== undefined && isMine(own)) return { same: own, isSame: true };
  if (digest === undefined) return undefined;
  const alike = [...(here.made.get(digest) ?? []), ...(here.byDigest.get(digest) ?? [])].filter((uuid) => {
    const done = here.drafts.get(uuid)?.done ?? here.belongings.get(uuid)?.done;
    return isMine(uuid) && (passage !== undefined || own === undefined || !done?.own);
  });
  const fragment = note.url === null ? '' : fragmentOf(note.url);
  const whole = alike.find((uuid) => {
    const found = here.drafts.get(uuid)?.note ?? here.stored.get(uuid);
    return !found || !('url' in found) || found.url === null || fragmentOf(found.url) === fragment;
  });
  // A passage is one of the page, wherever in it the address leads.
  const same = whole ?? (passage && alike[0]);
  return same === undefined ? undefined : { same, isSame: false };
}
