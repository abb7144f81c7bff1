import { createHash } from 'node:crypto';
import { isPublished } from '../domain/note-access.ts';
import { Author, type Note } from '../domain/note.ts';
import type { PublishedNote } from '../domain/published-note.ts';
import { installedSvg } from './icons.ts';
import { preparedMarkdown } from './markdown.ts';
import { changesSince } from './store/changes.ts';
import { readNotes } from './store/notes.ts';
import type { Redis } from './store/redis.ts';
import { readUsers } from './store/users.ts';

/** Where published notes are kept between builds. `state` is saved together with the entries; `clear` empties the entries alone. */
export type SyncTarget = {
  entries(): Iterable<PublishedNote>;
  set(uuid: string, entry: PublishedNote, digest: string): void;
  delete(uuid: string): void;
  clear(): void;
  state: {
    get(key: string): string | undefined;
    set(key: string, value: string): void;
  };
};

export type SyncReport = {
  revision: number;
  set: number;
  removed: number;
  fromScratch: boolean;
};

const batchSize = 200;

/**
 * Brings the target up to the store's change log, reading only what changed since the last sync. `origin` names the
 * store and the code that renders: when it differs from the last sync's, everything is read and rendered anew.
 */
export async function syncPublished(redis: Redis, target: SyncTarget, origin: string): Promise<SyncReport> {
  const fromScratch = target.state.get('origin') !== origin;
  if (fromScratch) {
    target.clear();
    target.state.set('revision', '0');
    target.state.set('origin', origin);
  }
  const report = {
    revision: Number(target.state.get('revision') ?? 0),
    set: 0,
    removed: 0,
    fromScratch,
  };
  for (;;) {
    const changes = await changesSince(redis, report.revision, batchSize);
    const last = changes.at(-1);
    if (!last) return report;
    const idsOf = (kind: 'note' | 'user') => changes.filter((change) => change.kind === kind).map(({ id }) => id);
    await syncNotes(redis, target, idsOf('note'), report);
    await syncAuthors(redis, target, idsOf('user'), report);
    report.revision = last.revision;
    target.state.set('revision', String(last.revision));
  }
}

async function syncNotes(redis: Redis, target: SyncTarget, uuids: string[], report: SyncReport): Promise<void> {
  const found = await readNotes(redis, uuids);
  const published = found.filter((note): note is Note => !!note && 'visibility' in note && isPublished(note));
  const authors = await authorsById(redis, [...new Set(published.map((note) => note.authorId))]);
  const kept = new Set<string>();
  for (const note of published) {
    const author = authors.get(note.authorId);
    if (!author) continue;
    kept.add(note.uuid);
    put(target, await publishedNote(note, author), report);
  }
  for (const uuid of uuids) {
    if (kept.has(uuid)) continue;
    target.delete(uuid);
    report.removed += 1;
  }
}

/** A person who changed what readers see of them changes every page that shows them. */
async function syncAuthors(redis: Redis, target: SyncTarget, ids: string[], report: SyncReport): Promise<void> {
  if (ids.length === 0) return;
  const authors = await authorsById(redis, ids);
  for (const entry of [...target.entries()]) {
    const author = authors.get(entry.author.id);
    if (author && JSON.stringify(author) !== JSON.stringify(entry.author)) {
      put(target, { ...entry, author }, report);
    }
  }
}

function put(target: SyncTarget, entry: PublishedNote, report: SyncReport): void {
  target.set(entry.note.uuid, entry, createHash('sha256').update(JSON.stringify(entry)).digest('base64url'));
  report.set += 1;
}

async function authorsById(redis: Redis, ids: string[]): Promise<Map<string, Author>> {
  const users = ids.length > 0 ? await readUsers(redis, ids) : [];
  return new Map(users.flatMap((user) => (user ? [[user.id, Author.parse(user)]] : [])));
}

/** A note made ready to be shown. */
export async function publishedNote(note: Note, author: Author): Promise<PublishedNote> {
  const iconSvg = await installedSvg(note.icon);
  return {
    note,
    author,
    ...(await preparedMarkdown(note.body)),
    ...(iconSvg === undefined ? {} : { iconSvg }),
  };
}
