import { existsSync, readFileSync } from 'node:fs';
import { causeOf } from '../../src/platform/model/cause.ts';
import { settingNames } from '../../src/platform/server/env.ts';
import { StartFailure } from './failure.ts';

/**
 * Takes settings from `.env`, and each one `NAME` that `NAME_FILE` names a file for from that file, as containers and
 * systemd hand secrets over. Throws `StartFailure` with one sentence.
 */
export function loadSettings(env: NodeJS.ProcessEnv = process.env): void {
  if (env === process.env && existsSync('.env')) process.loadEnvFile('.env');
  for (const name of settingNames) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) throw new StartFailure(`${name} and ${name}_FILE are both set: keep one of them.`);
    try {
      env[name] = readFileSync(file, 'utf8').trim();
      delete env[`${name}_FILE`];
    } catch (error) {
      throw new StartFailure(`${name}_FILE names ${file}, which cannot be read: ${causeOf(error)}.`);
    }
  }
}
