import { test as base } from './fixtures.ts';
import { startProxy, type RequestProxy } from '../servers/proxy.ts';

/** The product behind a proxy that records the browser's requests and can answer them itself. */
export const test = base.extend<{ front: RequestProxy }>({
  front: async ({ app }, give) => {
    const front = await startProxy(app.url);
    await give(front);
    await front.stop();
  },
  baseURL: ({ front }, give) => give(front.url),
});
