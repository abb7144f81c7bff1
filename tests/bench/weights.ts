import { chromium } from '@playwright/test';
import { chromiumOptions } from '../support/browser/chromium.ts';
import { bytesOf, type Bytes } from '../support/servers/wire.ts';

export type Weight = { page: string } & Bytes;

/** Compressed bytes on the wire of each page in a real browser, before the visitor does anything. */
export async function weights(url: string, pages: Record<string, string>): Promise<Weight[]> {
  const browser = await chromium.launch(chromiumOptions());
  const result: Weight[] = [];
  for (const [page, path] of Object.entries(pages)) {
    const tab = await browser.newPage();
    result.push({ page, ...(await bytesOf(tab, url + path)) });
    await tab.close();
  }
  await browser.close();
  return result;
}
