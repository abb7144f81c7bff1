import type { Page, Request } from '@playwright/test';

/**
 * Holds the first answer to an address on its way: it says how things were when the server gave it, which is when
 * `answered` resolves. `letGo` brings it, and resolves once the page has done what it does with it.
 */
export async function holdResponse(page: Page, address: string) {
  const [asked, held] = [Promise.withResolvers<Request>(), Promise.withResolvers<void>()];
  await page.route(
    address,
    async (route) => {
      const response = await route.fetch();
      asked.resolve(route.request());
      await held.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return {
    answered: asked.promise,
    async letGo() {
      const request = await asked.promise;
      held.resolve();
      await (await request.response())?.finished();
      // What is asked afterwards comes afterwards.
      await page.evaluate(async () => (await fetch('/api/mutes')).json());
    },
  };
}
