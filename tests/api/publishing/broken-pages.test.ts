import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changedNote, noteFrom, type Note } from '../../../src/notes/model/note.ts';
import { paths } from '../../../src/platform/model/paths.ts';
import { preparedNotes } from '../../../src/publishing/server/snapshot/write.ts';
import { publishedNote, type ReadNote } from '../../../src/reading/server/prepared-note.ts';
import { createNote, replaceNote } from '../../../src/notes/server/store/notes.ts';
import { createUser } from '../../../src/people/server/store/users.ts';
import { sharedRenderer, siteBuilds } from '../../support/builds/site-builds.ts';
import { startStore, type TestStore } from '../../support/store.ts';

const user = { id: 'u_ada', handle: 'ada', name: 'Ada', bio: '', createdAt: new Date(0).toISOString() };
let store: TestStore;
let site: Awaited<ReturnType<typeof siteBuilds>>;
/** Addresses with one of these prefixes cannot be rendered. */
const failing: string[] = [];
/** Whether the snapshot is reported as damaged when the first page of a note is rendered. */
let damaged = false;

beforeAll(async () => {
  store = await startStore();
  await createUser(store.redis, user, null);
  site = await siteBuilds(store.redis, { renderer });
});
afterAll(async () => {
  await site.remove();
  await store.stop();
});

/** The product's templates, which throw for some addresses. */
async function renderer() {
  const files = await sharedRenderer();
  const entry = path.join(site.dir, `renderer-${crypto.randomUUID()}.mjs`);
  await writeFile(
    entry,
    `import { fileRenderer as rest } from ${JSON.stringify(pathToFileURL(files.entry).href)};
    const failing = ${JSON.stringify(failing)};
    let damaged = ${damaged};
    export const fileRenderer = (site) => {
      const fileAt = rest(site);
      return async (address) => {
        if (damaged && address.startsWith('/note/detail/')) {
          damaged = false;
          const what = { code: 'ERR_SQLITE_ERROR', errcode: 11 };
          throw Object.assign(new Error('database disk image is malformed'), what);
        }
        if (failing.some((one) => address.startsWith(one))) throw new Error('A template failed.');
        return fileAt(address);
      };
    };`,
  );
  return { ...files, entry };
}

async function write(title: string): Promise<Note> {
  const uuid = crypto.randomUUID();
  const draft = { title, body: 'Text.', tags: [], visibility: 'public' as const };
  const note = noteFrom(draft, { uuid, authorId: user.id, now: new Date() });
  await createNote(store.redis, note);
  return note;
}

const fileOf = (note: Note) => `${paths.note(note).slice(1)}.html`;

test('a page that cannot be rendered does not block others, and is published as soon as it can be', async () => {
  const [well, ill] = [await write('Well'), await write('Ill')];
  await site.next();
  expect(Object.keys(await site.site())).toEqual(expect.arrayContaining([fileOf(well), fileOf(ill)]));

  failing.push(paths.note(ill));
  const changed = changedNote(ill, { rev: ill.rev, body: 'Without what was wrong.' }, new Date());
  await replaceNote(store.redis, changed);
  const later = await write('Later');
  const { broken } = await site.next();
  expect(broken).toContain(paths.note(ill));
  const names = Object.keys(await site.site());
  expect(names).toContain(fileOf(later));
  // Its old version may contain what its author removed.
  expect(names).not.toContain(fileOf(ill));

  failing.length = 0;
  expect((await site.next()).broken).toEqual([]);
  expect(await site.site()).toEqual(await site.clean());
});

test('a snapshot found damaged during rendering is rebuilt, and no page is removed', async () => {
  const note = await write('Of a damaged row');
  damaged = true;
  const { broken, base } = await site.next();
  damaged = false;
  expect([broken, base]).toEqual([[], null]);
  expect(Object.keys(await site.site())).toContain(fileOf(note));
});

test('a build fails if the site itself cannot be rendered', async () => {
  failing.splice(0, failing.length, '/search/');
  await write('Found by nobody');
  await expect(site.next()).rejects.toThrow('A template failed.');
  failing.splice(0, failing.length, '/404');
  await expect(site.clean()).rejects.toThrow('A template failed.');
});

test('a build fails if so many pages cannot be rendered that the code must be at fault', async () => {
  failing.splice(0, failing.length, '/note/');
  for (const number of Array(10).keys()) await write(`One of many ${number}`);
  await expect(site.next()).rejects.toThrow('pages cannot be rendered: A template failed.');
});

test('a text that cannot be rendered is shown as it was typed', async () => {
  const note = noteFrom(
    { title: 'Odd', body: 'A *text*.\n\n<b>Another.', tags: [], visibility: 'public' as const },
    {
      uuid: crypto.randomUUID(),
      authorId: user.id,
      now: new Date(),
    },
  );
  // Key points in a format that this code never writes.
  const { html } = await publishedNote({ ...note, points: [null] as never }, user);
  expect(html).toBe('<p>A *text*.</p>\n<p>&lt;b&gt;Another.</p>');
});

test('a note that cannot be prepared is left out, unless the machine is at fault', async () => {
  const note = noteFrom(
    { title: 'Ready', body: 'Text.', tags: [], visibility: 'public' as const },
    { uuid: crypto.randomUUID(), authorId: user.id, now: new Date() },
  );
  const failsBy = (error: Error): ReadNote => {
    const ill: Note = Object.defineProperty({ ...note }, 'icon', {
      enumerable: true,
      get: () => {
        throw error;
      },
    });
    return { note: ill, author: user, top: undefined };
  };
  const well: ReadNote = { note, author: user, top: undefined };
  const ready = await preparedNotes([failsBy(new TypeError('What nobody thought of.')), well]);
  expect(ready.map(({ row }) => row.uuid)).toEqual([note.uuid]);
  const tooMany = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE', errno: -24 });
  await expect(preparedNotes([failsBy(tooMany), well])).rejects.toThrow('EMFILE');
});
