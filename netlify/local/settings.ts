import { existsSync, readFileSync } from 'node:fs';
import { EnvironmentError, settingNames } from '../../src/platform/server/env.ts';
import { StoreUnreachable } from '../../src/platform/server/store/redis.ts';
import { RestoreInterrupted, NewerStore } from '../../src/maintenance/schema/schema.ts';
import { causeOf } from '../../src/platform/model/cause.ts';

/** The machine or its folders do not allow a start. The message is one sentence that says what to do. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** The message for a person at a terminal: one sentence if it is clear what to do, else the whole error. */
export function sentenceFor(error: unknown): unknown {
  const expectedErrors = [StartFailure, EnvironmentError, NewerStore, RestoreInterrupted];
  if (error instanceof Error && expectedErrors.some((kind) => error instanceof kind)) return error.message;
  const address = process.env['UPSTASH_REDIS_REST_URL'];
  if (error instanceof StoreUnreachable) {
    return address
      ? `The store at ${address} cannot be reached: check its address and whether it runs.`
      : storeSilentMessage();
  }
  if (error instanceof Error && /WRONGPASS|Unauthorized/.test(error.message)) {
    return `The store at ${address} refused the token: check UPSTASH_REDIS_REST_TOKEN.`;
  }
  return error;
}

/** The message about the store under DATA_DIR while it does not answer. */
export function storeSilentMessage(): string {
  return `The store under ${process.env['DATA_DIR'] || '.data'} does not answer: look at what the product that runs over it prints, and try again when it is back.`;
}

/**
 * Loads settings from `.env`, and each setting `NAME` for which `NAME_FILE` names a file from that file, which is how
 * containers and systemd pass secrets. Throws `StartFailure` with one sentence.
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
