import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadRenderer, type Render } from '../../../netlify/build/renderer/renderer.ts';
import { fileOf } from '../../../netlify/build/workers/work.ts';
import { commentFrom } from '../../../src/discussion/model/thread.ts';
import { noteFrom } from '../../../src/notes/model/note.ts';
import { openIndex } from '../../../src/search/model/index.ts';
import { liveContent } from '../../../src/app/pages/live-content.ts';
import { readNextFor } from '../../../src/search/server/published-index.ts';
import { addComment } from '../../../src/discussion/server/store/comments.ts';
import { createNote } from '../../../src/notes/server/store/notes.ts';
import { createUser } from '../../../src/people/server/store/users.ts';
import { sharedRenderer, siteBuilds } from '../../support/builds/site-builds.ts';
import { startStore, type TestStore } from '../../support/store.ts';
import { origin } from '../../support/servers/origin.ts';

let store: TestStore;
let render: Render;
const tags = ['web', 'c#', 'a+b', 'ما', 'node.js', 'web/css', 'nested/c#'];

beforeAll(async () => {
  store = await startStore();
  for (const handle of ['ada', 'bea', 'cyd', 'dan']) {
    const user = { id: `u_${handle}`, handle, name: handle, bio: 'Reads.', createdAt: new Date(0).toISOString() };
    await createUser(store.redis, user, null);
  }
  for (let count = 0; count < 55; count += 1) {
    const uuid = `01890000-0000-7000-8000-${String(count).padStart(12, '0')}`;
    const draft = {
      title: `Note ${count} & „more“`,
      body: `## One\n\nText *${count}*.`,
      tags: tags.filter((_, index) => count % (index + 1) === 0),
      visibility: count % 9 === 8 ? ('unlisted' as const) : ('public' as const),
      ...(count % 3 === 0 ? { url: 'https://www.example.org/a?b=1&c=2' } : {}),
    };
    // Several are published at the same instant.
    const now = new Date(1_700_000_000_000 + Math.floor(count / 4) * 1000);
    await createNote(store.redis, noteFrom(draft, { uuid, authorId: count % 2 ? 'u_ada' : 'u_bea', now }));
  }
  for (let count = 0; count < 45; count += 1) {
    const id = `01890000-0000-7000-9000-${String(count).padStart(12, '0')}`;
    const noteUuid = `01890000-0000-7000-8000-${String(count).padStart(12, '0')}`;
    const by = {
      id,
      noteUuid,
      authorId: count % 15 ? 'u_ada' : 'u_cyd',
      mentions: [],
      now: new Date(1_700_000_100_000 + count),
    };
    await addComment(store.redis, commentFrom({ body: `Said *${count}*.` }, undefined, by));
  }
  ({ render } = await loadRenderer(await sharedRenderer()));
});
afterAll(() => store.stop());

/** The pages that functions can render: all but those in every build. */
const answered = /^\/(?:note\/(?:list|detail)|tag\/[^/]+|u)\/./;

test('a page rendered by a function from the store equals the built file byte for byte, including its related notes', async () => {
  const builds = await siteBuilds(store.redis);
  try {
    await builds.next();
    const addresses = (await builds.addresses()).filter((address) => answered.test(address));
    expect(addresses.length).toBeGreaterThan(150);
    const index = await openIndex(async (name) => Buffer.from(await builds.text(name.slice(1))));
    const content = { ...liveContent(store.redis), related: (uuid: string) => readNextFor(index, uuid) };
    let leadingOn = 0;
    for (const address of addresses) {
      const page = await render(new Request(`${origin}${address}`), content);
      const html = await page.text();
      expect(html, address).toBe(await builds.text(fileOf(address)));
      if (html.includes('class="next"')) leadingOn += 1;
    }
    expect(leadingOn).toBeGreaterThan(20);
  } finally {
    await builds.remove();
  }
});

test.each([
  '/note/list/99',
  '/note/list/0',
  '/note/list/01',
  '/note/list/one',
  '/tag/nobody-has-it/1',
  '/tag/web/99',
  '/tag/nobody-has-it/feed.xml',
  '/u/nobody',
  '/u/ada/1',
  '/u/ada/99',
  '/u/ada/comments/1',
  '/u/ada/comments/99',
  '/u/dan',
  '/u/dan/comments',
  '/u/nobody/feed.json',
  '/note/detail/01890000-0000-7000-8000-999999999999/x',
  '/note/list/99/_payload.json',
])('%s is not a page', async (address) => {
  const page = await render(new Request(`${origin}${address}`), liveContent(store.redis));
  expect(page.status).toBe(404);
});

test('pages beyond the first ones, which are files, continue through every note', async () => {
  const content = liveContent(store.redis);
  const html = async (address: string) => (await render(new Request(`${origin}${address}`), content)).text();
  expect(await html('/tag/web/2')).toContain('Page 2 of 3');
  expect(await html('/u/ada/2')).toContain('href="/u/ada"');
  expect(await html('/u/ada')).toContain('href="/u/ada/2"');
  expect(await html('/u/ada/comments')).toContain('href="/u/ada/comments/2"');
  expect(await html('/u/ada/comments/2')).toContain('Said <em>1</em>.');
});

test('a person with comments only has a page, without their comments on unlisted notes', async () => {
  const page = async (address: string) => render(new Request(`${origin}${address}`), liveContent(store.redis));
  expect((await page('/u/cyd')).status).toBe(200);
  const said = await (await page('/u/cyd/comments')).text();
  expect(said).toContain('Said <em>15</em>.');
  // Notes 44 and 35 are unlisted.
  expect(await (await page('/u/ada/comments')).text()).not.toMatch(/Said <em>(44|35)</);
});
