import type { Page } from '@playwright/test';

/** Imports `count` links, titled "Kept 0" and so on, into the library of the signed-in person. */
export async function importLinks(page: Page, origin: string, count: number): Promise<void> {
  const links = Array.from({ length: count }, (_, at) => `<DT><A HREF="https://site.example/${at}">Kept ${at}</A>`);
  const buffer = Buffer.from(`<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${links.join('\n')}\n</DL>`);
  await page.request.post('/api/import', {
    headers: { Origin: origin },
    multipart: { visibility: 'private', file: { name: 'bookmarks.html', mimeType: 'text/html', buffer } },
  });
}
