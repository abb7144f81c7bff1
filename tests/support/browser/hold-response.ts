import type { Page, Request } from '@playwright/test';

/**
 * Delays the first response from a URL, so that it is outdated when it arrives. `answered` resolves when the server
 * has responded. `release` delivers the response, and resolves once the page has processed it.
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
    async release() {
      const request = await asked.promise;
      held.resolve();
      await (await request.response())?.finished();
      // A later request is answered later, so the page has processed the first one by then.
      await page.evaluate(async () => (await fetch('/api/mutes')).json());
    },
  };
}
