import { describe, expect, test } from 'vitest';
import type { Follow, Mute } from '../../../src/inbox/model/follow.ts';
import { defaultDelivery, type DeliverySettings, type InboxPage } from '../../../src/inbox/model/notification.ts';
import { ann, api, ask, ben, write } from '../../support/ann-and-ben.ts';
import type { Person } from '../../support/api.ts';

const inboxOf = async (person: Person, query = '') => (await ask<InboxPage>(person, 'GET', `/api/inbox${query}`)).body;

test('a note by a followed person arrives in the inbox, is counted, and is marked as read', async () => {
  expect(await ask(ben, 'PUT', '/api/follows/person/ann')).toMatchObject({ status: 200, body: { following: true } });
  const uuid = await write(ann, { title: 'On tea' });
  const { groups, unread, next } = await inboxOf(ben);
  expect({ unread, next }).toEqual({ unread: 1, next: null });
  expect(groups).toMatchObject([
    {
      kind: 'person',
      ids: [`n:${uuid}`],
      unread: [`n:${uuid}`],
      title: 'On tea',
      path: `/note/detail/${uuid}/on-tea`,
      actors: [{ handle: 'ann', name: 'ann' }],
    },
  ]);
  expect((await ask(ben, 'GET', '/api/inbox/unread')).body).toEqual({ unread: 1 });
  expect((await ask(ben, 'POST', '/api/inbox/read', { ids: [`n:${uuid}`] })).body).toEqual({ unread: 0 });
  expect((await inboxOf(ben)).groups).toMatchObject([{ unread: [] }]);
  expect((await inboxOf(ben, '?filter=unread')).groups).toEqual([]);
});

test('@handle in a note notifies that person, and in code nobody', async () => {
  const eve = await api.signUp('eve');
  await write(ann, { title: 'Seen', body: 'As @Ben said, and `@eve` did not.' });
  expect((await inboxOf(eve)).groups).toEqual([]);
  expect((await inboxOf(ben)).groups).toMatchObject([{ kind: 'mention', title: 'Seen' }]);
});

test('a mentioned person sees the note’s current text at the mention', async () => {
  const far = 'A sentence that is about something else altogether. '.repeat(40);
  const body = `# Begins elsewhere\n\n@benedict is somebody else.\n\nAs *@Ben* said to me.\n\n${far}`;
  const uuid = await write(ann, { title: 'Seen', body });
  expect((await inboxOf(ben)).groups).toMatchObject([{ kind: 'mention', excerpt: 'As @Ben said to me.' }]);

  for (const [rev, around] of [far, '字'.repeat(2000)].entries()) {
    const changed = `${around}Here is what @ben said${around}`;
    await ask(ann, 'PATCH', `/api/notes/${uuid}`, { rev: rev + 1, body: changed });
    expect((await inboxOf(ben)).groups[0]?.excerpt).toMatch(/@ben said[^\uFFFD]+…$/);
  }
});

test('a draft notifies nobody, and publishing it notifies followers and mentioned people', async () => {
  await ask(ben, 'PUT', '/api/follows/tag/tea');
  const uuid = await write(ann, { visibility: 'draft', tags: ['tea'], body: '@ben' });
  expect((await inboxOf(ben)).groups).toEqual([]);
  await ask(ann, 'PATCH', `/api/notes/${uuid}`, { rev: 1, visibility: 'public' });
  await api.settled();
  expect((await inboxOf(ben)).groups).toMatchObject([{ kind: 'mention', ids: [`n:${uuid}`] }]);
});

test('a deleted or private note disappears from inboxes', async () => {
  const one = await write(ann, { body: '@ben' });
  const two = await write(ann, { body: '@ben' });
  await ask(ann, 'DELETE', `/api/notes/${one}`);
  await ask(ann, 'PATCH', `/api/notes/${two}`, { rev: 1, visibility: 'private' });
  expect(await inboxOf(ben)).toEqual({ groups: [], unread: 0, next: null });
});

describe('following and muting', () => {
  test('follows and mutes are listed by name and can be undone', async () => {
    const uuid = await write(ann, { title: 'A thread' });
    await ask(ben, 'PUT', '/api/follows/person/ANN');
    await ask(ben, 'PUT', '/api/follows/tag/C%23');
    await ask(ben, 'PUT', `/api/follows/thread/${uuid}`);
    await ask(ben, 'PUT', '/api/mutes/person/ann');
    await ask(ben, 'PUT', '/api/mutes/site/www.example.org');
    const { follows } = (await ask<{ follows: Follow[] }>(ben, 'GET', '/api/follows')).body;
    expect(follows.map(({ kind, name, path }) => [kind, name, path]).sort()).toEqual([
      ['person', 'ann', '/u/ann'],
      ['tag', '#c#', '/tag/c%2523/1'],
      ['thread', 'A thread', `/note/detail/${uuid}/a-thread`],
    ]);
    const { mutes } = (await ask<{ mutes: Mute[] }>(ben, 'GET', '/api/mutes')).body;
    expect(mutes.map(({ kind, name, handle }) => [kind, name, handle]).sort()).toEqual([
      ['person', 'ann', 'ann'],
      ['site', 'example.org', undefined],
    ]);
    for (const { kind, id } of follows) await ask(ben, 'DELETE', `/api/follows/${kind}/${encodeURIComponent(id)}`);
    for (const { kind, id } of mutes) await ask(ben, 'DELETE', `/api/mutes/${kind}/${encodeURIComponent(id)}`);
    expect((await ask(ben, 'GET', '/api/follows')).body).toEqual({ follows: [] });
    expect((await ask(ben, 'GET', '/api/mutes')).body).toEqual({ mutes: [] });
  });

  test('nothing more arrives after unfollowing', async () => {
    await ask(ben, 'PUT', '/api/follows/person/ann');
    expect((await ask(ben, 'DELETE', '/api/follows/person/ann')).body).toEqual({ following: false });
    await write(ann, {});
    expect((await inboxOf(ben)).unread).toBe(0);
  });

  for (const [what, path, status, words] of [
    ['nobody', '/api/follows/person/nobody_here', 404, /Nobody has this handle/],
    ['a key of the store', `/api/follows/person/u_${'0'.repeat(32)}:password`, 404, /Nobody has this handle/],
    ['oneself', '/api/follows/person/ben', 400, /That’s you/],
    ['no tag', '/api/follows/tag/-', 404, /isn’t a tag/],
    ['no thread', '/api/follows/thread/x', 404, /no such note/],
    ['no site', '/api/mutes/site/nowhere', 404, /isn’t a site/],
    ['an unknown kind', '/api/follows/site/example.org', 404, /nothing of this kind/],
  ] as const) {
    test(`${what} cannot be followed or muted, and nothing is written`, async () => {
      const before = await api.dump();
      const answer = await ask(ben, 'PUT', path);
      expect(answer.status).toBe(status);
      expect(answer.detail).toMatch(words);
      expect(await api.dump()).toEqual(before);
    });
  }

  test('others cannot follow the thread of a private note', async () => {
    const uuid = await write(ann, { visibility: 'private' });
    expect((await ask(ben, 'PUT', `/api/follows/thread/${uuid}`)).status).toBe(404);
  });
});

test('follows and mutes are visible to their owner only', async () => {
  for (const [what, word] of Object.entries({ follows: 'following', mutes: 'muted' })) {
    await ask(ben, 'PUT', `/api/${what}/person/ann`);
    expect((await ask(ben, 'GET', `/api/${what}/person/ann`)).body).toEqual({ [word]: true });
    expect((await ask(ann, 'GET', `/api/${what}/person/ben`)).body).toEqual({ [word]: false });
    await ask(ben, 'DELETE', `/api/${what}/person/ann`);
    expect((await ask(ben, 'GET', `/api/${what}/person/ann`)).body).toEqual({ [word]: false });
  }
});

test('a later mute hides notifications from the inbox, and unmuting restores them', async () => {
  await write(ann, { body: '@ben', tags: ['noise'], url: 'https://loud.example/a' });
  for (const path of ['person/ann', 'tag/noise', 'site/loud.example']) {
    await ask(ben, 'PUT', `/api/mutes/${path}`);
    expect(await inboxOf(ben), path).toEqual({ groups: [], unread: 0, next: null });
    await ask(ben, 'DELETE', `/api/mutes/${path}`);
    expect((await inboxOf(ben)).groups, path).toHaveLength(1);
  }
});

test('replies, comments and mentions in a thread are notified once each, grouped by note', async () => {
  const eve = await api.signUp('eve');
  const uuid = await write(ann, { title: 'A thread' });
  await ask(eve, 'PUT', `/api/follows/thread/${uuid}`);
  const say = async (person: Person, body: string, parent?: string) => {
    const answer = await ask<{ comment: { id: string } }>(person, 'POST', `/api/notes/${uuid}/comments`, {
      body,
      ...(parent ? { parent } : {}),
    });
    await api.settled();
    return answer.body.comment.id;
  };
  const first = await say(ben, 'I begin.');
  const second = await say(ann, 'I answer.', first);
  const third = await say(ann, 'Again, @ben.', first);
  expect((await inboxOf(ben)).groups).toMatchObject([
    {
      kind: 'reply',
      ids: [`c:${third}`, `c:${second}`],
      title: 'A thread',
      path: `/note/thread/${uuid}/${third}#c-${third}`,
      excerpt: 'Again, @ben.',
      actors: [{ handle: 'ann' }],
    },
  ]);
  expect((await inboxOf(ann)).groups).toMatchObject([{ kind: 'comment', ids: [`c:${first}`] }]);
  const followed = [`c:${third}`, `c:${second}`, `c:${first}`];
  expect((await inboxOf(eve)).groups).toMatchObject([{ kind: 'thread', ids: followed }]);
  await ask(ann, 'DELETE', `/api/comments/${third}`);
  expect(await inboxOf(ben)).toMatchObject({ groups: [{ ids: [`c:${second}`] }], unread: 1 });
});

describe('notification settings', () => {
  test('have defaults until they are set, for each kind', async () => {
    const { moderation: _, ...usual } = defaultDelivery;
    expect((await ask(ben, 'GET', '/api/inbox/settings')).body).toEqual(usual);
    const changed = await ask<DeliverySettings>(ben, 'PATCH', '/api/inbox/settings', { mention: 'mail', tag: 'off' });
    expect(changed.body).toEqual({ ...usual, mention: 'mail', tag: 'off' });
    expect((await ask(ben, 'GET', '/api/inbox/settings')).body).toEqual(changed.body);
  });

  test('turn off one kind, while another reason for the same note still notifies', async () => {
    await ask(ben, 'PUT', '/api/follows/person/ann');
    await ask(ben, 'PATCH', '/api/inbox/settings', { mention: 'off' });
    await write(ann, { body: '@ben' });
    expect((await inboxOf(ben)).groups).toMatchObject([{ kind: 'person' }]);
    await ask(ben, 'PATCH', '/api/inbox/settings', { person: 'off' });
    await write(ann, { body: '@ben' });
    expect((await inboxOf(ben)).groups).toHaveLength(1);
  });

  test('refuse an unknown channel or kind by name', async () => {
    const answer = await api.call('PATCH', '/api/inbox/settings', {
      cookie: ben.cookie,
      body: { reply: 'pigeon', likes: 'mail' },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors?.map(({ path }) => path).sort()).toEqual(['likes', 'reply']);
  });
});

test('all inbox calls require a session', async () => {
  for (const [method, path] of [
    ['GET', '/api/inbox'],
    ['GET', '/api/inbox/unread'],
    ['POST', '/api/inbox/read'],
    ['GET', '/api/inbox/settings'],
    ['GET', '/api/follows'],
    ['PUT', '/api/follows/person/ann'],
    ['PUT', '/api/mutes/person/ann'],
  ] as const) {
    expect((await ask(undefined, method, path)).status, path).toBe(401);
  }
});

for (const [what, path, body] of [
  ['a cursor of another place', '/api/inbox?cursor=1_2', undefined],
  ['an unknown filter', '/api/inbox?filter=likes', undefined],
  ['no marks', '/api/inbox/read', {}],
  ['no ids', '/api/inbox/read', { ids: [] }],
  ['ids that the inbox never gave', '/api/inbox/read', { ids: ['inbox:u_ann'] }],
  [
    'more ids than one call may mark',
    '/api/inbox/read',
    { ids: Array.from({ length: 501 }, () => `n:${'0'.repeat(36)}`) },
  ],
] as const) {
  test(`${what} is refused with 400`, async () => {
    const answer = await ask(ben, body === undefined ? 'GET' : 'POST', path, body);
    expect(answer.status).toBe(400);
  });
}
