import { randomUUID } from 'node:crypto';
import type { Content } from '../../../src/reading/model/content.ts';
import type { MiddlewareHandler } from 'astro';

/** Names the content from which to render a page. */
const contentHeader = 'x-dev-content';

type Shared = { published: Content | undefined; own: Map<string, Content> };

/** Stored on the process, since Astro's development server loads a second copy of this module. */
const home = globalThis as { commonplaceDevContent?: Shared };
const shared: Shared = (home.commonplaceDevContent ??= {
  published: undefined,
  own: new Map<string, Content>(),
});

/** From now on, pages are rendered from this content. */
export function showInDevelopment(content: Content): void {
  shared.published = content;
}

/** The content for a page: the one that its request names, else the published one. */
function contentFor(request: Request): Content {
  const content = shared.own.get(request.headers.get(contentHeader) ?? '') ?? shared.published;
  if (!content) throw new Error('The development server has no content yet.');
  return content;
}

/**
 * Renders a page from a function's own content with the development server. The address of this module replaces that of the
 * compiled renderer.
 */
export async function render(request: Request, content: Content): Promise<Response> {
  const id = randomUUID();
  shared.own.set(id, content);
  try {
    // Without Accept, which would send the request back to the function.
    const page = await fetch(request.url, { headers: { [contentHeader]: id }, redirect: 'manual' });
    return new Response(await page.arrayBuffer(), page);
  } finally {
    shared.own.delete(id);
  }
}

/** Gives pages their content in development, where no build provides it. */
export const onRequest: MiddlewareHandler = ({ locals, request }, next) => {
  locals.content = contentFor(request);
  return next();
};
