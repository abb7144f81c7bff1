import type { Browser, Page } from '@playwright/test';
import { ApiUser, type Person } from './people.ts';

/** A page in another browser context, in which this person is signed in. */
export async function signedInPage(browser: Browser, origin: string, who: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin });
  await ApiUser.signIn(context.request, origin, who);
  return context.newPage();
}
