import { environment } from './env.ts';
import { log } from './log.ts';
import { recordOutage } from './store/meta.ts';
import { connect, type Redis } from './store/redis.ts';
import { causeOf } from '../model/cause.ts';

let connected: Redis | undefined;

/** The one client of this process for the configured store. It connects with the first command. */
export function database(): Redis {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = environment();
  connected ??= connect({ url, token, onBack: keepOutage });
  return connected;
}

/** Records an outage for the owner, who sees it on /user. */
async function keepOutage(outage: Parameters<typeof recordOutage>[1]): Promise<void> {
  await recordOutage(database(), outage).catch((error: unknown) => {
    log('warn', 'an outage of the store could not be kept', { error: causeOf(error) });
  });
}
