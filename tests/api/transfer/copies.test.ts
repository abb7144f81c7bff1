import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Copy } from '../../../src/capture/model/capture.ts';
import { putCopy, readCopy } from '../../../src/capture/server/store/copies.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { importItems, countsOf, exportOf, notesOf, sendFile, type Item } from '../../support/imports.ts';
import { saveHighlightedCopy, savedPage } from '../../support/browser/kept-page.ts';
import { countRoundTrips } from '../../support/round-trips.ts';
import { startSite } from '../../support/browser/pages.ts';

let api: Api;
let site: Awaited<ReturnType<typeof startSite>>;
let person: Person;
beforeAll(async () => {
  [api, site] = await Promise.all([startApi(), startSite({ '/margins': savedPage })]);
  person = await api.signUp('keeps_copies');
  await saveHighlightedCopy(api, site, person);
});
afterAll(async () => {
  await site.stop();
  await api.stop();
});

describe('a page copy in an import', () => {
  const brought = async (copy: unknown, highlights: unknown = []) => {
    const other = await api.signUp(`brings_${Math.random().toString(36).slice(2, 10)}`);
    const [own] = (JSON.parse(strFromU8(await exportOf(person, 'json'))) as { notes: object[] }).notes.filter((note) =>
      Object.hasOwn(note, 'copy'),
    );
    const { copy: page } = own as { copy: object };
    const notes = [{ ...own, copy: copy instanceof Object ? { ...page, ...copy } : copy, highlights }];
    const { report } = await sendFile(api, other, JSON.stringify({ commonplace: 1, notes }));
    const stored = await api.call('GET', `/api/notes/${report.lines[0]?.uuid}/copy`, { cookie: other.cookie });
    return { line: report.lines[0], copy: (stored.body as { copy?: { html: string; facts: object } | null }).copy };
  };

  test('is sanitised like a captured page', async () => {
    const html = '<p onclick="alert(1)">Text<script>alert(1)</script><a href="javascript:alert(1)">x</a></p>';
    const facts = { title: 'T', description: '', author: '', site: '', language: '', published: null };
    const { line, copy } = await brought({ html, facts: { ...facts, image: 'javascript:alert(1)', canonical: 'x' } });
    expect(line?.outcome).toBe('kept');
    expect(copy).toMatchObject({ html: '<p>Text<a>x</a></p>', facts: { image: null, canonical: null } });
  });

  test('larger than a request may be is left out and reported, and the rest of its note is imported', async () => {
    const { notes } = JSON.parse(strFromU8(await exportOf(person, 'json'))) as { notes: Record<string, unknown>[] };
    const own = notes.find((note) => Object.hasOwn(note, 'copy'));
    const large = `<p>${'word '.repeat(750_000)}</p>`;
    const copy = { ...(own?.['copy'] as object), html: large };
    const other = await api.signUp('keeps_large');
    const { report } = await sendFile(api, other, JSON.stringify({ commonplace: 1, notes: [{ ...own, copy }] }));
    expect(report.lines).toMatchObject([
      {
        outcome: 'kept',
        title: 'Kept and marked',
        leftOut: ['the copy of its page, larger than 3.5 MB'],
      },
    ]);
    const uuid = report.lines[0]?.uuid ?? '';
    expect(await readCopy(api.store.redis, uuid)).toBeUndefined();
    const { body } = await api.call('GET', `/api/notes/${uuid}/highlights`, { cookie: other.cookie });
    expect((body as { highlights?: unknown }).highlights).toEqual(own?.['highlights']);
    // Exports contain it whatever its size, and an existing copy stays where it is.
    const kept = (await readCopy(api.store.redis, String(own?.['uuid']))) ?? copy;
    await putCopy(api.store.redis, { uuid, authorId: other.user.id, url: String(own?.['url']) }, {
      ...kept,
      html: large,
    } as Copy);
    const file = await exportOf(other, 'json');
    expect(strFromU8(file)).toContain(JSON.stringify(large));
    expect(Object.values(unzipSync(await exportOf(other, 'copies'))).map((page) => strFromU8(page))[0]).toContain(
      large,
    );
    expect(countsOf((await sendFile(api, other, file)).report)).toEqual([0, 1, 0]);
    expect(await readCopy(api.store.redis, uuid)).toMatchObject({ html: large });
  });

  const many = async (count: number, name: string) => {
    const { notes } = JSON.parse(strFromU8(await exportOf(person, 'json'))) as { notes: { copy?: Copy }[] };
    const copy = notes.find((note) => note.copy)?.copy;
    const items = Array.from({ length: count }, (_, at): Item => {
      const url = `https://example.com/${name}/${at}`;
      return { title: `Copy ${at}`, url, ...(copy && { copy: { ...copy, url, minutes: 7 } }) };
    });
    const other = await api.signUp(name);
    return { other, send: () => importItems(api, other, [items]) };
  };

  test('needs no extra sequential round trips when there are many', async () => {
    const trips = countRoundTrips(api.store.url);
    try {
      const [one, more] = [await many(1, 'brings_one'), await many(30, 'brings_many')];
      // The first import reads much that is cached afterwards.
      await (await many(1, 'brings_first')).send();
      const few = await trips.of(one.send, () => api.settled());
      const all = await trips.of(more.send, () => api.settled());
      expect(countsOf(all.done)).toEqual([30, 0, 0]);
      const minutes = (await notesOf(api, more.other)).map(({ pictures }) => pictures?.minutes);
      expect(minutes).toEqual(Array.from({ length: 30 }, () => 7));
      expect(all.before).toBeLessThanOrEqual(few.before);
    } finally {
      trips.stop();
    }
  });

  test('is imported and counts as storage, even if its note cannot show the page’s details', async () => {
    const { other, send } = await many(1, 'brings_untold');
    const { redis } = api.store;
    await redis.rename(keys.changes, 'aside');
    await redis.set(keys.changes, 'no list');
    const report = await send().finally(() => redis.rename('aside', keys.changes));
    expect(countsOf(report)).toEqual([1, 0, 0]);
    expect(await readCopy(redis, report.lines[0]?.uuid ?? '')).toBeDefined();
    expect(await redis.exists(keys.storedBytes(other.user.id))).toBe(1);
  });

  test.each([
    ['has no page', 'none', [], /copy of its page is damaged/],
    ['leads nowhere on the web', { url: 'file:///etc/passwd' }, [], /copy of its page couldn’t be read/],
    ['is nested 10,000 deep', { html: `${'<ul><li>'.repeat(10_000)}x` }, [], /couldn’t be read/],
    ['has highlights that are none', {}, [{ quote: '' }], /highlights are damaged/],
  ])(
    'that %s does not stop its note from being imported, and the report says so',
    async (_, copy, highlights, words) => {
      const { line } = await brought(copy, highlights);
      expect(line).toMatchObject({ outcome: 'kept', says: expect.stringMatching(words) as string });
    },
  );
});
