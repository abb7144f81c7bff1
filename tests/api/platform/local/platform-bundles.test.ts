import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type Api, type Person } from '../../../support/api.ts';
import { hostileFiles } from '../../../support/hostile/hostile-files.ts';
import { pngOf } from '../../../support/pictures.ts';
import { notesOf, type Report } from '../../../support/imports.ts';
import { origin } from '../../../support/servers/origin.ts';
import { platformFunctions, type RunningFunction } from '../../../support/platform/platform-functions.ts';

/** Functions that read untrusted data in a thread, which runs the bundle's own file, or with a native module. */
const names = ['api', 'capture', 'import', 'pictures'] as const;
let bundles: Awaited<ReturnType<typeof platformFunctions<(typeof names)[number]>>>;
let api: Api;

beforeAll(async () => {
  [bundles, api] = await Promise.all([platformFunctions(names), startApi()]);
});
afterAll(() => Promise.all([bundles.remove(), api.stop()]));

async function within(name: (typeof names)[number], work: (running: RunningFunction) => Promise<void>): Promise<void> {
  const running = await bundles.functions[name].start();
  await work(running).finally(() => running.stop());
}

async function send(running: RunningFunction, { cookie }: Person, path: string, body: BodyInit, method = 'POST') {
  const request = new Request(origin + path, { method, body });
  request.headers.set('Cookie', cookie);
  request.headers.set('Sec-Fetch-Site', 'same-origin');
  if (!(body instanceof FormData)) request.headers.set('Content-Type', 'application/json');
  const answer = await running.call(request);
  return { status: answer.status, body: (await answer.json()) as Report };
}
const form = (name: string, content: BlobPart) => {
  const sent = new FormData();
  sent.set('file', new File([content], name));
  return sent;
};
const hostile = (name: string) =>
  hostileFiles()
    .find((file) => file.name === name)
    ?.bytes() ?? new Uint8Array();
const titles = async (person: Person) => (await notesOf(api, person)).map(({ title }) => title);

describe('a function bundled as on the platform', () => {
  test('takes and serves pictures with the bundled native module', async () => {
    const person = await api.signUp('has_a_face');
    await within('pictures', async (running) => {
      const taken = await send(
        running,
        person,
        '/api/account/avatar',
        form('me.png', new Uint8Array(await pngOf(300, 200))),
        'PUT',
      );
      expect(taken.status).toBe(200);
      const { avatar } = taken.body as unknown as { avatar: string };
      const given = await running.call(new Request(origin + avatar));
      expect([given.status, given.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    });
  });

  test('reads files in its thread, stops at hostile ones, and reads the next file', async () => {
    const person = await api.signUp('brings_files');
    await within('import', async (running) => {
      const csv = 'url,title,tags,note\nhttps://a.example/one,One,,\n';
      const first = await send(running, person, '/api/import', form('links.csv', csv));
      expect([first.status, first.body.import.kept]).toEqual([200, 1]);
      const name = 'brackets-4000000.json';
      const refused = await send(running, person, '/api/import', form(name, hostile(name)));
      expect([refused.status, refused.body.import.kept]).toEqual([200, 0]);
      expect(refused.body.lines[0]?.says).toContain('nested more than 64 levels deep');
      const last = await send(running, person, '/api/import', form('more.csv', csv.replace('one,One', 'two,Two')));
      expect([last.status, last.body.import.kept]).toEqual([200, 1]);
    });
    expect(await titles(person)).toEqual(['One', 'Two']);
  });

  test('sanitises page copies in its thread, and skips a hostile one', async () => {
    const person = await api.signUp('brings_copies');
    const about = { name: 'x.json', format: 'JSON', size: 10, fingerprint: 'a'.repeat(64) };
    const begun = await api.call('POST', '/api/imports', { cookie: person.cookie, body: about });
    const { id } = (begun.body as unknown as Report).import;
    await within('import', async (running) => {
      const { status, body } = await send(
        running,
        person,
        `/api/imports/${id}/entries`,
        hostile('copy-ark-177-kb.json'),
      );
      expect([status, body.lines[1]?.says]).toEqual([200, expect.stringMatching(/more than 60000 elements/)]);
    });
    expect((await titles(person)).sort()).toEqual(['after', 'before', 'hostile']);
  });

  test('renders long texts of this site in a thread as well', async () => {
    const person = await api.signUp('writes_much');
    await within('api', async (running) => {
      const body = JSON.stringify({ body: '- a\n'.repeat(20_000) });
      const answer = await send(running, person, '/api/preview', body);
      expect(answer.status).toBe(200);
      expect((answer.body as unknown as { html: string }).html.match(/<li>/g)).toHaveLength(20_000);
    });
  });

  test('reads captured pages in its thread', async () => {
    // Pages of this machine cannot be captured, so the thread is called directly.
    const thread = new Worker(bundles.functions.capture.mainFile, {
      workerData: 'commonplace bounded work',
      env: {},
      execArgv: [],
    });
    await once(thread, 'message');
    const html = '<!doctype html><title>A page</title><p>Text.</p>';
    const input = { bytes: Buffer.from(html), contentType: 'text/html', url: 'https://a.example/' };
    thread.postMessage({ name: 'read-page', input });
    const [part] = await once(thread, 'message');
    expect(part).toMatchObject({ done: false, value: { facts: { title: 'A page' } } });
    await thread.terminate();
  });
});
