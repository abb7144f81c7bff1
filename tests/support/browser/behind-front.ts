import { test as base } from './fixtures.ts';
import { startProxy, type RequestProxy } from '../servers/in-front.ts';

/** The product behind a server that sees what the browser asks for, and can be told to answer something else. */
export const test = base.extend<{ front: RequestProxy }>({
  front: async ({ app }, give) => {
    const front = await startProxy(app.url);
    await give(front);
    await front.stop();
  },
  baseURL: ({ front }, give) => give(front.url),
});
