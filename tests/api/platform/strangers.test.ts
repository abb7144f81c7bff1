import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { operations } from '../../../src/app/api-description.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { putRole } from '../../../src/people/server/store/roles.ts';
import { startApi, type Api, type ApiRequest, type Person } from '../../support/api.ts';
import { apiHelpers } from '../../support/api-helpers.ts';
import { origin } from '../../support/servers/origin.ts';

/** Nothing of an unpublished note is visible to others, through any call that can name it or that lists anything. */

let api: Api;
let ann: Person;
let eve: Person;
let tokens: Record<'read' | 'write', string>;
beforeAll(async () => {
  api = await startApi();
  [ann, eve] = [await api.signUp('ann'), await api.signUp('eve')];
  await putRole(api.store.redis, ann.user.id, 'owner');
  const made = async (scope: 'read' | 'write') =>
    (await ask<{ secret: string }>(eve, 'POST', '/api/tokens', { name: scope, scope })).body.secret;
  tokens = { read: await made('read'), write: await made('write') };
});
afterAll(() => api.stop());

const { ask, write } = apiHelpers(() => api);
const fingerprintOf = (text: string) => createHash('sha256').update(text).digest('hex');
const secret = 'Quincunx';
const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const then = '2026-01-01T00:00:00.000Z';
const passage = { quote: 'room', prefix: '', suffix: '', start: 0 };

/** The bodies of calls that need one. */
const bodies: Record<string, object> = {
  'PATCH /api/notes/{uuid}': { rev: 1, title: 'Taken' },
  'POST /api/notes/{uuid}/comments': { body: 'Here I am' },
  'POST /api/notes/{uuid}/highlights': passage,
  'PATCH /api/notes/{uuid}/highlights/{id}': { comment: 'Mine' },
  'PUT /api/notes/{uuid}/highlights/{id}': { ...passage, comment: '', createdAt: then, updatedAt: then },
  'PUT /api/notes/{uuid}/save': { state: 'reading' },
  'PUT /api/notes/{uuid}/progress': { progress: 0.5 },
  'PUT /api/notes/{uuid}/visit': { seen: then },
};

/** Every call with a note's id in its path, and those that refer to one otherwise. */
const naming: [method: string, path: string, body?: object][] = [
  ...operations
    .filter(({ path }) => path.includes('{uuid}'))
    .map(({ method, path }): [string, string, object?] => {
      const call = `${method.toUpperCase()} ${path}`;
      return [method.toUpperCase(), path.replace('{id}', id).replace('{rev}', '1'), bodies[call]];
    }),
  ['PUT', '/api/follows/thread/{uuid}'],
  ['GET', '/api/follows/thread/{uuid}'],
  ['PUT', '/api/for-you/wishes/note/{uuid}', { way: 'more' }],
  ['GET', '/api/drafts/{uuid}'],
  ['GET', `/api/oembed?url=${encodeURIComponent(origin)}%2Fnote%2Fdetail%2F{uuid}%2Fquincunx`],
];
const askingAbout = (uuid: string): [method: string, path: string, body?: object][] => [
  ...naming.map(([method, path, body]): [string, string, object?] => [method, path.replace('{uuid}', uuid), body]),
  ['POST', '/api/reports', { subject: 'note', id: uuid, reason: 'spam' }],
  ['POST', '/api/assistant/ask', { task: 'answer', question: 'What is it about?', note: uuid }],
];

const lists = operations
  .filter(({ method, path }) => method === 'get' && !/\{|moderation|_icon|oembed/.test(path))
  .map(({ path }) => path);
const listsOfAnn = [
  '/api/notes?author=ann',
  '/api/notes?order=hot',
  '/api/notes?order=saved',
  '/api/export?format=json',
];

const strangers: Record<string, () => ApiRequest> = {
  'a visitor': () => ({}),
  'somebody who is signed in': () => ({ cookie: eve.cookie }),
  'a token that reads': () => ({ headers: { Authorization: `Bearer ${tokens.read}` } }),
  'a token that writes': () => ({ headers: { Authorization: `Bearer ${tokens.write}` } }),
};

/** Ann's notes that nobody else may read, including one on which others acted while it was public. */
const kept: Record<string, () => Promise<string>> = {
  'a private note': () => write(ann, { title: secret, body: secret, visibility: 'private' }),
  'a draft': () => write(ann, { title: secret, body: secret, visibility: 'draft' }),
  'a note that was public': async () => {
    await ask(eve, 'PUT', '/api/follows/person/ann');
    await ask(eve, 'POST', '/api/searches', { query: 'for everyone' });
    const uuid = await write(ann, { title: 'For everyone', body: '@eve', tags: ['tea'], url: 'https://example.org/' });
    for (const how of ['vote', 'save']) expect((await ask(eve, 'PUT', `/api/notes/${uuid}/${how}`)).status).toBe(200);
    expect((await ask(eve, 'PUT', `/api/follows/thread/${uuid}`)).status).toBe(200);
    expect((await ask(eve, 'PUT', `/api/for-you/wishes/note/${uuid}`, { way: 'more' })).status).toBe(200);
    await ask(eve, 'POST', `/api/notes/${uuid}/comments`, { body: 'Said here' });
    await ask(ann, 'POST', `/api/notes/${uuid}/comments`, { body: 'Said to her' });
    const patch = { rev: 1, title: secret, body: `@eve ${secret}`, tags: [secret], visibility: 'private' };
    expect((await ask(ann, 'PATCH', `/api/notes/${uuid}`, patch)).status).toBe(200);
    await api.settled();
    return uuid;
  },
};

describe.each(Object.keys(kept))('%s', (what) => {
  let uuid: string;
  beforeAll(async () => {
    uuid = (await kept[what]?.()) ?? '';
    await api.settled();
  });

  test.each(Object.keys(strangers))('is invisible to %s, and cannot be changed', async (who) => {
    const call = { ...strangers[who]?.() };
    for (const [method, path, body] of askingAbout(uuid)) {
      const answer = await api.call(method, path, { ...call, ...(body && { body }) });
      expect(JSON.stringify(answer.body), `${method} ${path}`).not.toMatch(new RegExp(secret, 'i'));
      // Revoking one's own vote or save, and one's own drafts, are allowed.
      const own = /\/(vote|save)$/.test(path) || path.startsWith('/api/drafts/');
      if (!own) expect([401, 403, 404], `${method} ${path}`).toContain(answer.status);
    }
    await api.settled();
    const { note } = (await ask<{ note: object }>(ann, 'GET', `/api/notes/${uuid}`)).body;
    expect(note).toMatchObject({ title: secret, rev: what === 'a note that was public' ? 2 : 1 });
  });

  test('is not revealed by importing a file that refers to it', async () => {
    const asked = {
      name: 'choices.json',
      format: 'ours',
      size: 1,
      fingerprint: fingerprintOf(uuid),
      visibility: 'private',
    };
    const begun = await ask<{ import: { id: string } }>(eve, 'POST', '/api/imports', asked);
    const at = new Date().toISOString();
    const said = z.array(z.string()).parse(await api.store.redis.zrange(keys.threadTimes(uuid), 0, -1));
    expect(said).toHaveLength(what === 'a note that was public' ? 2 : 0);
    const choices = [
      { kind: 'vote', id: uuid, at },
      ...said.map((id) => ({ kind: 'vote', id, at })),
      { kind: 'reading', id: uuid, at, state: 'toread', progress: 0, changedAt: at },
      { kind: 'follow', id: `thread:${uuid}`, at },
      { kind: 'wish', id: `more:note:${uuid}`, at },
    ];
    const entries = choices.map((choice, index) => ({ place: `line ${index + 1}`, choice }));
    const path = `/api/imports/${begun.body.import.id}/entries`;
    const taken = await ask<{ lines: object[] }>(eve, 'POST', path, { from: 0, entries, last: true });
    expect([taken.status, taken.body.lines.length]).toEqual([200, entries.length]);
    expect(JSON.stringify(taken.body)).not.toMatch(new RegExp(`${secret}|Said to her`, 'i'));
  });

  test.each(Object.keys(strangers))('is in no list for %s', async (who) => {
    for (const path of [...lists, ...listsOfAnn]) {
      const { body } = await api.call('GET', path, { ...strangers[who]?.() });
      expect(JSON.stringify(body), path).not.toMatch(new RegExp(secret, 'i'));
    }
  });

  test('can be read by its author', async () => {
    const { notes } = (await ask<{ notes: { uuid: string }[] }>(ann, 'GET', '/api/notes?author=ann')).body;
    expect(notes.map((note) => note.uuid)).toContain(uuid);
  });
});
