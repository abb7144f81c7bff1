import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  runExport,
  schedule,
  scheduledOf,
  sealPassword,
} from '../../../src/transfer/server/export/scheduled-export.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';
import { loopbackOnly } from '../../support/browser/pages.ts';

let api: Api;
let ann: Person;
beforeAll(async () => {
  api = await startApi();
  ann = await api.signUp('ann');
  const body = { title: 'Kept', body: 'Words.', visibility: 'private' };
  await api.call('POST', '/api/notes', { cookie: ann.cookie, body });
});
afterAll(() => api.stop());

/** The message that the owner of a destination reads after a run against this address. */
async function whyNotTo(url: string): Promise<string> {
  const [{ redis }, userId, now] = [api.store, ann.user.id, new Date()];
  const [sid = ''] = await redis.zrange<string[]>(keys.userSessions(userId), 0, 0);
  const by = {
    sid,
    userId,
    activity: { kind: 'export-scheduled', at: now.toISOString(), device: 'A device' } as const,
  };
  const place = { kind: 'git', url, username: 'ann', branch: 'main', every: 'daily' } as const;
  await schedule(redis, by, place, { sealed: await sealPassword(userId, 'secret', now), before: undefined }, now);
  await runExport(redis, userId, { now: () => now, mayGoOn: () => true, reach: loopbackOnly });
  return (await scheduledOf(redis, userId))?.failure?.why ?? expect.fail('nothing went wrong');
}

const packet = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
/** The same for servers that may produce several messages. */
const part = (text: string) => packet(`\u0001${text}`);
const commit = 'a'.repeat(40);
const second = `${packet('version 2\n')}${packet('ls-refs\n')}${packet('fetch=shallow\n')}0000`;

type Says = { list: string; refs: string; sends: () => Iterable<string> };

/**
 * A server with the minimum of the Git protocol: the refs it lists, the capabilities it offers, and what it sends for
 * further requests.
 */
function startServer({ list, refs, sends }: Says) {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const asked = (await Array.fromAsync(request)).join('');
    const service = request.url?.includes('receive-pack') ? 'git-receive-pack' : 'git-upload-pack';
    const isOffer = request.method === 'GET';
    response.setHeader('Content-Type', `application/x-${service}-${isOffer ? 'advertisement' : 'result'}`);
    if (isOffer && request.headers['git-protocol'] === 'version=2') return void response.end(second);
    if (isOffer) return void response.end(`${packet(`# service=${service}\n`)}0000${refs}0000`);
    if (asked.includes('command=ls-refs')) return void response.end(`${list}0000`);
    pipeline(Readable.from(sends()), response, () => undefined);
  };
  return startHttpServer((request, response) => void answer(request, response));
}

test.each([
  ['packets of nothing', '0005\u0002'],
  ['ends of lists', '0000'],
  ['empty parts of files', '0005\u0001'],
])('only the beginning is read of a repository whose server sends %s', async (_, unit) => {
  let megabytes = 0;
  function* sends() {
    yield packet('NAK\n');
    for (; megabytes < 90; megabytes += 1) yield unit.repeat(2 ** 20 / unit.length);
  }
  const offered = [`${commit} HEAD\0side-band-64k shallow\n`, `${commit} refs/heads/main\n`].map(packet).join('');
  const server = await startServer({ list: packet(`${commit} refs/heads/main\n`), refs: offered, sends });
  try {
    expect(await whyNotTo(`${server.url}/notes.git`)).toContain('sends more pieces than are read');
    expect(megabytes).toBeLessThan(30);
  } finally {
    await server.stop();
  }
});

test('a long refusal of a commit is reported by its first words', async () => {
  const words = 'Not here, not now, and not from you. '.repeat(10_000);
  const long = words.match(/.{1,60000}/g) ?? [];
  const told = ['unpack ok\n', ...long.map((text) => `ng refs/heads/main ${text}\n`)].map(packet);
  const refused = [...told.map(part), part('0000'), '0000'];
  const offered = packet(`${'0'.repeat(40)} capabilities^{}\0report-status\n`);
  const server = await startServer({ list: '', refs: offered, sends: () => refused });
  try {
    const why = await whyNotTo(`${server.url}/notes.git`);
    expect(why).toContain('Not here, not now');
    expect(why.length).toBeLessThanOrEqual(1000);
  } finally {
    await server.stop();
  }
});

test('a response of several megabytes to a commit is cut off', async () => {
  let megabytes = 0;
  function* sends() {
    yield part(packet('unpack ok\n'));
    for (; megabytes < 90; megabytes += 1) yield part(packet('ng a\n'.repeat(12_000))).repeat(17);
  }
  const offered = packet(`${'0'.repeat(40)} capabilities^{}\0report-status\n`);
  const server = await startServer({ list: '', refs: offered, sends });
  try {
    expect(await whyNotTo(`${server.url}/notes.git`)).toContain('answers with more than 1 MB');
    expect(megabytes).toBeLessThan(30);
  } finally {
    await server.stop();
  }
});

test.each([
  ['a branch without a name', packet(`${commit}\n`)],
  ['a line with nothing in it', packet('\n')],
])('a server that lists %s is reported as faulty', async (_, list) => {
  const server = await startServer({ list, refs: '', sends: () => [] });
  try {
    expect(await whyNotTo(`${server.url}/notes.git`)).toBe('The server doesn’t answer as a Git repository does.');
  } finally {
    await server.stop();
  }
});
