import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { commandLine } from '../processes.ts';

/** The socket of the store that `npm start` runs over this folder at the moment, if it does. */
export async function runningSocket(dir: string): Promise<string | undefined> {
  const pid = Number(await readFile(path.join(dir, 'redis.pid'), 'utf8').catch(() => ''));
  const line = pid > 0 ? await commandLine(pid) : undefined;
  // Redis writes its title over its arguments: `redis-server unixsocket:/path`.
  return line && /unixsocket[: ]\s*(\S+)/.exec(line)?.[1];
}
