import { randomUUID } from 'node:crypto';
import type { Content } from '../../../src/reading/model/content.ts';
import type { MiddlewareHandler } from 'astro';

/** Names the content that a page is to be rendered from. */
const contentHeader = 'x-dev-content';

type Shared = { published: Content | undefined; own: Map<string, Content> };

/** Kept by the process, since Astro's development server loads its copy of this module beside ours. */
const home = globalThis as { commonplaceDevContent?: Shared };
const shared: Shared = (home.commonplaceDevContent ??= {
  published: undefined,
  own: new Map<string, Content>(),
});

/** From now on, pages are rendered from this content. */
export function showInDevelopment(content: Content): void {
  shared.published = content;
}

/** What a page is rendered from: what its request names, else what is published. */
function contentFor(request: Request): Content {
  const content = shared.own.get(request.headers.get(contentHeader) ?? '') ?? shared.published;
  if (!content) throw new Error('The development server has no content yet.');
  return content;
}

/**
 * Renders a page from a function's own content, by the development server itself. It is called by the address of this
 * module, which stands there for the compiled templates.
 */
export async function render(request: Request, content: Content): Promise<Response> {
  const id = randomUUID();
  shared.own.set(id, content);
  try {
    // Without Accept, which would bring the request back to the function.
    const page = await fetch(request.url, { headers: { [contentHeader]: id }, redirect: 'manual' });
    return new Response(await page.arrayBuffer(), page);
  } finally {
    shared.own.delete(id);
  }
}

/** Gives pages their content in development, where no build hands it to them. */
export const onRequest: MiddlewareHandler = ({ locals, request }, next) => {
  locals.content = contentFor(request);
  return next();
};
