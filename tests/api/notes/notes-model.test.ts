import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPublished } from '../../../src/notes/model/note-access.ts';
import type { DeletedNote, Note } from '../../../src/notes/model/note.ts';
import { createNote, deleteNote, replaceNote } from '../../../src/notes/server/store/notes.ts';
import { checkIntegrity, dump } from '../../support/integrity.ts';
import { sampleNote, nextRevision, tombstoneOf } from '../../support/samples.ts';
import { startStore } from '../../support/store.ts';

let store: Awaited<ReturnType<typeof startStore>>;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const outOfSight = { kind: 'hidden', reason: 'Sells pills.', at: '2025-06-01T00:00:00.000Z', action: null } as const;
const fields = fc.record(
  {
    visibility: fc.constantFrom('draft', 'private', 'unlisted', 'public'),
    tags: fc.subarray(['tea', 'tea/green', 'tea/green/茶', 'milk', '茶']),
    body: fc.string({ unit: 'binary', maxLength: 20 }),
    hidden: fc.constant(outOfSight),
  },
  { requiredKeys: ['visibility', 'tags', 'body'] },
);
const at = fc.integer({ min: 0, max: 3 }).map((day) => `2025-06-0${day + 1}T00:00:00.000Z`);
const target = fc.nat({ max: 5 });
const operations = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('create'), fields, at, authorId: fc.constantFrom('u_ann', 'u_ben') }),
    fc.record({ do: fc.constant('replace'), fields, at, target, late: fc.boolean() }),
    fc.record({ do: fc.constant('delete'), target }),
  ),
  { maxLength: 25 },
);
type Operation = typeof operations extends fc.Arbitrary<(infer One)[]> ? One : never;

/** A reference model: the notes, and the log as a map from entity to revision, without indexes. */
class Model {
  notes: (Note | DeletedNote)[] = [];
  head = 0;
  log = new Map<string, number>();

  put(next: Note | DeletedNote, before?: Note | DeletedNote): number | null {
    this.notes = [...this.notes.filter((note) => note !== before), next];
    if (![before, next].some((note) => note && 'visibility' in note && isPublished(note))) return null;
    this.log.set(`note:${next.uuid}`, (this.head += 1));
    return this.head;
  }
}

async function apply(model: Model, operation: Operation): Promise<void> {
  const { redis } = store;
  if (operation.do === 'create') {
    const note = sampleNote({ ...operation.fields, authorId: operation.authorId, createdAt: operation.at });
    expect(await createNote(redis, note)).toEqual({ revision: model.put(note) });
    return;
  }
  const before = model.notes[operation.target];
  if (!before) return;
  if ('deletedAt' in before) {
    expect(await deleteNote(redis, before)).toEqual({ ok: false, reason: 'deleted' });
  } else if (operation.do === 'delete') {
    const next = tombstoneOf(before);
    expect(await deleteNote(redis, next)).toEqual({ ok: true, revision: model.put(next, before) });
  } else if (operation.late) {
    const late = nextRevision(nextRevision(before, operation.fields));
    expect(await replaceNote(redis, late)).toEqual({ ok: false, reason: 'stale', current: before });
  } else {
    const next = nextRevision(before, { ...operation.fields, publishedAt: before.publishedAt ?? operation.at });
    expect(await replaceNote(redis, next)).toEqual({ ok: true, revision: model.put(next, before) });
  }
}

/** The fields of a note that the store indexes in addition to its data. */
type FoundBy = { link?: string; titleKey?: string; mentions?: string[] };

test('any sequence of writes leaves the same notes, indexes and change log as the reference model', async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (sequence) => {
      await store.redis.flushall();
      const model = new Model();
      for (const operation of sequence) await apply(model, operation);
      const stored = await dump(store.redis);
      // The indexed fields are stored next to the note, and the integrity check knows whether they are right.
      const notes = [...stored].flatMap(([key, json]) => {
        if (!key.startsWith('note:')) return [];
        const { link: _, titleKey: __, mentions: ___, ...note } = JSON.parse(json as string) as FoundBy;
        return [[key, note] as const];
      });
      expect(new Map(notes)).toEqual(new Map(model.notes.map((note) => [`note:${note.uuid}`, note])));
      expect(stored.get('changes') ?? []).toEqual([...model.log].sort(([, one], [, other]) => one - other));
      expect(await checkIntegrity(store.redis)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('any simultaneous writes leave indexes that match the notes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fields, { minLength: 2, maxLength: 12 }), async (versions) => {
      await store.redis.flushall();
      const notes = [sampleNote(), sampleNote({ visibility: 'private' })];
      for (const note of notes) await createNote(store.redis, note);
      await Promise.all(
        versions.flatMap((version, index) =>
          notes.map((note) =>
            index % 5 === 4
              ? deleteNote(store.redis, tombstoneOf(note))
              : replaceNote(store.redis, { ...nextRevision(note, version), rev: 2 + (index % 3) }),
          ),
        ),
      );
      expect(await checkIntegrity(store.redis)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});
