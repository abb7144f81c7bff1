import { hash } from 'node:crypto';
import type { RelatedNote } from '../../notes/model/related.ts';
import { etagOf, htmlHeaders, htmlResponse, pageCaching } from '../../platform/server/http/html.ts';
import { streamOfBytes } from '../../platform/server/http/text-stream.ts';
import { recent } from '../../platform/server/recent.ts';
import type { PublishedNote } from '../../reading/model/content.ts';

type Page = { bytes: Uint8Array; headers: Record<string, string> };

/** Pages of notes that everyone may read, by a digest of all that is shown on them: so none that is old is ever found. */
const rendered = recent<Page>(4 * 1024 * 1024, ({ bytes }) => bytes.length);

/** Answers a published note's page, rendered only where something on it has changed since it was asked for last. */
export async function renderedNote(
  shown: { entry: PublishedNote; next: readonly RelatedNote[] },
  headers: Record<string, string>,
  render: () => Promise<Response>,
): Promise<Response> {
  const digest = hash('sha256', JSON.stringify(shown), 'base64url');
  let page = rendered.get(digest);
  if (!page) {
    const answer = await render();
    const html = await answer.text();
    if (answer.status !== 200) return htmlResponse(answer.status, html, pageCaching.none);
    const bytes = new TextEncoder().encode(html);
    page = { bytes, headers: { ...htmlHeaders(html), ETag: etagOf(bytes) } };
    rendered.set(digest, page);
  }
  return new Response(streamOfBytes(page.bytes), { headers: { ...headers, ...page.headers } });
}
