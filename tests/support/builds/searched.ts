import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PublishedNote } from '../../../src/reading/model/content.ts';
import { openIndex, type SearchIndex } from '../../../src/search/model/index.ts';
import { openSnapshot, type Snapshot } from '../../../src/publishing/server/snapshot/snapshot.ts';
import { putAuthor, putNote, removeNote, writtenNoteOf } from '../../../src/publishing/server/snapshot/write.ts';

/** A snapshot whose search index is updated as notes are put and removed. */
export async function searchableSnapshot({ inSitemap }: { inSitemap?: number } = {}) {
  const dir = await mkdtemp(path.join(tmpdir(), 'commonplace-search-'));
  const snapshot = await openSnapshot(path.join(dir, 'snapshot.db'), {
    prerendered: 10_000,
    ...(inSitemap === undefined ? {} : { inSitemap }),
  });
  let revision = 0;
  const advance = (write: Parameters<Snapshot['advance']>[1]) => {
    snapshot.advance({ from: revision, to: revision + 1 }, write);
    revision += 1;
  };
  return {
    snapshot,
    put: (notes: readonly PublishedNote[]) =>
      advance((step) => {
        for (const { author } of notes) putAuthor(step, author);
        for (const entry of notes) putNote(step, writtenNoteOf(entry, []));
      }),
    /** Reports what becomes stale from now on. */
    follow: () => snapshot.follow(snapshot.mark()),
    remove: (uuid: string) => advance((step) => removeNote(step, uuid)),
    /** Every file of the index by its path. */
    async files(): Promise<Map<string, Uint8Array>> {
      const names = snapshot.files().filter((name) => name.startsWith('/search/') && !name.endsWith('_payload.json'));
      return new Map(await Promise.all(names.map(async (name) => [name, await fileOf(snapshot, name)] as const)));
    },
    open: (): Promise<SearchIndex> => openIndex((name) => fileOf(snapshot, name)),
    async close() {
      snapshot.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function fileOf({ content }: Snapshot, name: string): Promise<Uint8Array> {
  const bytes = await content.searchFile(name);
  if (!bytes) throw new Error(`The index has no file ${name}.`);
  return bytes;
}
