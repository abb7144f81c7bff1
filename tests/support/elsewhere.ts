import type { Browser, Page } from '@playwright/test';
import { ApiUser, type Person } from './people.ts';

/** A page of somebody else's browser, in which they are signed in. */
export async function signedInPage(browser: Browser, origin: string, who: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin });
  await ApiUser.signIn(context.request, origin, who);
  return context.newPage();
}
