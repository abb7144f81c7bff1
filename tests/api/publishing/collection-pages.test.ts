import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadRenderer, type Render } from '../../../netlify/build/renderer/renderer.ts';
import { fileOf } from '../../../netlify/build/workers/work.ts';
import { liveContent } from '../../../src/app/pages/live-content.ts';
import { movedCollection } from '../../../src/app/pages/live-collections.ts';
import { NewCollection } from '../../../src/library/model/collection.ts';
import {
  addToCollection,
  restoreDeletedCollection,
  changeCollection,
  collectionsOf,
  deleteCollection,
  makeCollection,
  readDeleted,
  removeFromCollection,
} from '../../../src/library/server/collections.ts';
import { changedNote, noteFrom, type Visibility } from '../../../src/notes/model/note.ts';
import { createNote, readNote, replaceNote } from '../../../src/notes/server/store/notes.ts';
import { createUser } from '../../../src/people/server/store/users.ts';
import { sharedRenderer, siteBuilds } from '../../support/builds/site-builds.ts';
import { origin } from '../../support/servers/origin.ts';
import { startStore, type TestStore } from '../../support/store.ts';

let store: TestStore;
let render: Render;
const now = new Date('2026-05-01T10:00:00Z');
const uuidOf = (count: number) => `01890000-0000-7000-8000-${String(count).padStart(12, '0')}`;

async function reset(): Promise<void> {
  await store.redis.flushall();
  for (const handle of ['ada', 'bea']) {
    const user = { id: `u_${handle}`, handle, name: handle, bio: 'Reads.', createdAt: now.toISOString() };
    await createUser(store.redis, user, null);
  }
}

async function write(count: number, by: string, title: string, visibility: Visibility = 'public', tags: string[] = []) {
  const at = new Date(now.getTime() + count * 1000);
  const draft = { title, body: 'Of bees.', tags, visibility };
  await createNote(store.redis, noteFrom(draft, { uuid: uuidOf(count), authorId: `u_${by}`, now: at }));
  return uuidOf(count);
}

async function make(fields: object, uuids: string[] = []) {
  const made = await makeCollection(store.redis, 'u_ada', NewCollection.parse(fields), { now });
  if (!made.ok) throw new Error(made.reason);
  if (uuids.length > 0) await addToCollection(store.redis, 'u_ada', made.collection.id, uuids, now);
  return made.collection;
}

beforeAll(async () => {
  store = await startStore();
  ({ render } = await loadRenderer(await sharedRenderer()));
});
afterAll(() => store.stop());

test('a public collection is published with its public notes as page, feeds, data and Markdown, and reveals nothing else', async () => {
  await reset();
  const uuids: string[] = [];
  for (let count = 0; count < 45; count += 1) {
    const visibility = ({ 7: 'private', 8: 'unlisted', 9: 'draft' } as const)[count] ?? 'public';
    uuids.push(await write(count, count % 5 ? 'ada' : 'bea', `Note ${count} of ${visibility}`, visibility, ['tea']));
  }
  const teas = await make({ name: 'Teas & „more“', description: 'Leaves.\nWater.', visibility: 'public' }, uuids);
  const green = await make({ name: 'Green', visibility: 'public', parent: teas.id }, [uuids[11] ?? '']);
  await make({ name: 'Smart tea', visibility: 'public', search: 'tag:tea' });
  await make({ name: 'Empty', visibility: 'public' });
  const secret = await make({ name: 'Whispered', visibility: 'unlisted' }, [uuids[3] ?? '', uuids[7] ?? '']);
  await make({ name: 'Locked away', visibility: 'private' }, uuids);
  const builds = await siteBuilds(store.redis);
  try {
    await builds.next();
    const files = (await builds.addresses()).filter((address) => address.includes('/c/'));
    expect(files.filter((address) => !/_payload|xml|json|md/.test(address)).sort()).toEqual(
      ['green', 'smart-tea', 'teas-more', secret.slug].map((slug) => `/u/ada/c/${slug}`).sort(),
    );
    expect(files.filter((address) => address.includes('teas-more'))).toHaveLength(6);
    expect(files.filter((address) => address.includes(secret.slug))).toHaveLength(2);
    for (const address of files) {
      const page = await render(new Request(`${origin}${address}`), liveContent(store.redis));
      expect(await page.text(), address).toBe(await builds.text(fileOf(address)));
    }
    const html = await builds.text('u/ada/c/teas-more.html');
    expect(html).toContain('42 notes');
    expect(html).toContain('href="/u/ada/c/green"');
    expect(html.indexOf('Note 0 of')).toBeLessThan(html.indexOf('Note 1 of'));
    expect(await builds.text('u/ada/c/green.html')).toContain('href="/u/ada/c/teas-more"');
    expect(await builds.text('u/ada.html')).toContain('href="/u/ada/c/smart-tea"');
    expect(await builds.text('u/ada/c/smart-tea.html')).toMatch(/3[34] notes/);
    expect(await builds.text(`u/ada/c/${secret.slug}.html`)).toContain('name="robots" content="noindex"');
    expect(await builds.text('sitemap/pages.xml')).toContain('/u/ada/c/teas-more');
    const source = await builds.text('u/ada/c/teas-more.md');
    expect(source).toContain('# Teas & „more“\n\nLeaves.\nWater.\n\n- [Note 0 of public]');
    expect(source.match(/^- /gm)).toHaveLength(42);
    const feed = JSON.parse(await builds.text('u/ada/c/teas-more/feed.json')) as { items: unknown[] };
    expect(feed.items).toHaveLength(42);
    const empty = await render(new Request(`${origin}/u/ada/c/empty`), liveContent(store.redis));
    expect(await empty.text()).toContain('It has no public notes yet. Follow it to hear of the first.');

    const out = path.join(builds.dir, 'b000001');
    for (const name of await readdir(out, { recursive: true, withFileTypes: true })) {
      if (!name.isFile()) continue;
      const file = path.join(name.parentPath, name.name);
      const text = (await readFile(file)).toString('latin1');
      expect(/Note (7|9) of/.test(text), file).toBe(false);
      expect(text.includes('Locked away'), file).toBe(false);
      if (!file.includes(secret.slug)) expect(text.includes('hispered'), file).toBe(false);
    }
    for (const address of [`${secret.slug}.md`, `${secret.slug}/feed.xml`, 'teas-more/1', 'teas-more/4', 'locked-away'])
      expect((await render(new Request(`${origin}/u/ada/c/${address}`), liveContent(store.redis))).status).toBe(404);
    const third = await render(new Request(`${origin}/u/ada/c/teas-more/3`), liveContent(store.redis));
    expect(await third.text()).toContain('Page 3 of 3');
    await changeCollection(store.redis, 'u_ada', { id: green.id, patch: { name: 'Greens' } }, now);
    expect(await movedCollection(store.redis, '/u/ada/c/green')).toBe('/u/ada/c/greens');
    expect(await movedCollection(store.redis, '/u/ada/c/green.md')).toBe('/u/ada/c/greens.md');
    expect(await movedCollection(store.redis, '/u/ada/c/green/feed.xml')).toBe('/u/ada/c/greens/feed.xml');
    expect(await movedCollection(store.redis, '/u/ada/c/whispered')).toBeUndefined();
  } finally {
    await builds.remove();
  }
});

type Step =
  | { do: 'write'; by: 'ada' | 'bea'; visibility: Visibility; tags: string[] }
  | { do: 'show'; which: number; visibility: Visibility }
  | { do: 'make'; visibility: string; search: string | null; under: number }
  | { do: 'change'; collection: number; patch: object }
  | { do: 'collect' | 'uncollect'; collection: number; which: number }
  | { do: 'drop'; collection: number }
  | { do: 'restore'; collection: number }
  | { do: 'build' };

const visibility = fc.constantFrom<Visibility>('public', 'public', 'unlisted', 'private');
const shown = fc.constantFrom('public', 'public', 'unlisted', 'private');
const nat = fc.nat(12);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      by: fc.constantFrom('ada' as const, 'bea' as const),
      visibility,
      tags: fc.constantFrom<string[]>([], ['tea']),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('show' as const), which: nat, visibility }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('make' as const),
      visibility: shown,
      search: fc.constantFrom(null, null, 'tag:tea'),
      under: nat,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      collection: nat,
      patch: fc.oneof(
        fc.record({ name: fc.constantFrom('Beds', 'Borders') }),
        fc.record({ visibility: shown }),
        fc.record({ order: nat }),
        fc.constant({ parent: null }),
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('collect' as const, 'collect' as const, 'uncollect' as const),
      collection: nat,
      which: nat,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.oneof(
      fc.record({ do: fc.constant('drop' as const), collection: nat }),
      fc.record({ do: fc.constant('restore' as const), collection: nat }),
    ),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('build' as const) }) },
);

async function take(step: Exclude<Step, { do: 'build' }>, made: { notes: number; ids: string[] }, at: Date) {
  const { redis } = store;
  if (step.do === 'write') {
    await write(made.notes, step.by, `Note ${made.notes}`, step.visibility, step.tags);
    made.notes += 1;
  } else if (step.do === 'show') {
    const note = await readNote(redis, uuidOf(step.which % Math.max(1, made.notes)));
    if (!note || !('visibility' in note)) return;
    await replaceNote(redis, changedNote(note, { rev: note.rev, visibility: step.visibility }, at));
  } else if (step.do === 'make') {
    const tops = (await collectionsOf(redis, 'u_ada')).filter(({ parent }) => parent === null);
    const parent = tops[step.under]?.id ?? null;
    made.ids.push((await make({ name: 'Beds', visibility: step.visibility, search: step.search, parent })).id);
  } else {
    const id = made.ids[step.collection % Math.max(1, made.ids.length)] ?? crypto.randomUUID();
    if (step.do === 'change') await changeCollection(redis, 'u_ada', { id, patch: step.patch }, at);
    else if (step.do === 'drop') await deleteCollection(redis, 'u_ada', id, at);
    else if (step.do === 'restore')
      await restoreDeletedCollection(redis, 'u_ada', { id, deleted: await readDeleted(redis, id) });
    else {
      const put = step.do === 'collect' ? addToCollection : removeFromCollection;
      await put(redis, 'u_ada', id, [uuidOf(step.which % Math.max(1, made.notes))], at);
    }
  }
}

for (const { prerendered, histories, tags } of [
  { prerendered: 10_000, histories: 2, tags: [] },
  { prerendered: 2, histories: 2, tags: [] },
  { prerendered: 10_000, histories: 10, tags: ['long'] },
  { prerendered: 2, histories: 10, tags: ['long'] },
]) {
  const name = `whatever is put together and whenever it is built, the site is the one that a clean build makes (${prerendered} notes as files, ${histories} histories)`;
  test(name, { timeout: 1_200_000, tags }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30, size: 'max' }), async (steps) => {
        await reset();
        const builds = await siteBuilds(store.redis, { prerendered });
        try {
          const made = { notes: 0, ids: [] as string[] };
          await builds.next();
          for (const [count, step] of steps.entries()) {
            if (step.do === 'build') await builds.next();
            else await take(step, made, new Date(now.getTime() + 100_000 + count * 1000));
          }
          await builds.next();
          expect(await builds.site()).toEqual(await builds.clean());
        } finally {
          await builds.remove();
        }
      }),
      { numRuns: histories },
    );
  });
}
