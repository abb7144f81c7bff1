import { type BrowserContext, test as base, expect } from '@playwright/test';
import type { App } from '../app.ts';
import { siteOwner, ApiUser } from '../people.ts';
import { startWorkerApp } from './e2e-place.ts';

type ForEach = {
  /** The person at the browser: newly signed up, with the session cookie in the context. */
  signedIn: ApiUser;
  /** Another person, signed in in another context. */
  someoneElse: ApiUser;
  /** Matches the errors that a journey causes on purpose, by the message that pages report. */
  breaks: RegExp | undefined;
  /** Fails a journey if a page reported an unexpected error. */
  soundPages: void;
};

/**
 * Console messages that are not page errors: response statuses, and our own messages about code that failed to load.
 */
const reported = /^Failed to load resource|could not be (shown|loaded)\./;

/** The test function for journeys through the whole product, which runs once per worker, with the first collection. */
export const test = base.extend<ForEach, { app: App }>({
  app: [
    async ({ browserName: _ }, give, { parallelIndex }) => {
      const app = await startWorkerApp(parallelIndex);
      await signUpOwner(app.url);
      await give(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: ({ app }, give) => give(app.url),
  breaks: [undefined, { option: true }],
  soundPages: [
    async ({ browser, breaks }, give) => {
      const found: string[] = [];
      const note = (words: string) => {
        if (!reported.test(words) && !breaks?.test(words)) found.push(words);
      };
      // Those that a journey opens itself are watched too.
      const watch = (context: BrowserContext) => {
        context.on('weberror', (error) => note(`Uncaught: ${error.error().message}`));
        context.on('console', (message) => message.type() === 'error' && note(message.text()));
      };
      browser.on('context', watch);
      await give();
      browser.off('context', watch);
      expect(found, 'uncaught errors, and errors on the console').toEqual([]);
    },
    { auto: true },
  ],
  signedIn: async ({ app, context }, give) => {
    await give(await ApiUser.signUp(context.request, app.url));
  },
  someoneElse: async ({ app, playwright }, give) => {
    const elsewhere = await playwright.request.newContext();
    await give(await ApiUser.signUp(elsewhere, app.url));
    await elsewhere.dispose();
  },
});

/** Signs up the owner before anyone else; after a restart the account already exists. */
async function signUpOwner(origin: string): Promise<void> {
  const { status } = await fetch(`${origin}/api/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify(siteOwner),
  });
  if (status !== 201 && status !== 409) throw new Error(`The owner's sign-up answered ${status}.`);
}

export { expect } from '@playwright/test';
