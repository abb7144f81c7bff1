import { forEachDetail } from '../../src/notes/model/details.ts';
import { performance } from 'node:perf_hooks';
import type { Copy } from '../../src/capture/model/capture.ts';
import { putCopy } from '../../src/capture/server/store/copies.ts';
import { LibraryQuery } from '../../src/mine/model/library.ts';
import { runAction } from '../../src/mine/server/actions.ts';
import { searchLibrary } from '../../src/mine/server/library.ts';
import type { Note } from '../../src/notes/model/note.ts';
import { createNote } from '../../src/notes/server/store/notes.ts';
import { createUser } from '../../src/people/server/store/users.ts';
import { connect, type Redis } from '../../src/platform/server/store/redis.ts';
import { batchesOf, seededRandom } from '../support/seeded.ts';
import { startStore } from '../support/store.ts';
import { keystrokes, libraryNotes } from './library-notes.ts';
import { percentile } from './person.ts';

/**
 * The server's answers to the same notes, `node library-api.ts 50000`, once it has put the library together: what stands in
 * the field after each letter, and the views of a library that no words narrow; and 1,000 notes tagged at once. Prints one line of JSON.
 */
const size = Number(process.argv[2]);
const at = new Date('2024-01-01').toISOString();
const user = { id: 'u_bench_library', handle: 'keeps_all', name: 'Someone', bio: '', createdAt: at };
const store = await startStore();
try {
  await createUser(store.redis, user, null);
  for (const documents of batchesOf(libraryNotes(size), 100)) {
    await Promise.all(documents.map((document) => bring(store.redis, document)));
  }
  const began = process.threadCpuUsage();
  let behind = size;
  while (behind > 0) ({ behind } = await ask('a'));
  const { user: own, system } = process.threadCpuUsage(began);
  // As a new process finds it: in the store, but not in memory.
  const fresh = connect({ url: store.url, token: store.token });
  const first = await timed(['ba'], fresh);
  const words = await timed(keystrokes(seededRandom(3)));
  const views = await timed(
    ['', 'is:public', 'tag:ba', 'is:untagged', 'before:2025', 'in:copies'].flatMap((q) => Array<string>(20).fill(q)),
  );
  const readS = Number(((own + system) / 1e6).toFixed(1));
  console.log(
    JSON.stringify({
      engine: 'api',
      notes: size,
      ...words,
      readS,
      firstMs: first.p50Ms,
      viewsP99Ms: views.p99Ms,
      tagMs: await tagMs(1000),
    }),
  );
} finally {
  await store.stop();
}

async function bring(
  redis: Redis,
  { id, title, tags, site, text, copy }: ReturnType<typeof libraryNotes> extends Generator<infer One> ? One : never,
): Promise<void> {
  const url = `https://${site}/${id}`;
  const note: Note = {
    ...{ uuid: id, rev: 1, authorId: user.id, kind: 'link', url, title, slug: 'a-page', body: text, tags: [...tags] },
    ...{ visibility: 'private', ...forEachDetail(() => null), createdAt: at, updatedAt: at, publishedAt: null },
  };
  const facts = {
    title,
    description: '',
    author: '',
    site,
    language: 'en',
    published: null,
    image: null,
    canonical: null,
  };
  const kept: Copy = { url, at, facts, html: `<p>${copy}</p>`, minutes: 4 };
  await createNote(redis, note);
  await putCopy(redis, { uuid: id, authorId: user.id, url }, kept);
}

async function ask(q: string, redis = store.redis) {
  return searchLibrary(redis, user, LibraryQuery.parse({ q }));
}

/** Wall-clock and CPU milliseconds of this thread. */
async function timed(queries: readonly string[], redis = store.redis) {
  const [clock, own]: [number[], number[]] = [[], []];
  for (const q of queries) {
    const [from, used] = [performance.now(), process.threadCpuUsage()];
    await ask(q, redis);
    clock.push(performance.now() - from);
    const { user: mine, system } = process.threadCpuUsage(used);
    own.push((mine + system) / 1000);
  }
  const rounded = (all: number[], part: number) => Math.round(percentile(all, part));
  return {
    ...{ p50Ms: rounded(clock, 0.5), p99Ms: rounded(clock, 0.99) },
    ...{ p50OwnMs: rounded(own, 0.5), p99OwnMs: rounded(own, 0.99) },
  };
}

/** Wall-clock milliseconds to add a tag to this many notes in one call. */
async function tagMs(count: number): Promise<number> {
  const ids = [...libraryNotes(count)].map(({ id }) => id);
  const begun = performance.now();
  const by = { author: user, now: new Date(), rateScale: 1 };
  const { done } = await runAction(store.redis, by, { action: 'tag', ids, tags: ['kept-at-once'] });
  if (done.length !== count) throw new Error(`Only ${done.length} of ${count} notes were tagged.`);
  return Math.round(performance.now() - begun);
}
