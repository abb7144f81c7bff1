import { readFile, rm } from 'node:fs/promises';
import { expect } from 'vitest';
import { digestOf } from '../../src/transfer/server/export/scheduled/export-target.ts';
import { runExport, schedule, scheduledOf, sealPassword } from '../../src/transfer/server/export/scheduled-export.ts';
import { keys } from '../../src/platform/server/store/keys.ts';
import type { Api, Person } from './api.ts';
import { loopbackOnly } from './browser/pages.ts';
import { startGitServer } from './servers/git-server.ts';
import { startWebdav } from './servers/webdav.ts';

const secret = { username: 'ann', password: 'a password of files' };

/** The kinds of destination of scheduled exports and how to read them: a WebDAV folder and a folder of a repository. */
export const places = {
  async webdav() {
    const files = await startWebdav(secret.username, secret.password);
    const digest = async (name: string) => digestOf(await readFile(files.pathOf(name)));
    return {
      ...files,
      digest,
      put: files.write,
      remove: (name: string) => rm(files.pathOf(name)),
      stop: () => files.stop(),
    };
  },
  async git() {
    const server = await startGitServer(secret.username, secret.password);
    return {
      ...server,
      names: async () => (await server.files()).flatMap((name) => name.match(/^notes\/(.*)/)?.[1] ?? []).sort(),
      read: (name: string) => server.read(`notes/${name}`),
      digest: async (name: string) => (await server.git('rev-parse', `main:notes/${name}`)).trim(),
      put: (name: string, text: string) => server.commit(`notes/${name}`, text),
      remove: (name: string) => server.commit(`notes/${name}`, undefined),
      stop: () => server.stop(),
    };
  },
};
export type PlaceKind = keyof typeof places;

/** Runs a person's export to a place, which is set up at the first run. */
export async function exportTo(api: Api, { user }: Person, to: { kind: PlaceKind; url: string }, mayGoOn = () => true) {
  const { redis } = api.store;
  const now = new Date();
  if (!(await scheduledOf(redis, user.id))) {
    const place = { ...to, username: secret.username, branch: 'main', every: 'daily' as const };
    const [sid = ''] = await redis.zrange<string[]>(keys.userSessions(user.id), 0, 0);
    const activity = { kind: 'export-scheduled', at: now.toISOString(), device: 'A device' } as const;
    const sealed = await sealPassword(user.id, secret.password, now);
    await schedule(redis, { sid, userId: user.id, activity }, place, { sealed, before: undefined }, now);
  }
  await runExport(redis, user.id, { mayGoOn, reach: loopbackOnly, now: () => now });
  return (await scheduledOf(redis, user.id)) ?? expect.fail('it is no longer set up');
}
