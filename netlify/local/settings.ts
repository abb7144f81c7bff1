import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { EnvironmentError, settingNames } from '../../src/platform/server/env.ts';
import { StoreUnreachable } from '../../src/platform/server/store/redis.ts';
import { isFullDisk } from '../../src/platform/server/store/store-unreachable.ts';
import { RestoreInterrupted, NewerStore } from '../../src/maintenance/schema/schema.ts';
import { causeOf } from '../../src/platform/model/cause.ts';

/** The machine or its folders do not allow a start. The message is one sentence that says what to do. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** The message for a person at a terminal: one sentence if it is clear what to do, else the whole error. */
export function sentenceFor(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { message, name } = error;
  if ([StartFailure, EnvironmentError, NewerStore, RestoreInterrupted].some((kind) => error instanceof kind)) {
    return message;
  }
  if (error instanceof StoreUnreachable) return storeSentence(error);
  if (name === 'UpstashError' && /WRONGPASS|Unauthorized|NOAUTH|NOPERM/.test(message)) {
    return given.rest
      ? `The store at ${given.rest} refused the token: check UPSTASH_REDIS_REST_TOKEN.`
      : `The store ${storePlace()} refused (${message}): check REDIS_URL, and what its user may do.`;
  }
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code.startsWith('ERR_PARSE_ARGS')) return message;
  if (isFullDisk(message)) return `The disk has no room left (${message}): make room there, then try again.`;
  if (/^(EACCES|EPERM|EROFS)$/.test(code)) {
    return `This user may not do that (${message}): run it as the user to whom DATA_DIR belongs, and give them all of it.`;
  }
  return error;
}

function storeSentence({ failure, cause }: StoreUnreachable): string {
  const place = storePlace();
  if (failure === 'full') return `The store ${place} has no room left on its disk: make room there, then try again.`;
  if (failure === 'closed') return `The store ${place} takes no writes (${causeOf(cause)}): name one that does.`;
  if (given.rest) return `The store ${place} cannot be reached: check its address and whether it runs.`;
  if (given.redis) return `The store ${place} does not serve (${causeOf(cause)}): try again when it does.`;
  return storeSilentMessage();
}

/** The message about the store under DATA_DIR while it does not answer. */
export function storeSilentMessage(): string {
  return `The store ${storePlace()} does not answer: look at what the product prints, if that runs over it, and try again.`;
}

/** The addresses of a store as the settings gave them: the product sets the first one itself, if there is none. */
const given: { rest?: string | undefined; redis?: string | undefined } = {};

function storePlace(): string {
  if (given.rest) return `at ${given.rest}`;
  if (given.redis) return `at ${URL.parse(given.redis)?.host}`;
  return `under ${process.env['DATA_DIR'] || '.data'}`;
}

/**
 * Loads settings from `.env`, and each setting `NAME` for which `NAME_FILE` names a file from that file, which is how
 * containers and systemd pass secrets. Throws `StartFailure` with one sentence.
 */
export function loadSettings(env: NodeJS.ProcessEnv = process.env): void {
  if (env === process.env) for (const [name, value] of Object.entries(dotEnv())) env[name] ??= value;
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
  given.rest = env['UPSTASH_REDIS_REST_URL'];
  given.redis = env['REDIS_URL'];
}

const otherNames = /^(PORT|HOST|DATA_DIR|TRUST_PROXY|BACKUP_IDENTITY|CHROMIUM_PATH|SITE_HOST|TZ|(NODE|npm|AWS)_\w+)$/;

/** What `.env` sets. Programs on Windows begin a file with a mark, which would belong to the first name. */
function dotEnv(): NodeJS.Dict<string> {
  let text: string;
  try {
    text = readFileSync(path.resolve('.env'), 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new StartFailure(`.env cannot be read: ${causeOf(error)}.`);
  }
  if (text.includes('\0')) throw new StartFailure('.env is not written in UTF-8: save it as that.');
  const found = parseEnv(text);
  const unknown = Object.keys(found).filter(
    (name) => !settingNames.includes(name.replace(/_FILE$/, '')) && !otherNames.test(name),
  );
  if (unknown.length > 0) console.warn(`.env names ${unknown.join(', ')}, which is no setting: .env.example has all.`);
  return found;
}
