import { createApp } from 'astro/app/entrypoint';
import type { Build, Content } from '../../src/domain/content.ts';

const app = createApp({ streaming: false });
const policy = 'content-security-policy';

/**
 * Renders the page of a request from this content, as part of `build` where there is one; one that does not exist is 404 without a body. The policy of the
 * page's scripts stands in the page itself, so that a file carries it wherever it is served from.
 */
export async function render(request: Request, content: Content, build?: Build): Promise<Response> {
  const response = await app.render(request, { locals: { content, build }, addCookieHeader: false });
  const directives = response.headers.get(policy);
  if (directives === null) return response;
  const { status, headers } = response;
  const html = await response.text();
  headers.delete(policy);
  headers.delete('content-length');
  return new Response(html.replace('<head>', `<head><meta http-equiv="${policy}" content="${directives}">`), {
    status,
    headers,
  });
}
