import { environment } from './env.ts';
import { connect, type Redis } from './store/redis.ts';

let connected: Redis | undefined;

/** The one connection of this process to the configured store. Opens nothing before the first command. */
export function database(): Redis {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = environment();
  connected ??= connect({ url, token });
  return connected;
}
