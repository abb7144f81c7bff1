import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyIndex, withFresh } from '../../../src/search/model/index.ts';
import type { OwnDocument } from '../../../src/search/model/own/documents.ts';
import { openOwnIndex } from '../../../src/search/model/own/own-index.ts';
import { hitsOf, type OwnFound } from '../../../src/search/model/own/search.ts';
import { idOf } from '../../../src/search/model/note.ts';
import { parseQuery } from '../../../src/search/model/query.ts';
import { ranked } from '../../../src/search/model/find.ts';
import { wordsOf } from '../../../src/search/model/words.ts';
import { memoryFiles } from '../../support/search/memory-files.ts';

const idNumbered = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const documentWith = (number: number, fields: Partial<OwnDocument>): OwnDocument => ({
  ...{
    id: idNumbered(number),
    title: '',
    tags: [],
    site: '',
    author: '',
    text: '',
    copy: '',
    highlights: '',
    comments: '',
  },
  ...fields,
});

const vocabulary = [
  'reading',
  'read',
  'reader',
  'slow',
  'slowly',
  'Mémoire',
  'river',
  'bank',
  'a',
  '東京都',
  'ทะเล',
  '3rd',
];
const sentence = fc.array(fc.constantFrom(...vocabulary), { maxLength: 8 }).map((words) => words.join(' '));
const fields = fc.record({
  title: sentence,
  tags: fc.array(fc.constantFrom('river', 'web/css', 'slow'), { maxLength: 2 }),
  site: fc.constantFrom('', 'example.org', 'river.net'),
  author: fc.constantFrom('', 'Ann Reader'),
  text: sentence,
  copy: sentence,
  highlights: sentence,
  comments: sentence,
});
const documents = (max: number) =>
  fc
    .array(fc.tuple(fc.nat(12), fields), { maxLength: max })
    .map((all) => all.map(([at, one]) => documentWith(at, one)));
const step = fc.record({
  documents: documents(5),
  removed: fc.array(fc.nat(12).map(idNumbered), { maxLength: 3 }),
  tidied: fc.boolean(),
});
const query = fc.oneof(
  sentence,
  fc.constantFrom(...vocabulary, 'raeding', 'slwo', 're', 'r', 'zebra', '"reading slow" river', 'river -bank', '-slow'),
  fc.tuple(sentence, sentence, fc.constantFrom('', '-')).map(([one, other, minus]) => `${one} ${minus}"${other}"`),
);

/** The documents left after all steps, and an index updated with the same steps. */
async function after(steps: { documents: OwnDocument[]; removed: string[]; tidied: boolean }[]) {
  const storage = memoryFiles();
  const index = openOwnIndex(storage);
  const left = new Map<string, OwnDocument>();
  for (const [at, { documents, removed, tidied }] of steps.entries()) {
    await index.update(documents, removed, at + 1);
    for (const document of documents) left.set(document.id, document);
    for (const id of removed) left.delete(id);
    while (tidied && (await index.tidy()));
  }
  return { storage, index, left: [...left.values()] };
}

const linesOf = ({ title, tags, site, author, text, copy, highlights, comments }: OwnDocument) =>
  [title, tags.join(' '), site, author, text, copy, highlights, comments].map(
    (line) =>
      ` ${wordsOf(line)
        .map(({ word }) => word)
        .join(' ')} `,
  );

describe('the index of a person’s library', () => {
  test('after any updates finds the same as one built from scratch', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), fc.array(query, { maxLength: 6 }), async (steps, queries) => {
        const { index, left } = await after(steps);
        const whole = openOwnIndex(memoryFiles());
        await whole.update(left, [], 1);
        expect(await index.state()).toMatchObject({ upTo: steps.length, documents: left.length });
        for (const one of queries) expect(hitsOf(await index.search(one))).toEqual(hitsOf(await whole.search(one)));
      }),
    );
  });

  test('finds exactly the documents with a phrase, and none with excluded words', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 6 }),
        fc.array(fc.constantFrom(...vocabulary.filter((word) => word !== '東京都')), { minLength: 1, maxLength: 3 }),
        async (steps, words) => {
          const { index, left } = await after(steps);
          const phrase = ` ${wordsOf(words.join(' '))
            .map(({ word }) => word)
            .join(' ')} `;
          const has = new Set(
            left.filter((one) => linesOf(one).some((line) => line.includes(phrase))).map(({ id }) => id),
          );
          const ids = async (asked: string) => new Set(hitsOf(await index.search(asked)).map(({ id }) => id));
          if (words.length > 1) expect(await ids(`"${words.join(' ')}"`)).toEqual(has);
          const others = left.filter(({ id }) => !has.has(id)).map(({ id }) => id);
          expect(await ids(`-"${words.join(' ')}"`)).toEqual(new Set(others));
        },
      ),
    );
  });

  test('scores like the public search', async () => {
    await fc.assert(
      fc.asyncProperty(documents(10), sentence, async (all, asked) => {
        const left = [
          ...new Map(all.map((one) => [one.id, { ...one, copy: '', highlights: '', comments: '' }])).values(),
        ];
        const index = openOwnIndex(memoryFiles());
        await index.update(left, [], 1);
        const notes = left.map(({ id, title, tags, site, author, text }) => ({
          ...{ uuid: id, title, tags: [...tags], host: site, author, text },
          ...({ path: '', kind: 'text', excerpt: '', handle: '', minutes: 1, at: '2026-11-01T00:00:00Z' } as const),
        }));
        const query = parseQuery(asked);
        fc.pre(query.words.length > 0);
        const published = await ranked(withFresh(emptyIndex, { notes, gone: [] }), query);
        const hits = hitsOf(await index.search(asked));
        const scores = new Map(hits.map(({ id, score }) => [idOf(id), score]));
        expect(scores).toEqual(new Map(published.map(({ id, score }) => [id, score])));
      }),
    );
  });

  test('is unchanged after a failed write, and continues when there is space again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), query, async (steps, asked) => {
        const { storage, index } = await after(steps.slice(0, -1));
        const before = { state: await index.state(), found: await index.search(asked), files: new Map(storage.files) };
        const last = steps.at(-1)!;
        storage.refuse = true;
        await expect(index.update(last.documents, last.removed, 99)).rejects.toThrow('full');
        expect(storage.files).toEqual(before.files);
        expect(await index.search(asked)).toEqual(before.found);
        storage.refuse = false;
        await index.update(last.documents, last.removed, 99);
        const again = openOwnIndex(storage);
        expect(await again.state()).toMatchObject({ upTo: 99 });
        expect(hitsOf(await again.search(asked))).toEqual(hitsOf(await (await after(steps)).index.search(asked)));
      }),
    );
  });

  test('keeps few segments, with small files', async () => {
    const storage = memoryFiles();
    const index = openOwnIndex(storage);
    for (let at = 0; at < 200; at += 1) {
      await index.update([documentWith(at, { title: `Note ${at}`, copy: 'river bank '.repeat(50) })], [], at);
      while (await index.tidy());
    }
    expect((await index.state()).segments).toBeLessThan(8);
    expect(hitsOf(await index.search('river'))).toHaveLength(200);
    expect(Math.max(...[...storage.files.values()].map(({ length }) => length))).toBeLessThanOrEqual(65_536);
  });

  test('indexes a long text in short steps, and finds its last words', async () => {
    let pauses = 0;
    const index = openOwnIndex(memoryFiles(), { pause: () => void (pauses += 1) });
    await index.update([documentWith(1, { copy: `${'river bank '.repeat(180_000)} the last sentence` })], [], 1);
    expect(pauses).toBeGreaterThan(25);
    expect(hitsOf(await index.search('"last sentence"'))).toHaveLength(1);
    expect(hitsOf(await index.search('"river bank the last"'))).toHaveLength(1);
    expect(hitsOf(await index.search('"bank bank"'))).toHaveLength(0);
  });

  test('finds the same in selected fields as if there were no others', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 5 }), query, async (steps, asked) => {
        const { index, left } = await after(steps);
        const bare = openOwnIndex(memoryFiles());
        const none = { title: '', tags: [], site: '', author: '', text: '', highlights: '' };
        await bare.update(
          left.map((one) => ({ ...one, ...none })),
          [],
          1,
        );
        const ids = (found: OwnFound) => new Set(hitsOf(found).map(({ id }) => id));
        expect(ids(await index.search(asked, { within: ['copy', 'comments'] }))).toEqual(ids(await bare.search(asked)));
      }),
    );
  });
});
