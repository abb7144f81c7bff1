import { expect, test } from 'vitest';
import { NewCollection } from '../../../src/library/model/collection.ts';
import { addToCollection, makeCollection } from '../../../src/library/server/collections.ts';
import { Decision } from '../../../src/moderation/model/entry.ts';
import { decide } from '../../../src/moderation/server/decide.ts';
import type { User } from '../../../src/people/model/user.ts';
import { noteFrom } from '../../../src/notes/model/note.ts';
import { createNote } from '../../../src/notes/server/store/notes.ts';
import { createUser } from '../../../src/people/server/store/users.ts';
import { siteBuilds } from '../../support/builds/site-builds.ts';
import { startStore } from '../../support/store.ts';

const now = new Date();
const person = (handle: string) => ({ id: `u_${handle}`, handle, name: handle, bio: '', createdAt: now.toISOString() });
const owner: User = { ...person('owner'), role: 'owner' };

test('collections of a person without notes are hidden by a ban that hides everything, and restored with it', async () => {
  const store = await startStore();
  const builds = await siteBuilds(store.redis);
  const isShown = async () => {
    await builds.next();
    return 'u/ada/c/teas.html' in (await builds.site());
  };
  try {
    await createUser(store.redis, person('ada'), null);
    await createUser(store.redis, owner, null);
    const of = { uuid: crypto.randomUUID(), authorId: owner.id, now };
    const note = noteFrom({ title: 'Of tea', body: '', tags: [], visibility: 'public' }, of);
    await createNote(store.redis, note);
    const fields = NewCollection.parse({ name: 'Teas', visibility: 'public' });
    const made = await makeCollection(store.redis, 'u_ada', fields, { now });
    if (!made.ok) throw new Error(made.reason);
    await addToCollection(store.redis, 'u_ada', made.collection.id, [note.uuid], now);
    expect(await isShown()).toBe(true);
    const ban = { action: 'ban', subject: 'person', id: 'u_ada', days: null, writings: 'hide', reason: 'Spam.' };
    const banned = await decide(store.redis, owner, Decision.parse(ban), now);
    if (!banned.ok) throw new Error(banned.reason);
    expect(await isShown()).toBe(false);
    const undo = { action: 'undo', entry: banned.entry.id, reason: 'A mistake.' };
    expect(await decide(store.redis, owner, Decision.parse(undo), now)).toMatchObject({ ok: true });
    expect(await isShown()).toBe(true);
  } finally {
    await builds.remove();
    await store.stop();
  }
});
