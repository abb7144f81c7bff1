import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commentFrom } from '../../../src/discussion/model/thread.ts';
import { addComment } from '../../../src/discussion/server/store/comments.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { discussionApi } from '../../support/browser/discussion-api.ts';

let api: Api;
let ada: Person;
let grace: Person;
let uuid: string;
const { noteBy, said, thread, edit, remove, restore, inOrder } = discussionApi(() => api);
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp('ada');
  grace = await api.signUp('grace');
  uuid = await noteBy(ada);
});
afterAll(() => api.stop());

describe('editing', () => {
  test('keeps earlier versions, marks the comment, and refuses stale edits', async () => {
    const { id, rev } = await said(ada, uuid, 'frist');
    const edited = await edit(ada, id, { body: 'first', rev });
    expect(edited.body.comment).toMatchObject({ html: '<p>first</p>', rev: 2, editedAt: expect.any(String) });
    const stale = await edit(ada, id, { body: 'late', rev });
    expect([stale.status, stale.body.current]).toEqual([409, { body: 'first', rev: 2 }]);
    await api.call('PUT', `/api/comments/${id}/vote`, { cookie: grace.cookie });
    const same = await edit(ada, id, { body: 'first', rev: 2 });
    expect(same.body.comment).toEqual({ ...edited.body.comment, votes: 1 });
    const { body } = await api.call('GET', `/api/comments/${id}`);
    expect(body.comment).toMatchObject({ body: 'first', noteUuid: uuid });
    expect(body.history).toEqual([{ body: 'frist', until: body.comment?.editedAt }]);
  });

  test('is possible for 15 minutes', async () => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const by = { noteUuid: uuid, authorId: ada.user.id, mentions: [] };
    const [old, young] = [15.1, 14].map((age) =>
      commentFrom({ body: 'aged' }, undefined, { ...by, id: uuidv7(), now: at(age) }),
    );
    for (const comment of [old, young]) if (comment) await addComment(api.store.redis, comment);
    expect((await edit(ada, old?.id ?? '', { body: 'new' })).body.detail).toMatch(/15 minutes/);
    expect((await edit(ada, young?.id ?? '', { body: 'new' })).status).toBe(200);
  });
});

describe('deleting', () => {
  test('an answered comment leaves a placeholder, which disappears with its last reply', async () => {
    const note = await noteBy(ada);
    const top = await said(ada, note, 'top');
    const middle = await said(grace, note, 'middle', top.id);
    const leaf = await said(ada, note, 'leaf', middle.id);
    expect((await remove(grace, middle.id)).status).toBe(204);
    expect(await inOrder(note)).toEqual(['0 top', '1 (deleted)', '2 leaf']);
    expect((await thread(note)).body).toMatchObject({ count: 2, comments: [{}, { author: null, html: '' }, {}] });
    expect((await api.call('GET', `/api/comments/${middle.id}`)).status).toBe(404);
    expect((await remove(grace, middle.id)).status).toBe(404);
    const { revision = 0 } = (await thread(note)).body;
    await remove(ada, leaf.id);
    expect(await inOrder(note)).toEqual(['0 top']);
    const { body } = await thread(note, `?after=${revision}`);
    expect(new Set(body.gone)).toEqual(new Set([leaf.id, middle.id]));
    await api.store.redis.del(keys.deletedComment(middle.id));
    expect([...(await api.dump()).values()].join()).not.toContain('middle');
  });

  test('an unanswered comment leaves nothing', async () => {
    const note = await noteBy(ada);
    // Logs record that it existed. Inbox notifications are hidden with it, storage is measured again daily, and
    // deletions can be undone for an hour.
    const told = /^(head|changes|library:changes:|thread:|publish|inbox|notices|user:[^:]+:bytes$|deleted:comment:)/;
    const kept = async () => {
      await api.settled();
      return [...(await api.dump())].filter(([name]) => !told.test(name));
    };
    const before = await kept();
    const { id } = await said(grace, note, 'alone');
    await edit(grace, id, { body: 'still alone' });
    await remove(grace, id);
    expect(await kept()).toEqual(before);
  });

  test('can be undone within an hour by its author only, restoring votes, versions and placeholders above', async () => {
    const note = await noteBy(ada);
    const top = await said(ada, note, 'top');
    const { id, rev } = await said(grace, note, 'lief', top.id);
    await edit(grace, id, { body: 'leaf', rev });
    await api.call('PUT', `/api/comments/${id}/vote`, { cookie: ada.cookie });
    await remove(ada, top.id);
    const { revision: before = 0 } = (await thread(note)).body;
    const whole = (await thread(note)).body.comments;
    await remove(grace, id);
    expect(await inOrder(note)).toEqual([]);
    expect((await restore(ada, id)).status).toBe(404);
    const back = await restore(grace, id);
    expect([back.status, back.body.comment]).toEqual([
      200,
      expect.objectContaining({ html: '<p>leaf</p>', rev: 4, votes: 1 }),
    ]);
    expect(await inOrder(note)).toEqual(['0 (deleted)', '1 leaf']);
    expect((await thread(note)).body.comments).toEqual(whole);
    expect((await thread(note, `?after=${before}`)).body.gone).toEqual([]);
    expect((await api.call('GET', `/api/comments/${id}`)).body.history).toEqual([
      expect.objectContaining({ body: 'lief' }),
    ]);
    expect((await restore(grace, id)).status).toBe(404);
    expect((await restore(ada, top.id)).body.comment).toMatchObject({ html: '<p>top</p>' });
    expect(await inOrder(note)).toEqual(['0 top', '1 leaf']);
    expect((await examine(api.store.redis)).map(({ key, says }) => `${key} ${says}`)).toEqual([]);

    // Its parent was deleted permanently in the meantime.
    const reply = await said(grace, note, 'reply', id);
    for (const [by, one] of [
      [grace, reply.id],
      [grace, id],
      [ada, top.id],
    ] as const)
      await remove(by, one);
    expect((await restore(grace, reply.id)).status).toBe(404);
    expect((await restore(ada, top.id)).status).toBe(200);
    expect(await inOrder(note)).toEqual(['0 top']);
  });
});
