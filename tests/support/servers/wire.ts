import type { Page } from '@playwright/test';

export type Bytes = { html: number; css: number; js: number; scripts: number; scriptHeaders: number; depth: number };

/**
 * Compressed bytes on the wire, the number of scripts with the size of their response headers, and the longest chain
 * of sequential script requests, for a page in a real browser with an empty cache, before any interaction.
 */
export async function bytesOf(page: Page, url: string): Promise<Bytes> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  const bytes: Bytes = { html: 0, css: 0, js: 0, scripts: 0, scriptHeaders: 0, depth: 0 };
  const sizes: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    const kind = ({ document: 'html', stylesheet: 'css', script: 'js' } as const)[request.resourceType()];
    if (kind === 'js') bytes.scripts += 1;
    const count = ({ responseBodySize, responseHeadersSize }: Awaited<ReturnType<typeof request.sizes>>) => {
      if (kind) bytes[kind] += responseBodySize;
      if (kind === 'js') bytes.scriptHeaders += responseHeadersSize;
    };
    sizes.push(request.sizes().then(count));
  });
  await session.send('Network.enable');
  const depths = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ request, type, initiator }) => {
    const by = initiator.url ?? initiator.stack?.callFrames[0]?.url ?? '';
    if (type === 'Script') depths.set(request.url, (depths.get(by) ?? 0) + 1);
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await Promise.all(sizes);
  await session.detach();
  bytes.depth = Math.max(0, ...depths.values());
  return bytes;
}
