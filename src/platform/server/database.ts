import { environment } from './env.ts';
import { log } from './log.ts';
import { recordOutage } from './store/meta.ts';
import { connect, type Redis } from './store/redis.ts';
import { causeOf } from '../model/cause.ts';

let connected: Redis | undefined;

/** The one connection of this process to the configured store. Opens nothing before the first command. */
export function database(): Redis {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = environment();
  connected ??= connect({ url, token, onBack: keepOutage });
  return connected;
}

/** For the owner, who reads on /user when the store was away. */
async function keepOutage(outage: Parameters<typeof recordOutage>[1]): Promise<void> {
  await recordOutage(database(), outage).catch((error: unknown) => {
    log('warn', 'an outage of the store could not be kept', { error: causeOf(error) });
  });
}
