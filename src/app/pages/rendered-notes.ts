import type { RelatedNote } from '../../notes/model/related.ts';
import { htmlHeaders, pageCaching } from '../../platform/server/http/html.ts';
import { keptAnswers } from '../../platform/server/http/kept-answers.ts';
import type { PublishedNote } from '../../reading/model/content.ts';

const pages = keptAnswers(4 * 1024 * 1024);

/** Answers with a published note's page, rendered again only if something on it has changed since the last request. */
export function renderedNote(
  shown: { entry: PublishedNote; next: readonly RelatedNote[] },
  headers: Record<string, string>,
  render: () => Promise<Response>,
): Promise<Response> {
  return pages(shown, headers, async () => {
    const answer = await render();
    const html = await answer.text();
    const caching = answer.status === 200 ? {} : pageCaching.none;
    return {
      status: answer.status,
      bytes: new TextEncoder().encode(html),
      headers: { ...caching, ...htmlHeaders(html) },
    };
  });
}
