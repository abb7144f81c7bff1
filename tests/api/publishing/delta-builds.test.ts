import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { commentFrom, deletedComment, editedComment } from '../../../src/discussion/model/thread.ts';
import { changedNote, noteFrom, type Note, type Visibility } from '../../../src/notes/model/note.ts';
import { headRevision } from '../../../src/platform/server/store/changes.ts';
import {
  addComment,
  deleteComment,
  readComment,
  replaceComment,
} from '../../../src/discussion/server/store/comments.ts';
import { changeOf, keys } from '../../../src/platform/server/store/keys.ts';
import { createNote, deleteNote, readNote, replaceNote } from '../../../src/notes/server/store/notes.ts';
import { saveNote, unsaveNote } from '../../../src/library/server/store/reading-list.ts';
import { createUser } from '../../../src/people/server/store/users.ts';
import { vote } from '../../../src/discussion/server/store/votes.ts';
import { siteBuilds } from '../../support/builds/site-builds.ts';
import { startStore, type TestStore } from '../../support/store.ts';

const now = new Date('2026-05-01T10:00:00Z');
const people = ['ada', 'bea', 'cyd'];
let store: TestStore;

beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(() => reset());

async function reset(): Promise<void> {
  said = [];
  await store.redis.flushall();
  for (const name of people) {
    const user = { id: `u_${name}`, handle: name, name, bio: '', createdAt: now.toISOString() };
    await createUser(store.redis, user, null);
  }
}

type Step =
  | { do: 'write'; title: string; tags: string[]; visibility: Visibility; author: number; day: number }
  | { do: 'edit'; which: number; title?: string; tags?: string[]; body?: string }
  | { do: 'show'; which: number; visibility: Visibility }
  | { do: 'delete'; which: number }
  | { do: 'rename'; author: number; name: string }
  | { do: 'vote' | 'save'; which: number; author: number; way: 'give' | 'take' }
  | { do: 'say'; which: number; author: number }
  | { do: 'change'; said: number; how: 'edit' | 'hide' | 'show' | 'delete' }
  | { do: 'build' };

const tag = fc.constantFrom('web', 'web/css', 'web/c#/a', 'c#', 'a+b', 'ما', 'node.js', 'reading');
const tags = fc.uniqueArray(tag, { maxLength: 3 });
const title = fc.constantFrom('A note', 'Another one', 'Überblick', '日本', 'c# & <tags>');
const visibility = fc.constantFrom<Visibility>('public', 'public', 'public', 'unlisted', 'private', 'draft');
const which = fc.nat(40);
const author = fc.nat(people.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('write'), title, tags, visibility, author, day: fc.nat(3) }),
  },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        do: fc.constant('edit'),
        which,
        title,
        tags,
        body: fc.constantFrom('One.', '*Two* bees.', 'Bees and honey of the hive.'),
      },
      { requiredKeys: ['do', 'which'] },
    ),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('show'), which, visibility }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete'), which }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('rename'), author, name: fc.constantFrom('Ada L.', 'Bea', '') }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('vote', 'save'),
      which,
      author,
      way: fc.constantFrom('give', 'give', 'take'),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('say'), which, author }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change'),
      said: fc.nat(40),
      how: fc.constantFrom('edit', 'hide', 'show', 'delete'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('build') }) },
);

/** Applies a step to the store; a step about a missing note does nothing. */
async function take(step: Exclude<Step, { do: 'build' }>, written: string[]): Promise<void> {
  const { redis } = store;
  if (step.do === 'write') {
    const { title, tags, visibility, day } = step;
    // Notes have words in common, so that they are related to each other.
    const body = `Text of ${['bees and honey', 'hives of bees', 'lamps'][written.length % 3] ?? ''}.`;
    const uuid = `01890000-0000-7000-8000-${String(written.length).padStart(12, '0')}`;
    // Several notes are published at the same instant, so that their UUIDs decide their order.
    const at = new Date(now.getTime() + day * 86_400_000);
    const authorId = `u_${people[step.author] ?? ''}`;
    await createNote(redis, noteFrom({ title, body, tags, visibility }, { uuid, authorId, now: at }));
    written.push(uuid);
    return;
  }
  if (step.do === 'change') return changeComment(step.said, step.how);
  if (step.do === 'rename') return rename(people[step.author] ?? '', step.name);
  const note = await liveNote(written[step.which % Math.max(1, written.length)]);
  if (!note) return;
  if (step.do === 'say') return say(note, step.author);
  if (step.do === 'vote' || step.do === 'save') return mark(note, step);
  const { uuid, rev, authorId } = note;
  const later = new Date(now.getTime() + rev * 1000);
  if (step.do === 'delete') {
    await deleteNote(redis, { uuid, rev: rev + 1, authorId, deletedAt: later.toISOString() });
  } else {
    const { do: _, which: __, ...patch } = step;
    await replaceNote(redis, changedNote(note, { rev, ...patch }, later));
  }
}

async function liveNote(uuid: string | undefined): Promise<Note | undefined> {
  const note = uuid === undefined ? undefined : await readNote(store.redis, uuid);
  return note && 'visibility' in note ? note : undefined;
}

let said: string[] = [];

async function say({ uuid: noteUuid }: Note, author: number): Promise<void> {
  const id = `01890000-0000-7000-9000-${String(said.length).padStart(12, '0')}`;
  said.push(id);
  const by = { id, noteUuid, authorId: `u_${people[author] ?? ''}`, mentions: [], now };
  await addComment(store.redis, commentFrom({ body: `Said *${said.length}*.` }, undefined, by));
}

/** What the author of a comment or a moderator does with it. */
async function changeComment(which: number, how: 'edit' | 'hide' | 'show' | 'delete'): Promise<void> {
  const comment = await readComment(store.redis, said[which % Math.max(1, said.length)] ?? '');
  if (!comment || comment.deletedAt !== null) return;
  const { hidden: _, ...shown } = comment;
  const rev = comment.rev + 1;
  if (how === 'delete') await deleteComment(store.redis, deletedComment(comment, now));
  else if (how === 'edit') await replaceComment(store.redis, editedComment(comment, `Edited ${rev}.`, [], now));
  else await replaceComment(store.redis, { ...shown, ...(how === 'hide' && { hidden: 'Rude.' }), rev });
}

/** A vote for a note or a reading list entry, added or removed. */
async function mark(
  { uuid: noteUuid }: Note,
  { do: what, author, way }: Extract<Step, { do: 'vote' | 'save' }>,
): Promise<void> {
  const person = `u_${people[author] ?? ''}`;
  if (what === 'vote') await vote(store.redis, { kind: 'note', noteUuid }, person, way, now);
  else if (way === 'give') await saveNote(store.redis, person, noteUuid, {}, now);
  else await unsaveNote(store.redis, person, noteUuid, 'go');
}

/** What a profile change does: updates the person and the change log in one step. */
async function rename(handle: string, name: string): Promise<void> {
  const user = { id: `u_${handle}`, handle, name, bio: name, createdAt: now.toISOString() };
  const revision = (await headRevision(store.redis)) + 1;
  await store.redis
    .multi()
    .set(keys.user(user.id), JSON.stringify(user))
    .set(keys.head, revision)
    .zadd(keys.changes, { score: revision, member: changeOf.user(user.id) })
    .exec();
}

/** A regression: a person with a new name who had commented on a note. */
const found: Step[] = [
  { do: 'write', title: 'A note', tags: [], visibility: 'public', author: 0, day: 0 },
  { do: 'say', which: 0, author: 1 },
  { do: 'build' },
  { do: 'rename', author: 1, name: 'Ada L.' },
];

for (const { prerendered, histories, tags } of [
  { prerendered: 10_000, histories: 3, tags: [] },
  { prerendered: 2, histories: 3, tags: [] },
  { prerendered: 10_000, histories: 12, tags: ['long'] },
  { prerendered: 2, histories: 12, tags: ['long'] },
]) {
  const name = `whatever is written and whenever it is built, the site is the one that a clean build makes (${prerendered} notes as files, ${histories} histories)`;
  test(name, { timeout: 1_200_000, tags }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }), async (steps) => {
        await reset();
        const builds = await siteBuilds(store.redis, { prerendered });
        try {
          const written: string[] = [];
          await builds.next();
          for (const step of steps) {
            if (step.do === 'build') await builds.next();
            else await take(step, written);
          }
          const last = await builds.next();
          expect(last.base).not.toBeNull();
          expect(await builds.site()).toEqual(await builds.clean());
        } finally {
          await builds.remove();
        }
      }),
      { numRuns: histories, examples: [[found]] },
    );
  });
}

test('a note that newer ones push out of the lists takes its files and those of its tag with it', async () => {
  const builds = await siteBuilds(store.redis, { prerendered: 2 });
  const written: string[] = [];
  for (let day = 0; day < 4; day += 1) {
    await take({ do: 'write', title: 'A note', tags: [`tag-${day}`], visibility: 'public', author: 0, day }, written);
    await builds.next();
  }
  // The newest note is deleted, and the one that it pushed out returns.
  await take({ do: 'delete', which: 3 }, written);
  await builds.next();
  expect(await builds.site()).toEqual(await builds.clean());
  await builds.remove();
});

test('each ranking is a page of its own, with notes ordered by votes or saves', async () => {
  const builds = await siteBuilds(store.redis);
  const written: string[] = [];
  for (const title of ['Oldest', 'Older', 'Newest']) {
    await take({ do: 'write', title, tags: [], visibility: 'public', author: 0, day: 0 }, written);
  }
  await builds.next();
  await take({ do: 'vote', which: 1, author: 1, way: 'give' }, written);
  await take({ do: 'save', which: 0, author: 2, way: 'give' }, written);
  await builds.next();
  const titles = async (page: string) => [...(await builds.text(page)).matchAll(/Oldest|Older|Newest/g)].map(String);
  expect(await titles('hot.html')).toEqual(['Older', 'Newest', 'Oldest']);
  expect(await titles('saved.html')).toEqual(['Oldest']);
  expect(await builds.text('discussed.html')).toContain('Nobody has commented yet.');
  expect(await builds.site()).toEqual(await builds.clean());
  await builds.remove();
});
