import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod';
import { ExportDocument, ExportedNote } from '../../../src/transfer/model/export.ts';
import { exportFormats, type ExportFormat, type ExportPart } from '../../../src/transfer/model/export-formats.ts';
import { addressOf } from '../../../src/notes/model/note-access.ts';
import type { User } from '../../../src/people/model/user.ts';
import { exportStream } from '../../../src/transfer/server/export/export.ts';
import type { Redis } from '../../../src/platform/server/store/redis.ts';
import { accountOf, others } from '../../support/drawn-accounts.ts';
import { startApi, type Api } from '../../support/api.ts';
import { faultsOfNames, faultsOfSite } from '../../support/archives.ts';
import { startStore, type TestStore } from '../../support/store.ts';
import { bring, bringOnPage, lived, now, person, somebody } from '../../support/travellers.ts';

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

/** A picture that is imported again has another name. */
const unnamed = (body: string) => body.replace(/\/pictures\/[0-9a-f]{32}/g, '/pictures/…');

/** The content of each section in our JSON. */
const partOf: Record<ExportPart, (all: Document) => unknown> = {
  texts: notewise(({ title, url, body }) => ({ title, url, body: unnamed(body) })),
  tags: notewise(({ tags }) => tags),
  dates: notewise(({ createdAt, updatedAt, publishedAt }) => ({ createdAt, updatedAt, publishedAt })),
  visibility: notewise(({ visibility }) => visibility),
  details: notewise(({ icon, rev, noModel }) => ({ icon, rev, noModel })),
  imported: notewise(({ imported }) => imported),
  formerTitles: notewise(({ formerTitles }) => formerTitles),
  reading: ({ readingList }) => readingList,
  copies: notewise(({ copy }) => copy),
  highlights: notewise(({ highlights }) => highlights),
  pictures: notewise(({ body, files = {} }) =>
    Array.from(body.matchAll(/\]\(\/pictures\/([0-9a-f]{32})/g), ([, name = '']) => name in files),
  ),
  comments: ({ comments }) => comments,
  collections: collectionsIn,
  account: () => null,
  pagePictures: () => null,
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
    texts: (all) => byAddress(all).map(({ title, url, body }) => ({ title, url, body: unnamed(body).trim() })),
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

/** What can be there on another server: what concerns somebody else’s note, or the person, cannot. */
function elsewhere({ readingList, votes, follows, mutes, wishes, collections, ...all }: Document): Document {
  const isOwn = ({ id }: { id: string }) => !id.includes(others.note) && !id.includes(others.person);
  return {
    ...all,
    readingList: readingList.filter(isOwn),
    ...{ votes: votes.filter(isOwn), follows: follows.filter(isOwn) },
    ...{ mutes: mutes.filter(isOwn), wishes: wishes.filter(isOwn) },
    collections: collections.map((one) => ({ ...one, notes: one.notes.filter((uuid) => uuid !== others.note) })),
  };
}

// Shrinking to a smaller example takes minutes.
const runs = (numRuns: number) => ({ numRuns, endOnFailure: true });

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

for (const { count, tags } of [
  { count: 10, tags: [] },
  { count: 60, tags: ['long'] },
]) {
  test.each(['json', 'markdown', 'netscape', 'site'] as const)(
    `as %s, whatever the format claims to contain of ${count} accounts is restored on another server`,
    { tags, timeout: count * 10_000 },
    async (format) => {
      const property = fc.asyncProperty(accountOf, async (account) => {
        const here = await lived(stores.here, account);
        const there = await somebody(stores.there);
        const all = await allOf(stores.here.redis, here);
        expect(all.comments.map(({ body }) => body).sort()).toEqual(account.said.toSorted());
        const file = await taken(stores.here.redis, here, format);
        if (format === 'markdown' || format === 'site') expect(faultsOfNames(file)).toEqual([]);
        // The texts link to headings that they do not have.
        if (format === 'site') expect(faultsOfSite(file).filter((fault) => !/#.*, a part/.test(fault))).toEqual([]);
        await bringOnPage(stores.there.redis, there, file);
        const [before, after] = [elsewhere(all), await allOf(stores.there.redis, there)];
        for (const part of Object.keys(exportFormats[format].holds) as ExportPart[]) {
          const of = some[format]?.[part] ?? partOf[part];
          expect(of(after), `${part} as ${format}`).toEqual(of(before));
        }
      });
      await fc.assert(property, runs(count));
    },
  );

  test(
    `our JSON of ${count} accounts imports into a second account of the same server, equal except for ids, and only once`,
    { tags, timeout: count * 10_000 },
    async () => {
      const property = fc.asyncProperty(accountOf, async (account) => {
        const { redis } = stores.here;
        const first = await lived(stores.here, account);
        const second = await person(redis, 'ann_again');
        const file = await taken(redis, first, 'json');
        const { profile: _his, comments: _said, ...wanted } = withoutIds(await allOf(redis, first));
        for (const turn of ['first', 'second']) {
          await bring(redis, second, file);
          const { profile: _theirs, comments: _none, ...came } = withoutIds(await allOf(redis, second));
          expect(came, `the ${turn} time`).toEqual(wanted);
        }
      });
      await fc.assert(property, runs(count));
    },
  );
}

test('the accounts that are drawn have every field of a note, and every list, of our own export', () => {
  const drawn = fc.sample(accountOf, { numRuns: 500, seed: 1 }).map(({ document }) => document);
  const isThere = (value: unknown) =>
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  const fieldsOf = (all: readonly object[]) =>
    new Set(all.flatMap((one) => Object.entries(one).flatMap(([name, value]) => (isThere(value) ? [name] : []))));
  // Kind and slug follow from the others, files from pictures in texts; comments are posted.
  const [notes, lists] = [Object.keys(ExportedNote.shape), Object.keys(ExportDocument.shape)];
  const followed = new Set(['kind', 'slug', 'files', 'comments']);
  const missing = (names: string[], found: Set<string>) => names.filter((one) => !followed.has(one) && !found.has(one));
  expect(missing(notes, fieldsOf(drawn.flatMap((one) => one.notes)))).toEqual([]);
  expect(missing(lists, fieldsOf(drawn))).toEqual([]);
});
