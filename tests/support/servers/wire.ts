import type { Page } from '@playwright/test';

export type Bytes = { html: number; css: number; js: number; scripts: number };

/** Compressed bytes on the wire, and the number of scripts, of a page in a real browser that has nothing yet, before the visitor does anything. */
export async function bytesOf(page: Page, url: string): Promise<Bytes> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
  const bytes: Bytes = { html: 0, css: 0, js: 0, scripts: 0 };
  const sizes: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    const kind = ({ document: 'html', stylesheet: 'css', script: 'js' } as const)[request.resourceType()];
    if (kind === 'js') bytes.scripts += 1;
    if (kind) sizes.push(request.sizes().then(({ responseBodySize }) => void (bytes[kind] += responseBodySize)));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await Promise.all(sizes);
  return bytes;
}
