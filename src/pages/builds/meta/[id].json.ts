import type { APIRoute } from 'astro';
import { noPage } from '../../../platform/server/http/html.ts';
import { fixedPages, guardedPaths } from '../../../platform/model/fixed-pages.ts';

/** A build's route rules: which pages are guarded, and which are prerendered and listed. */
export const GET: APIRoute = async ({ locals: { build, content }, params }) => {
  if (params.id !== build?.id) return noPage();
  return Response.json({
    ...build,
    routeRules: Object.fromEntries(Object.entries(guardedPaths).map(([path, guard]) => [path, { guard }])),
    prerendered: [...fixedPages, ...(await content.indexPages()), ...(await content.notePages())],
  });
};
