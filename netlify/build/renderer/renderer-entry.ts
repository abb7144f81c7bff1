import { createApp } from 'astro/app/entrypoint';
import type { Build, Content } from '../../../src/reading/model/content.ts';
import { isFullyDecoded, isNotePage } from '../../../src/platform/model/paths.ts';
import { isSearchFile } from '../../../src/search/model/files.ts';
import { policyHeader } from '../../../src/platform/server/http/html.ts';
import { shellFiller, noteFile } from '../../../src/app/pages/markup.tsx';

const app = createApp({ streaming: false });
const policy = 'content-security-policy';

/**
 * Renders the page of a request from this content, as part of `build` if given; a missing page is 404 without a body. The
 * policy of the page's scripts is both in the page, so that it holds wherever the file is served from, and in a header.
 */
export async function render(request: Request, content: Content, build?: Build): Promise<Response> {
  // Astro decodes an address repeatedly, and so would find pages under other names than their own.
  if (!isFullyDecoded(new URL(request.url).pathname)) return new Response(null, { status: 404 });
  const response = await app.render(request, { locals: { content, build }, addCookieHeader: false });
  const directives = response.headers.get(policy);
  if (directives === null) return response;
  const { status, headers } = response;
  const html = await response.text();
  headers.set(policy, policyHeader(directives));
  headers.delete('content-length');
  return new Response(html.replace('<head>', `<head><meta http-equiv="${policy}" content="${directives}">`), {
    status,
    headers,
  });
}

/** The site for which files are made: its origin, its published content, and the build. */
type Site = { siteUrl: string; content: Content; build: Build };

/**
 * Returns a function that makes the file of an address: byte for byte the body of what `render` returns, with that status.
 * Nearly all files belong to notes, so those do not each need a request: the first page of a note that Astro renders is the
 * template for the others.
 */
export function fileRenderer({ siteUrl, build, ...site }: Site) {
  const content = { ...site.content, note: lastKept((uuid) => site.content.note(uuid)) };
  let fillPage: ReturnType<typeof shellFiller> | undefined;
  return async (address: string): Promise<{ status: number; content: string | Uint8Array }> => {
    const known = isSearchFile(address)
      ? await content.searchFile(address)
      : await noteFile(address, content, fillPage);
    if (known !== undefined) return { status: 200, content: known };
    const response = await render(new Request(siteUrl + address), content, build);
    const text = await response.text();
    if (response.status === 200 && isNotePage(address)) fillPage = shellFiller(text);
    return { status: response.status, content: text };
  };
}

/** Remembers the last answer, for a key that is requested several times in a row. */
function lastKept<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  let last: { key: string; answer: Promise<T> } | undefined;
  return (key) => (last?.key === key ? last : (last = { key, answer: ask(key) })).answer;
}
