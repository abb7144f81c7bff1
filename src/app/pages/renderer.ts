import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Content } from '../../reading/model/content.ts';

type Render = (request: Request, content: Content) => Promise<Response>;

let loading: Promise<{ render: Render }> | undefined;

/**
 * Renders a page with the templates of the site's own build, so that nobody can tell which of the two made it. The
 * renderer lies beside the functions (`RENDERER_ENTRY` says where, if not there), and is loaded once in the life of a
 * process.
 */
export async function renderPage(request: Request, content: Content): Promise<Response> {
  const entry = path.resolve(process.env.RENDERER_ENTRY ?? '.renderer/entry.mjs');
  loading ??= import(pathToFileURL(entry).href) as Promise<{ render: Render }>;
  const { render } = await loading.catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return render(request, content);
}
