import { expect } from 'vitest';
import { captureFor } from '../../../src/capture/server/captures.ts';
import type { Api, Person } from '../api.ts';
import { articlePage, paragraph, loopbackOnly, type startSite } from './pages.ts';

type Site = Awaited<ReturnType<typeof startSite>>;

/** A page whose copy contains markup that cleaning might change if it ran twice. */
export const savedPage = articlePage({
  head: '<meta property="og:image" content="https://site.example/a.png"><meta name="author" content="Ann">',
  body: `${paragraph.repeat(3)}<pre>\n\n\nlet a;</pre><p>Before <table><tr><td>x</table> after</p>`,
});

/** Saves a note about the page at /margins with a copy of it, in which two passages are highlighted. */
export async function saveHighlightedCopy(api: Api, site: Site, { user, cookie }: Person): Promise<void> {
  const url = `${site.url}/margins`;
  const options = { now: new Date('2026-03-04T05:06:07.890Z'), siteUrl: 'https://site.example', reach: loopbackOnly };
  expect(await captureFor(api.store.redis, user.id, url, options)).toMatchObject({ copy: 'kept' });
  const written = await api.call('POST', '/api/notes', { cookie, body: { title: 'Kept and marked', url } });
  for (const [start, comment] of ['Later', ''].entries()) {
    const body = { quote: 'room to\nanswer', prefix: 'is ', suffix: ' “what', start: 90 - start, comment };
    const path = `/api/notes/${written.body.note?.uuid}/highlights`;
    expect((await api.call('POST', path, { cookie, body })).status).toBe(201);
  }
}
