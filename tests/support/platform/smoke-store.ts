import { startStore, type TestStore } from '../store.ts';

/** Starts a fresh database and sets the environment that the functions need in this process. */
export async function startStoreFor(siteUrl: string): Promise<TestStore> {
  const store = await startStore();
  Object.assign(process.env, {
    SITE_URL: siteUrl,
    UPSTASH_REDIS_REST_URL: store.url,
    UPSTASH_REDIS_REST_TOKEN: store.token,
    SESSION_SECRET: 'a secret of the tests, long enough for all',
    RATE_LIMIT_SCALE: '1000',
  });
  return store;
}
