import { test as base } from '@playwright/test';
import type { App } from '../app.ts';
import { theOwner, Writer } from '../people.ts';
import { startCopy } from './e2e-place.ts';

type ForEach = {
  /** The browser's own person: signed up afresh, with the session's cookie in the context. */
  signedIn: Writer;
  /** Someone else, who is signed in elsewhere. */
  someoneElse: Writer;
};

/** Journeys through the whole product, which runs once for all journeys of a worker, with the first collection. */
export const test = base.extend<ForEach, { app: App }>({
  app: [
    async ({ browserName: _ }, give, { parallelIndex }) => {
      const app = await startCopy(parallelIndex);
      await signUpOwner(app.url);
      await give(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: ({ app }, give) => give(app.url),
  signedIn: async ({ app, context }, give) => {
    await give(await Writer.signUp(context.request, app.url));
  },
  someoneElse: async ({ app, playwright }, give) => {
    const elsewhere = await playwright.request.newContext();
    await give(await Writer.signUp(elsewhere, app.url));
    await elsewhere.dispose();
  },
});

/** Before anybody else does; after a restart the account is there already. */
async function signUpOwner(origin: string): Promise<void> {
  const { status } = await fetch(`${origin}/api/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify(theOwner),
  });
  if (status !== 201 && status !== 409) throw new Error(`The owner's sign-up answered ${status}.`);
}

export { expect } from '@playwright/test';
