import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginsFile } from '../../../src/search/model/files.ts';
import { find } from '../../../src/search/model/find.ts';
import type { Note } from '../../../src/notes/model/note.ts';
import { idOf, keyOf } from '../../../src/search/model/note.ts';
import { sampleNote, nextRevision } from '../../support/samples.ts';
import { searchableSnapshot } from '../../support/builds/searched.ts';
import { nthWord } from '../../support/seeded.ts';
import { renderedNote, zipfNotes } from '../../support/written-notes.ts';

const uuidOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** More notes than one word's list can hold, so that some are in the overflow. */
async function manyNotes() {
  return Promise.all(
    Array.from({ length: 1010 }, (_, index) =>
      renderedNote(
        sampleNote({ uuid: uuidOf(index), title: `Common ${index % 7}`, body: 'common '.repeat((index % 9) + 1) }),
      ),
    ),
  );
}

test('after any writes, changes and removals, the files equal those of an index built from scratch', async () => {
  const word = fc.nat(400).map(nthWord);
  const written = fc.record({
    which: fc.nat(1030),
    words: fc.array(word, { maxLength: 30 }),
    visibility: fc.constantFrom('public' as const, 'public' as const, 'unlisted' as const),
    name: fc.constantFrom('Ann', 'Bea'),
    gone: fc.boolean(),
  });
  const base = await manyNotes();
  await fc.assert(
    fc.asyncProperty(fc.array(written, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
      const grown = await searchableSnapshot();
      const kept = new Map(base.map((entry) => [entry.note.uuid, entry]));
      grown.put(base);
      grown.snapshot.index();
      let name = 'Ann';
      for (const step of steps) {
        const uuid = uuidOf(step.which);
        ({ name } = step);
        if (step.gone) {
          grown.remove(uuid);
          kept.delete(uuid);
        } else {
          const note = sampleNote({ uuid, title: step.words.slice(0, 3).join(' '), body: step.words.join(' ') });
          const entry = await renderedNote({ ...note, visibility: step.visibility }, name);
          grown.put([entry]);
          kept.set(uuid, entry);
        }
        grown.snapshot.index();
      }
      const clean = await searchableSnapshot();
      // The most recently written note decides the author's current name.
      const author = (await grown.snapshot.content.mostPublished(1))[0]?.author;
      clean.put([...kept.values()].map((entry) => ({ ...entry, author: author ?? entry.author })));
      clean.snapshot.index();
      const texts = (files: Map<string, Uint8Array>) =>
        new Map([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')]));
      expect(texts(await grown.files())).toEqual(texts(await clean.files()));
      await Promise.all([grown.close(), clean.close()]);
    }),
    { numRuns: 2 },
  );
});

/** Two notes that share a key which starts a new file when it holds both, and not with one alone. */
function sharingKey(bytes: number): [string, string] {
  const byKey = new Map<string, string>();
  for (let number = 0; ; number += 1) {
    const uuid = uuidOf(number);
    const key = keyOf(idOf(uuid));
    const other = byKey.get(key);
    if (other && beginsFile('notes', key, 2 * bytes) && !beginsFile('notes', key, 1.2 * bytes)) return [other, uuid];
    byKey.set(key, uuid);
  }
}

test('notes that share a key decide together where files start, whether added together, one by one or removed', async () => {
  const [one, other] = sharingKey(4000);
  const entryOf = (uuid: string) => renderedNote(sampleNote({ uuid, title: 'Shared', body: 'word '.repeat(780) }));
  const [at, after] = [await searchableSnapshot(), await searchableSnapshot()];
  at.put([await entryOf(one), await entryOf(other)]);
  at.snapshot.index();
  for (const uuid of [one, other]) {
    after.put([await entryOf(uuid)]);
    after.snapshot.index();
  }
  const begun = (files: Map<string, Uint8Array>) => [...files.keys()].filter((path) => path.startsWith('/search/n/'));
  expect(begun(await at.files())).toHaveLength(2);
  expect(await after.files()).toEqual(await at.files());
  for (const place of [at, after]) {
    place.remove(one);
    place.snapshot.index();
    expect(begun(await place.files())).toHaveLength(1);
    await place.close();
  }
});

test('a change marks exactly the changed files as stale', async () => {
  const place = await searchableSnapshot();
  const notes = [...zipfNotes(400)];
  place.put(await Promise.all(notes.map((note) => renderedNote(note))));
  place.snapshot.index();
  const before = await place.files();
  place.follow();
  const changed = nextRevision(notes[3] as Note, {
    title: 'A title that nobody has',
    body: 'Something else entirely.',
  });
  place.put([await renderedNote(changed)]);
  place.snapshot.index();
  const after = await place.files();
  const stale = new Set(place.snapshot.stale());
  for (const [path, bytes] of after) {
    const same = Buffer.from(bytes).equals(Buffer.from(before.get(path) ?? new Uint8Array()));
    if (!same) expect(stale).toContain(path);
  }
  for (const path of before.keys()) if (!after.has(path)) expect(stale).toContain(path);
  for (const path of before.keys()) expect(place.snapshot.isFile(path)).toBe(after.has(path));
  await place.close();
});

test('a common word finds the notes that use it most, and all those that a second word narrows it to', async () => {
  const place = await searchableSnapshot();
  const rare = await renderedNote(
    sampleNote({ uuid: uuidOf(5000), title: 'Zanzibar', body: `common ${'filler '.repeat(500)}` }),
  );
  place.put([...(await manyNotes()), rare]);
  place.snapshot.index();
  const index = await place.open();
  expect((await find(index, 'common', 10)).hits).toHaveLength(10);
  const { hits } = await find(index, 'common zanzibar', 10);
  expect(hits[0]).toMatchObject({ note: { uuid: uuidOf(5000) }, missing: [] });
  expect((await find(index, 'zanzibar -common', 10)).hits).toEqual([]);
  expect((await find(index, 'zanziber', 10)).hits.map(({ note }) => note.title)).toEqual(['Zanzibar']);
  await place.close();
});

test('the index contains no unlisted notes', async () => {
  const place = await searchableSnapshot();
  const secret = sampleNote({ title: 'Unfindable', body: 'Unfindable', visibility: 'unlisted' });
  place.put([await renderedNote(secret), await renderedNote(sampleNote({ title: 'Findable' }))]);
  place.snapshot.index();
  for (const bytes of (await place.files()).values()) {
    expect(Buffer.from(bytes).toString('latin1').toLowerCase()).not.toContain('unfindable');
  }
  await place.close();
});
