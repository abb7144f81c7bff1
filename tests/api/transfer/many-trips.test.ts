import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putCopy } from '../../../src/capture/server/store/copies.ts';
import { Copy } from '../../../src/capture/model/capture.ts';
import { noteFrom } from '../../../src/notes/model/note.ts';
import { createNote, ownNoteIds } from '../../../src/notes/server/notes.ts';
import { defaultPassword, startApi, type Api, type Person } from '../../support/api.ts';
import { checkIntegrity } from '../../support/integrity.ts';
import { countRoundTrips } from '../../support/round-trips.ts';
import { sendFile } from '../../support/imports.ts';
import { batchesOf } from '../../support/seeded.ts';
import { saveNotes } from '../../../src/library/server/reading-list.ts';
import { voteForNote } from '../../../src/discussion/server/votes.ts';
import { v7 as uuidv7 } from 'uuid';

const notes = 1000;
/**
 * Round trips made at the same time count as one step. Steps that do not depend on the amount of data: up to 12, and a
 * few more where publishing runs in between. One step per note would be a thousand.
 */
const [atOnce, others] = [200, 16];

let api: Api;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  api = await startApi({ RATE_LIMIT_SCALE: '1000000' });
  [ann, ben] = [await api.signUp('ann_has_many'), await api.signUp('ben_has_others')];
  const theirs = await written(ben, notes);
  await written(ann, notes);
  const at = new Date();
  const { redis } = api.store;
  for (const some of batchesOf(theirs, 100)) {
    await saveNotes(redis, ann.user.id, some, { state: 'toread' }, at);
    await Promise.all(some.map((uuid) => voteForNote(redis, uuid, ann.user.id, 'give', at)));
    const body = { body: 'Yes.' };
    await Promise.all(
      some.map((uuid) => api.call('POST', `/api/notes/${uuid}/comments`, { cookie: ann.cookie, body })),
    );
    await api.settled();
  }
}, 120_000);
afterAll(async () => {
  expect(await checkIntegrity(api.store.redis)).toEqual([]);
  await api.stop();
});

async function written({ user }: Person, count: number): Promise<string[]> {
  const all = Array.from({ length: count }, (_, at) => {
    const own = { uuid: uuidv7(), authorId: user.id, now: new Date(Date.now() - at * 1000) };
    return noteFrom({ title: `Note ${at}`, body: 'Text.', tags: ['many'], visibility: 'public' }, own);
  });
  await Promise.all(all.map((note) => createNote(api.store.redis, note)));
  return all.map(({ uuid }) => uuid);
}

async function tripsOf(work: () => Promise<{ status: number }>) {
  const trips = countRoundTrips(api.store.url);
  try {
    const { done, before, after } = await trips.of(work, () => api.settled());
    expect(done.status).toBe(200);
    return before + after;
  } finally {
    trips.stop();
  }
}

describe('operations on all of a person’s data access the store in batches of hundreds', () => {
  test('the account download', async () => {
    const asked = () => api.call('GET', '/api/account/data', { cookie: ann.cookie });
    // Notes are read in sequence, then comments.
    expect(await tripsOf(asked)).toBeLessThanOrEqual((2 * notes) / atOnce + others);
  });

  test.each(['json', 'markdown', 'netscape', 'site'])('the export as %s', async (format) => {
    const asked = () => api.call('GET', `/api/export?format=${format}`, { cookie: ann.cookie });
    expect(await tripsOf(asked)).toBeLessThanOrEqual(notes / atOnce + others);
  });

  test.each(['json', 'copies', 'site'])('the page copies in an export as %s', async (format) => {
    const { redis } = api.store;
    const facts = { title: 'T', description: '', author: '', site: '', language: '', published: null };
    const html = '<p>Kept.</p>';
    const pages = Array.from({ length: 300 }, (_, at) => ({ uuid: uuidv7(), url: `https://kept.example/${at}` }));
    const dee = await api.signUp(`dee_keeps_${format}`);
    for (const some of batchesOf(pages, 100)) {
      await Promise.all(
        some.map(async ({ uuid, url }) => {
          const own = { uuid, authorId: dee.user.id, now: new Date() };
          await createNote(redis, noteFrom({ title: 'Kept', body: '', url, tags: [], visibility: 'private' }, own));
          const copy = Copy.parse({
            url,
            at: new Date().toISOString(),
            facts: { ...facts, image: null, canonical: null },
            html,
            minutes: 1,
          });
          expect((await putCopy(redis, { uuid, authorId: dee.user.id, url }, copy))?.grown).toBeGreaterThan(0);
        }),
      );
    }
    const asked = () => api.call('GET', `/api/export?format=${format}`, { cookie: dee.cookie });
    expect(await tripsOf(asked)).toBeLessThanOrEqual((2 * pages.length) / atOnce + others);
  });

  test('an import', async () => {
    const cy = await api.signUp('cy_imports');
    const links = Array.from({ length: notes }, (_, at) => `<DT><A HREF="https://many.example/${at}">Link ${at}</A>`);
    const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${links.join('\n')}\n</DL><p>\n`;
    // Parts are written one after the other, five hundred entries each; what all of them need is read once.
    expect(await tripsOf(() => sendFile(api, cy, file))).toBeLessThanOrEqual(notes / atOnce + 5);
    expect(await ownNoteIds(api.store.redis, cy.user.id)).toHaveLength(notes);
  });

  test('the account deletion', async () => {
    const body = { current: defaultPassword, writings: 'remove' };
    const asked = () => api.call('POST', '/api/account/deletion', { cookie: ann.cookie, body });
    // Notes, votes, comments and the reading list are processed concurrently, each in sequence.
    expect(await tripsOf(asked)).toBeLessThanOrEqual((2 * notes) / atOnce + others);
    expect(await ownNoteIds(api.store.redis, ann.user.id)).toEqual([]);
  });
});
