import { hash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { ExportDocument } from '../../../src/transfer/model/export.ts';
import { exportFormats, type ExportFormat, type ExportPart } from '../../../src/transfer/model/export-formats.ts';
import { addressOf } from '../../../src/notes/model/note-access.ts';
import type { User } from '../../../src/people/model/user.ts';
import { exportStream } from '../../../src/transfer/server/export/export.ts';
import { importFile } from '../../../src/transfer/server/import/import-file.ts';
import type { Redis } from '../../../src/platform/server/store/redis.ts';
import { createUser } from '../../../src/people/server/store/users.ts';
import { accountOf } from '../../support/drawn-accounts.ts';
import { startApi, type Api } from '../../support/api.ts';
import { startStore, type TestStore } from '../../support/store.ts';

type Document = z.infer<typeof ExportDocument>;

let api: Api;
let stores: { here: TestStore; there: TestStore };
beforeAll(async () => {
  const [started, there] = await Promise.all([startApi(), startStore()]);
  api = started;
  stores = { here: api.store, there };
});
afterAll(() => Promise.all([api.stop(), stores.there.stop()]));

const site = 'https://commonplace.example';
const now = new Date('2026-11-23T12:00:00.000Z');

/** A person without any data, in an empty store. */
async function somebody({ redis }: TestStore): Promise<User> {
  await redis.flushall();
  const user = { id: 'u_takes_along', handle: 'ann', name: 'Ann', bio: '', createdAt: '2020-01-01T00:00:00.000Z' };
  await createUser(redis, user, null);
  return user;
}

async function bring(redis: Redis, user: User, bytes: Uint8Array): Promise<void> {
  const source = { name: 'file', bytes: Uint8Array.from(bytes), fingerprint: hash('sha256', bytes) };
  const taken = await importFile(redis, user, source, 'kept', () => now);
  expect(taken).toMatchObject({ ok: true });
}

const taken = (redis: Redis, user: User, format: ExportFormat) =>
  new Response(exportStream(redis, format, user, site, now)).bytes();

const allOf = async (redis: Redis, user: User): Promise<Document> =>
  ExportDocument.parse(JSON.parse(new TextDecoder().decode(await taken(redis, user, 'json'))));

/** The collections as exported, with their parents by name. */
function collectionsIn({ collections }: Document) {
  const names = new Map(collections.map(({ id, name }) => [id, name]));
  return collections.map(({ id: _, parent, ...one }) => ({ ...one, parent: parent && names.get(parent) }));
}

type Noted = Document['notes'][number];
const notewise = (of: (note: Noted) => unknown) => (all: Document) => all.notes.map(of);

/** The content of each section in our JSON. */
const partOf: Record<ExportPart, (all: Document) => unknown> = {
  texts: notewise(({ title, url, body }) => ({ title, url, body })),
  tags: notewise(({ tags }) => tags),
  dates: notewise(({ createdAt, updatedAt, publishedAt }) => ({ createdAt, updatedAt, publishedAt })),
  visibility: notewise(({ visibility }) => visibility),
  details: notewise(({ icon, rev, noModel }) => ({ icon, rev, noModel })),
  imported: notewise(({ imported }) => imported),
  reading: ({ readingList }) => readingList,
  copies: notewise(({ copy }) => copy),
  highlights: notewise(({ highlights }) => highlights),
  pictures: notewise(({ files }) => Object.keys(files ?? {}).length),
  comments: ({ comments }) => comments,
  collections: collectionsIn,
  account: () => null,
  choices: ({ votes, follows, mutes, wishes, searches }) => ({ votes, follows, mutes, wishes, searches }),
};

/** On another server, a note without an address becomes a link to its original page. */
const byAddress = ({ notes }: Document) =>
  notes
    .map((note) => ({ ...note, url: note.url ?? site + addressOf(note) }))
    .sort((one, other) => (one.url < other.url ? -1 : 1));
const second = (at: string) => at.slice(0, 19);

/** The share of a section that a partial format contains, as `exportFormats` describes it. */
const some: Partial<Record<ExportFormat, Partial<Record<ExportPart, (all: Document) => unknown>>>> = {
  netscape: {
    texts: (all) => byAddress(all).map(({ title, url, body }) => ({ title, url, body: body.trim() })),
    tags: (all) => byAddress(all).map(({ tags }) => tags),
    dates: (all) => byAddress(all).map(({ createdAt, updatedAt }) => [createdAt, updatedAt].map(second)),
    visibility: (all) => byAddress(all).map(({ visibility }) => visibility === 'public'),
    collections: (all) => {
      const urls = new Map(all.notes.map((note) => [note.uuid, note.url ?? site + addressOf(note)]));
      const named = new Map(all.collections.map(({ id, name }) => [id, name]));
      const isFolder = ({ notes }: Document['collections'][number]) => notes.length > 0;
      const told = all.collections.filter(isFolder).map(({ name, parent, notes }) => ({
        name,
        parent: parent && named.get(parent),
        notes: notes.map((uuid) => urls.get(uuid)),
      }));
      return told.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
    },
    reading: (all) => {
      const starred = new Set(all.readingList.filter(({ favourite }) => favourite).map(({ id }) => id));
      const waiting = new Set(all.readingList.filter(({ state }) => state === 'toread').map(({ id }) => id));
      return byAddress(all).map(({ uuid }) => [starred.has(uuid), starred.has(uuid) || waiting.has(uuid)]);
    },
  },
  json: { comments: () => [] },
  site: { comments: () => [] },
};

test.each(['json', 'markdown', 'netscape', 'site'] as const)(
  'as %s, whatever the format claims to contain is restored on another server',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(accountOf, async (account) => {
        const [here, there] = [await somebody(stores.here), await somebody(stores.there)];
        await bring(stores.here.redis, here, new TextEncoder().encode(JSON.stringify(account)));
        const before = await allOf(stores.here.redis, here);
        await bring(stores.there.redis, there, await taken(stores.here.redis, here, format));
        const after = await allOf(stores.there.redis, there);
        for (const part of Object.keys(exportFormats[format].holds) as ExportPart[]) {
          const of = some[format]?.[part] ?? partOf[part];
          expect(of(after), `${part} as ${format}`).toEqual(of(before));
        }
      }),
      // Shrinking to a smaller example takes minutes.
      { numRuns: 10, endOnFailure: true },
    );
  },
);

/** Independent of the notes' ids: each note is identified by its content. */
function withoutIds({ notes, readingList, collections, ...rest }: Document) {
  const said = ({ uuid: _, ...note }: Noted) => JSON.stringify(note);
  const byId = new Map(notes.map((note) => [note.uuid, said(note)]));
  const list = readingList.map(({ id, ...place }) => JSON.stringify({ note: byId.get(id), ...place }));
  const named = collectionsIn({ notes, readingList, collections, ...rest }).map((one) => ({
    ...one,
    notes: one.notes.map((uuid) => byId.get(uuid)),
  }));
  return { ...rest, collections: named, notes: notes.map(said).sort(), readingList: list.sort() };
}

test('our JSON imports into a second account of the same server, equal except for ids, and only once', async () => {
  await fc.assert(
    fc.asyncProperty(accountOf, async (account) => {
      const { redis } = stores.here;
      const first = await somebody(stores.here);
      await bring(redis, first, new TextEncoder().encode(JSON.stringify(account)));
      const second = { ...first, id: 'u_second_account', handle: 'ann_again' };
      await createUser(redis, second, null);
      const file = await taken(redis, first, 'json');
      const { profile: _his, ...wanted } = withoutIds(await allOf(redis, first));
      for (const turn of ['first', 'second']) {
        await bring(redis, second, file);
        const { profile: _theirs, ...came } = withoutIds(await allOf(redis, second));
        expect(came, `the ${turn} time`).toEqual(wanted);
      }
    }),
    { numRuns: 10, endOnFailure: true },
  );
}, 120_000);
