import { chromium } from '@playwright/test';
import { chromiumOptions } from '../support/chromium.ts';

export type Weight = { page: string; html: number; css: number; js: number };

/** Compressed bytes on the wire of each page in a real browser, before the visitor does anything. */
export async function weights(url: string, pages: Record<string, string>): Promise<Weight[]> {
  const browser = await chromium.launch(chromiumOptions());
  const result: Weight[] = [];
  for (const [page, path] of Object.entries(pages)) {
    const tab = await browser.newPage();
    const weight: Weight = { page, html: 0, css: 0, js: 0 };
    const sizes: Promise<void>[] = [];
    tab.on('requestfinished', (request) => {
      const kind = ({ document: 'html', stylesheet: 'css', script: 'js' } as const)[request.resourceType()];
      if (kind) sizes.push(request.sizes().then(({ responseBodySize }) => void (weight[kind] += responseBodySize)));
    });
    await tab.goto(url + path, { waitUntil: 'networkidle' });
    await Promise.all(sizes);
    result.push(weight);
    await tab.close();
  }
  await browser.close();
  return result;
}
