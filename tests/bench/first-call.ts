import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApi } from '../support/api.ts';
import { platformProject } from '../support/platform/platform-build.ts';
import { origin } from '../support/servers/origin.ts';

const tries = 9;
const bare = `export default () => new Response('Hello');\nexport const config = { path: '/bare' };\n`;

type Row = { call: string; ms: number; ofBare: number };

/**
 * `npm run bench -- first-call`: milliseconds of processor time that the first call of a function takes in a new process,
 * from loading its bundle to the answer, beside a function that does nothing. All are built by the platform's own builder
 * and run with the files of their archives alone.
 */
export async function measureFirstCalls(notes: number): Promise<Row[]> {
  const [api, project, folder] = await Promise.all([
    startApi(),
    platformProject(),
    mkdtemp(path.join(tmpdir(), 'commonplace-first-')),
  ]);
  try {
    const ann = await api.signUp('ann_calls_first');
    let latest = '';
    for (let count = 0; count < notes; count += 1) {
      const body = { title: `Measured ${count}`, body: 'Text with `code`.', tags: ['web'], visibility: 'public' };
      latest = (await api.call('POST', '/api/notes', { cookie: ann.cookie, body })).body.path ?? '';
    }
    await api.settled();
    await writeFile(project.at('functions/bare.ts'), bare);
    const { ok, output } = await project.build({
      SITE_URL: origin,
      UPSTASH_REDIS_REST_URL: api.store.url,
      UPSTASH_REDIS_REST_TOKEN: api.store.token,
      SESSION_SECRET: process.env.SESSION_SECRET ?? '',
    });
    if (!ok) throw new Error(output);
    const functions = await project.functions(folder);
    const spent = async (name: string, address: string) => {
      const running = await functions.get(name)?.start();
      const answer = await running?.call(new Request(origin + address, { headers: { Cookie: ann.cookie } }));
      if (answer?.status !== 200) throw new Error(`${address} answered ${answer?.status}: ${await answer?.text()}`);
      await running?.stop();
      return running?.spentMs() ?? Number.NaN;
    };
    const calls = [
      { call: 'a function that does nothing', name: 'bare', address: '/bare' },
      { call: 'the session', name: 'api', address: '/api/_auth/session' },
      { call: 'a list of notes', name: 'api', address: '/api/notes' },
      { call: 'a page of a list', name: 'pages', address: '/note/list/1' },
      { call: 'the page of a note', name: 'pages', address: latest },
    ];
    const least = new Map<string, number>();
    // They take turns, and the minimum counts: other load on the machine makes work slower and never faster.
    for (let round = 0; round < tries; round += 1)
      for (const { call, name, address } of calls)
        least.set(call, Math.min(least.get(call) ?? Infinity, await spent(name, address)));
    const [first = Number.NaN] = least.values();
    return [...least].map(([call, ms]) => ({ call, ms: Math.round(ms), ofBare: Math.round((ms / first) * 10) / 10 }));
  } finally {
    await Promise.all([api.stop(), project.remove(), rm(folder, { recursive: true, force: true })]);
  }
}
